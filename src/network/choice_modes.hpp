// Which of the two compilations each choice gets.
//
// A suffix decides. Without one, a choice is conjunctive where it stands under a conjunction and disjunctive under a
// disjunction or at the root; a negation on the way flips that, and a choice inside another takes the mode of the outer
// one. A choice that is used in several places takes the majority, disjunctive on a tie; what counts is how often it is
// written (GraphData::written). The paper's reason (appendix
// "Disjunctive vs Conjunctive Compilations"): an alternative that makes no difference to an example then gets no gradient
// from it.
#pragma once

#include <vector>

#include "formula/graph.hpp"

namespace loh {

// By ChoiceId; choices that the roots do not use are disjunctive. Never by_context.
std::vector<ChoiceMode> decide_choice_modes(const GraphData& graph, const std::vector<NodeId>& roots);

}  // namespace loh
