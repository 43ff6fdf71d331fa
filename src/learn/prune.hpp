// Pruning by data: removes parts of a formula that the training rows do not need. Unlike simplification it changes the
// function, but only outside the given rows.
#pragma once

#include "decision/bit_rows.hpp"
#include "loh/formula.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// Removes operands of the root, if it is a disjunction or a conjunction. An operand decides a row if it is true there (in a
// disjunction) or false there (in a conjunction).
//
//     unsatisfied   removes every operand that decides no row
//     redundant     removes also every operand whose rows are all decided by the remaining operands. Operands with the fewest
//                   rows go first; ties go to the longest operand.
//
// Invariant: the formula keeps its value on every given row. A choice-free, simplified formula stays choice-free and
// simplified.
Formula prune(const Formula& formula, Prune level, const BitRows& rows);

}  // namespace loh
