// A natural number that may be astronomically large: exact up to 2^256, rounded up beyond, never overflowing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace loh {

class UpperCount {
public:
    explicit UpperCount(std::uint64_t value);
    UpperCount(const UpperCount& other);
    UpperCount(UpperCount&& other) noexcept;
    UpperCount& operator=(UpperCount other) noexcept;
    ~UpperCount();

    UpperCount& operator+=(const UpperCount& other);
    UpperCount& operator*=(const UpperCount& other);

    [[nodiscard]] bool less_than(const UpperCount& other) const;
    [[nodiscard]] std::string digits(
        std::size_t most) const;         // empty when there are more, or when it was rounded
    [[nodiscard]] double log10() const;  // rounded up; of 0: -infinity

private:
    struct Big;  // an MPFR number, used once 64 bits no longer do
    [[nodiscard]] std::unique_ptr<Big> as_big() const;

    std::uint64_t small_ = 0;
    std::unique_ptr<Big> big_;
};

}  // namespace loh
