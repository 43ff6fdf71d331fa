// How long a formula is.
#pragma once

#include <cstddef>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

// Occurrences of variables, as the formula is written: a shared part counts wherever it stands.
std::size_t count_literals(const Formula& formula);

// The clauses of a disjunction; any other formula is one clause, except `false`, which is none.
std::vector<Formula> clauses_of(const Formula& formula);

}  // namespace loh
