// Loops over the rows of a column that are marked by bits, 64 to a word. A word with many marks is processed as a whole, in
// vectors; one with few, mark by mark. Columns are padded to whole groups of lanes (lanes.hpp) without marks in the padding.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loh {

// Sets the marked rows of `column` to `value`.
void set_rows(const std::uint64_t* marks, std::size_t rows, float value, float* column) noexcept;

// Marks the nonzero rows; returns whether there are any.
bool mark_nonzero(const float* column, std::size_t rows, std::uint64_t* marks) noexcept;

// The sum of the rows that are marked in both, in lanes that are added in order.
float sum_rows(const std::uint64_t* marks, const std::uint64_t* others, std::size_t rows,
               const float* column) noexcept;

}  // namespace loh
