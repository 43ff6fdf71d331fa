// Blocks of rows, the unit of computation, and comparisons of columns packed into bits. All kernels are noexcept and allocate
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formula/atom.hpp"

namespace loh {

// 2048 rows: the blocks of a hundred literals fit into 32 KiB. Measured times for 512 to 2048 rows differ by less than a
// tenth for small programs; 2048 is best for raw columns and large programs.
inline constexpr std::size_t kBlockWords = 32;
inline constexpr std::size_t kBlockRows = kBlockWords * 64;

// Bit r of word w is row 64 w + r of the block. Bits after the last row are unspecified; readers stop at the last row.
struct alignas(64) Block {
    std::uint64_t words[kBlockWords];
};

// Comparisons packed into bits: bit r is `column[r] comparison constant`, or `left[r] comparison right[r]`. As in IEEE 754, a
// missing number (NaN) is unequal to everything. column.size() <= kBlockRows.
void pack_numbers(std::span<const double> column, Comparison comparison, double constant,
                  Block& bits) noexcept;
void pack_pairs(std::span<const double> left, Comparison comparison, const double* right,
                Block& bits) noexcept;
void pack_equal_codes(std::span<const std::uint32_t> column, std::uint32_t code, Block& bits) noexcept;

}  // namespace loh
