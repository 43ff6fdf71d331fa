// Pruning by data: leaving out parts of a formula that the training rows do not need. Unlike simplification this changes
// the function, on rows that were not seen.
#pragma once

#include "decision/bit_rows.hpp"
#include "loh/formula.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// A disjunction loses clauses, and dually a conjunction conditions; the root alone is looked at.
//
//     unsatisfied   (or_i c_i) loses every c_i that no row satisfies; (and_i c_i) every c_i that no row violates
//     redundant     then also every c_i whose rows (those that satisfy it; in a conjunction, that violate it) are all
//                   taken care of by the others that are left. Clauses with the fewest rows go first, then the longest.
//
// The formula keeps its value on every row given. Choice-free and simplified before, it stays so.
Formula prune(const Formula& formula, Prune level, const BitRows& rows);

}  // namespace loh
