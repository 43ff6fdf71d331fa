// Natural numbers of any size: exact up to 2^256, rounded up above, no overflow.
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
        std::size_t most) const;         // empty if there are more than `most`, or after rounding
    [[nodiscard]] double log10() const;  // rounded up; -infinity for 0

private:
    struct Big;  // an MPFR number, for values above 64 bits
    [[nodiscard]] std::unique_ptr<Big> as_big() const;

    std::uint64_t small_ = 0;
    std::unique_ptr<Big> big_;
};

}  // namespace loh
