// Random numbers of the studies: a seed for everything that is drawn, and numbers one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

namespace loh::study {

// The seed for what these numbers name: each is mixed in by the finalizer of SplitMix64 (Steele, Lea and Flood, 2014), which
// is one to one and changes half of the bits for each bit that changes.
inline std::uint64_t seed_of(std::initializer_list<std::uint64_t> numbers) {
    std::uint64_t seed = 0;
    for (std::uint64_t number : numbers) {
        seed = (seed ^ number) + 0x9E3779B97F4A7C15ULL;
        seed = (seed ^ (seed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        seed = (seed ^ (seed >> 27U)) * 0x94D049BB133111EBULL;
        seed ^= seed >> 31U;
    }
    return seed;
}

// One number after the other, the same on every machine: the standard fixes the engine, not its distributions.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : engine_(seed) {}

    std::size_t below(std::size_t bound) {
        double uniform = static_cast<double>(engine_() >> 11U) * 0x1p-53;
        return static_cast<std::size_t>(uniform * static_cast<double>(bound));
    }

    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace loh::study
