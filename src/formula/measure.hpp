// Size measures of formulas.
#pragma once

#include <cstddef>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

// Number of literals of the written formula: a shared part counts at each use, `job in {"maid", "poet"}` counts 2 because the
// reader checks two values, and so does `20 <= age < 40`.
std::size_t count_literals(const Formula& formula);

// The operands of a disjunction; `false` has none, and any other formula is one clause.
std::vector<Formula> clauses_of(const Formula& formula);

}  // namespace loh
