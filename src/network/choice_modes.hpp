// Decides the compilation of each choice: conjunctive or disjunctive.
//
// A suffix decides. Without one, a choice is conjunctive under a conjunction, and disjunctive under a disjunction or at the
// root. A negation on the path reverses this, and a choice inside another takes the mode of the outer one. A choice with
// several uses takes the majority, disjunctive on a tie; uses are counted as written (GraphData::written). The reason is
// given in the paper (appendix "Disjunctive vs Conjunctive Compilations"): an alternative that makes no difference to an
// example then gets no gradient from it.
#pragma once

#include <vector>

#include "formula/graph.hpp"

namespace loh {

// By ChoiceId; choices that the roots do not use are disjunctive. The result is never by_context.
std::vector<ChoiceMode> decide_choice_modes(const GraphData& graph, const std::vector<NodeId>& roots);

}  // namespace loh
