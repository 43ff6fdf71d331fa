// A stream of random numbers that is the same on every machine and for every standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace loh::testing {

// splitmix64
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
    std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
    bool chance(std::size_t percent) { return below(100) < percent; }

    template <class Range>
    const auto& pick(const Range& range) {
        return *(std::begin(range) + static_cast<std::ptrdiff_t>(below(std::size(range))));
    }

private:
    std::uint64_t state_;
};

}  // namespace loh::testing
