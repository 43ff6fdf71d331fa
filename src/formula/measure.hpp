// Size measures of formulas.
#pragma once

#include <cstddef>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

// Number of occurrences of variables in the written formula: a shared part counts at each use.
std::size_t count_literals(const Formula& formula);

// The operands of a disjunction; `false` has none, and any other formula is one clause.
std::vector<Formula> clauses_of(const Formula& formula);

}  // namespace loh
