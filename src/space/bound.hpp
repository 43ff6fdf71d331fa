// An upper bound on the number of hypotheses, in one pass over the graph.
//
// Along a tree the rules give the number of selections: a leaf has 1, a negation as many as its operand, a connective
// the product, a choice the sum. A shared subformula would be counted at each use, so it is counted once instead and is
// worth 1 to its users; the product of all these counts is a bound. The plain tree count is one as well (it only
// forgets that uses agree), and now and then the smaller. The bound exceeds the truth when different selections spell
// the same formula.
#pragma once

#include <vector>

#include "formula/graph.hpp"
#include "loh/space.hpp"

namespace loh {

SpaceSize bound_space(const GraphData& graph, const std::vector<NodeId>& roots);

}  // namespace loh
