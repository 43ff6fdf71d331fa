// Blocks of rows, the unit of computation, and comparisons of columns packed to bits. All kernels here are noexcept and
// allocate nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formula/atom.hpp"

namespace loh {

// 2048 rows: the blocks of a hundred literals fit in 32 KiB. Measured, 512 to 2048 rows are within a tenth of each other for
// small programs; from raw columns and for large programs 2048 is best.
inline constexpr std::size_t kBlockWords = 32;
inline constexpr std::size_t kBlockRows = kBlockWords * 64;

// Bit r of word w is row 64 w + r of the block. Bits beyond the last row are whatever they are; who reads a result stops at
// the last row.
struct alignas(64) Block {
    std::uint64_t words[kBlockWords];
};

// Comparisons packed to bits: bit r is `column[r] comparison constant`, or `left[r] comparison right[r]`. As in IEEE 754, a
// missing number (NaN) compares unequal to everything. column.size() <= kBlockRows.
void pack_numbers(std::span<const double> column, Comparison comparison, double constant,
                  Block& bits) noexcept;
void pack_pairs(std::span<const double> left, Comparison comparison, const double* right,
                Block& bits) noexcept;
void pack_equal_codes(std::span<const std::uint32_t> column, std::uint32_t code, Block& bits) noexcept;

}  // namespace loh
