// Committees: the rules of a voting program, divided into parts that learn apart and are added up in the end. Each has its own
// random start and sees only its own rules, so their mistakes differ, and together they make fewer; and they need no waiting
// for one another. The model is one network and one scorecard all the same.
#pragma once

#include <vector>

#include "learn/gradient/run.hpp"
#include "model/model_data.hpp"

namespace loh {

// One program for each committee: outputs one after the other. Throws Error when the model's head is not `vote`, there are
// fewer rules than committees, or two committees would share a choice.
std::vector<CompiledProgram> committee_programs(const ModelData& model);

// What the rules of one committee stand for, without the others.
Meaning meaning_of_committee(const ModelData& model, std::size_t committee, const Snapshot& snapshot);

// Puts the committees' best together: logits, points, formulas and summary of the model. A committee that was not needed,
// because one before it makes no mistake, gives no points.
void join_committees(const std::vector<RunState>& runs, ModelData& model);

}  // namespace loh
