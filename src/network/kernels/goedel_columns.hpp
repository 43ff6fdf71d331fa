// The instructions of a program under Gödel semantics, over columns: one pass for each operand, vectorized. They give the
// same bits as the loops for all semantics in batch.cpp, from which they differ in going over each column once.
//
// `both` tells `and` (minimum) from `or` (maximum). A term of a choice is its gate joined with a column x: by `or` in a
// conjunction, by `and` in a disjunction. Columns have `rows` values, a multiple of the lanes, and do not overlap.
#pragma once

#include <cstddef>

namespace loh {

// out = out joined with `in`, or with a term.
void goedel_join(bool both, const float* in, float* out, std::size_t rows) noexcept;
void goedel_join_term(bool both, float gate, const float* x, float* out, std::size_t rows) noexcept;

// out = a term.
void goedel_term(bool both, float gate, const float* x, float* out, std::size_t rows) noexcept;

// Backward: where an operand equals the result `out`, it takes what is left of the gradient, and nothing stays left.
// Of a term, the gate takes it where the gate decides (also on a tie), else x; gate_gradient is the sum of what the gate
// takes. Returns whether the operand, or x, got anything but zero.
bool goedel_take(const float* in, const float* out, float* left, float* gradient, std::size_t rows) noexcept;
bool goedel_take_term(bool both, float gate, const float* x, const float* out, float* left, float* gradient,
                      float& gate_gradient, std::size_t rows) noexcept;
float goedel_take_gate(float gate, const float* out, float* left, std::size_t rows) noexcept;  // without an x

}  // namespace loh
