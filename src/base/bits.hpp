// Truth values of rows, packed 64 to a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loh {

using Bits = std::vector<std::uint64_t>;  // bit r of word w is row 64 w + r; bits beyond the last row are 0

inline std::size_t bit_words(std::size_t rows) { return (rows + 63) / 64; }
inline bool bit_at(const Bits& bits, std::size_t row) { return (bits[row / 64] >> (row % 64) & 1U) != 0; }
inline void set_bit(Bits& bits, std::size_t row) { bits[row / 64] |= std::uint64_t{1} << (row % 64); }
inline std::size_t count_ones(const Bits& bits) {
    std::size_t total = 0;
    for (std::uint64_t word : bits) total += static_cast<std::size_t>(std::popcount(word));
    return total;
}

// A bit for each row, all 1.
inline Bits all_ones(std::size_t rows) {
    Bits bits(bit_words(rows), ~std::uint64_t{0});
    if (rows % 64 != 0) bits.back() = (std::uint64_t{1} << (rows % 64)) - 1;
    return bits;
}

}  // namespace loh
