// Between matrices of a caller's, in any layout, and the columns that the kernels work on.
//
// Rows that lie one after the other are transposed in squares of four by four, which every instruction set has registers for,
// in an order that uses up each cache line of a column before the next one: columns lie a power of two apart and share cache
// sets. Rejected: plain loops, and other orders, which take twice to three times as long; squares of eight, which gain nothing
// with AVX2 and without it take ten times as long.
//
// Bits of rows that lie one after the other need no transposition: one lane for each column collects the bits of 32 rows.
//
// Floats are compared as whole numbers, because the kernels are compiled for finite values.
#pragma once

#include <cstdint>
#include <span>

#include "loh/matrix.hpp"

namespace loh {

// to: [column], `from.rows` floats each, which do not overlap the matrix.
void load_columns(const ConstMatrix& from, float* const* to) noexcept;

// from: [column]; the reverse.
void store_columns(const float* const* from, const Matrix& to) noexcept;

// to: [column], 64 rows to a word from the lowest bit on; bits beyond the last row are zero. False, with `to` in part written,
// when a value is neither 0 nor 1 (-0 is neither).
bool load_bits(const ConstMatrix& from, std::uint64_t* const* to) noexcept;

// Whether all values are in [0, 1].
bool all_truth_values(const ConstMatrix& matrix) noexcept;

// Whether no value is NaN or exceeds `bound`, which is positive, in size.
bool all_within(std::span<const double> values, double bound) noexcept;
bool all_within(std::span<const float> values, float bound) noexcept;

}  // namespace loh
