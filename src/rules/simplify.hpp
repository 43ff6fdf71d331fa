// A shorter formula for the same function.
#pragma once

#include "loh/formula.hpp"

namespace loh {

// Constants, double negations, nesting, duplicates, contradictions, tautologies, absorption and subsumption, from the
// inside out (src/rules/rewrites, one rewrite in each file). Equal to the formula on every assignment, never longer, and
// simplifying again changes nothing. The formula must have no choices; the result lives in a graph of its own.
Formula simplify(const Formula& formula);

}  // namespace loh
