// The instructions of a program under Gödel semantics, over columns: one pass for each operand, vectorized. The results equal
// those of the loops for all semantics in batch.cpp, bit for bit.
//
// `both` selects `and` (minimum) or `or` (maximum). A term of a choice is its gate joined with a column x: by `or` in a
// conjunction, by `and` in a disjunction. Columns have `rows` values, a multiple of the lanes, and do not overlap.
#pragma once

#include <cstddef>

namespace loh {

// out = out joined with `in`, or with a term.
void goedel_join(bool both, const float* in, float* out, std::size_t rows) noexcept;
void goedel_join_term(bool both, float gate, const float* x, float* out, std::size_t rows) noexcept;

// out = a term.
void goedel_term(bool both, float gate, const float* x, float* out, std::size_t rows) noexcept;

// Backward: an operand that equals the result `out` takes the remaining gradient `left`, which becomes zero there. In a term,
// the gate takes it if the gate decides (also on a tie), otherwise x; the gate gradient is the sum over the rows. Returns
// whether the operand, or x, received a nonzero gradient.
bool goedel_take(const float* in, const float* out, float* left, float* gradient, std::size_t rows) noexcept;
bool goedel_take_term(bool both, float gate, const float* x, const float* out, float* left, float* gradient,
                      float& gate_gradient, std::size_t rows) noexcept;
float goedel_take_gate(float gate, const float* out, float* left, std::size_t rows) noexcept;  // without an x

}  // namespace loh
