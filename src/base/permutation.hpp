// A random permutation of 0, 1, ..., size - 1 without memory: each element is computed on demand.
//
// Idea: a Feistel network permutes the numbers of `bits` bits. In each round one half is mixed with a keyed function of
// the other half, and the halves take turns. Every round is invertible for any function, so the network is a permutation.
// `bits` is the smallest number of bits that holds the size. A result of at least `size` is permuted again until it is
// smaller (cycle walking), which is a permutation as well.
//
// Rejected: shuffling a list in every epoch. It takes four bytes for each row and run, and with ten million rows most of
// the time of an epoch.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/random.hpp"

namespace loh {

class Permutation {
public:
    // Permutation number `index` of the stream `random`.
    Permutation(std::uint32_t size, const Random& random, std::uint32_t index) : size_(size) {
        auto bits = std::max(kLeastBits, static_cast<unsigned>(std::bit_width(size > 0 ? size - 1 : 0U)));
        low_bits_ = bits / 2;
        low_mask_ = (1U << low_bits_) - 1;
        high_mask_ = (1U << (bits - low_bits_)) - 1;
        for (std::uint32_t round = 0; round < kRounds; ++round)
            keys_[round] = static_cast<std::uint32_t>(random.bits(index, round));
    }

    // The element at position `place` < size.
    std::uint32_t operator()(std::uint32_t place) const {
        do {
            place = permuted(place);
        } while (place >= size_);
        return place;
    }

private:
    static constexpr std::uint32_t kRounds = 8;
    static constexpr unsigned kLeastBits =
        6;  // with fewer bits, some permutations are far more frequent than others

    [[nodiscard]] std::uint32_t permuted(std::uint32_t number) const {
        std::uint32_t low = number & low_mask_;
        std::uint32_t high = number >> low_bits_;
        for (std::uint32_t round = 0; round < kRounds; round += 2) {
            low ^= mixed(high ^ keys_[round]) & low_mask_;
            high ^= mixed(low ^ keys_[round + 1]) & high_mask_;
        }
        return high << low_bits_ | low;
    }

    static std::uint32_t mixed(std::uint32_t x) {
        std::uint64_t product = std::uint64_t{x} * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::uint32_t>(product >> 32U) ^ static_cast<std::uint32_t>(product >> 15U);
    }

    std::uint32_t size_;
    unsigned low_bits_ = 0;
    std::uint32_t low_mask_ = 0;
    std::uint32_t high_mask_ = 0;
    std::array<std::uint32_t, kRounds> keys_{};
};

}  // namespace loh
