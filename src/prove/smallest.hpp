// The smallest counterexample: the one with the fewest columns that matter.
#pragma once

#include "prove/claim.hpp"

namespace loh {

// Replaces elements and reason by those of a counterexample with a smaller reason, if there is one. `found` has the cells of the
// claim. Returns false if the search reached its limit of rounds, so there may be a smaller one.
//
// Idea: one solver proposes cells and a set of columns, the other searches cells with no violation that agree on those columns.
// The bounds of the latter from which no violation follows, whatever the rest is, exclude the proposal and all like it.
bool find_smaller(const Claim& claim, ClaimCells& found, std::size_t max_rounds, Elements& elements,
                  std::vector<std::size_t>& reason);

}  // namespace loh
