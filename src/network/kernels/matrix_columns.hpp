// Copies between the caller's matrices, in any layout, and the columns of the kernels.
//
// Idea: row-major matrices are transposed in squares of four by four, for which every instruction set has registers, in an
// order that completes each cache line of a column before the next one: columns are a power of two apart and share cache sets.
// Bits of row-major matrices need no transposition: one lane for each column collects the bits of 32 rows.
//
// Rejected: plain loops and other orders, which take two to three times as long; squares of eight, which gain nothing with
// AVX2 and take ten times as long without it.
//
// Floats are compared as whole numbers, because the kernels are compiled for finite values.
#pragma once

#include <cstdint>
#include <span>

#include "loh/matrix.hpp"

namespace loh {

// to: [column], `from.rows` floats each, without overlap with the matrix.
void load_columns(const ConstMatrix& from, float* const* to) noexcept;

// The reverse. from: [column].
void store_columns(const float* const* from, const Matrix& to) noexcept;

// to: [column], 64 rows to a word from the lowest bit on; bits after the last row are zero. Returns false, with `to` partly
// written, if a value is neither 0 nor 1 (-0 is neither).
bool load_bits(const ConstMatrix& from, std::uint64_t* const* to) noexcept;

// Whether all values are in [0, 1].
bool all_truth_values(const ConstMatrix& matrix) noexcept;

// Whether the absolute value of every number is at most `bound`, which is positive. NaN is not.
bool all_within(std::span<const double> values, double bound) noexcept;
bool all_within(std::span<const float> values, float bound) noexcept;

}  // namespace loh
