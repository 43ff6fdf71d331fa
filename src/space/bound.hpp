// An upper bound on the number of hypotheses, in one pass over the graph.
//
// Idea: for a tree, the rules give the number of selections: 1 for a leaf, the number of its operand for a negation, the
// product for a connective, the sum for a choice. A shared subformula must not count at each use. It counts 1 for its
// users, and the product of the counts of all shared subformulas and roots is a bound. The count as a tree is a bound as
// well, because it only ignores that uses agree; the smaller of the two is taken. A bound is not exact if different
// selections give the same formula.
#pragma once

#include <vector>

#include "formula/graph.hpp"
#include "loh/space.hpp"

namespace loh {

SpaceSize bound_space(const GraphData& graph, const std::vector<NodeId>& roots);

}  // namespace loh
