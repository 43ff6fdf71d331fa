// A shorter formula for the same function.
#pragma once

#include <cstdint>

#include "loh/formula.hpp"

namespace loh {

// Constants, double negations, nesting, duplicates, contradictions, tautologies, absorption and subsumption, from the
// inside out (src/formula/rewrites, one rewrite in each file). Equal to the formula on every assignment, never longer, and
// simplifying again changes nothing. The formula must have no choices; the result lives in a graph of its own.
//
// Atoms that are computed from columns imply and exclude one another (`age >= 40` and `age >= 20`), and several of one column
// are merged into one (`20 <= age < 40`), which the formula did not have before; then the formulas are equal on every row of
// a table, also where cells are missing or unseen, not on every assignment.
enum class LiteralsOf : std::uint8_t {
    anything,  // every atom is a variable like any other
    columns
};
Formula simplify(const Formula& formula, LiteralsOf literals = LiteralsOf::anything);

}  // namespace loh
