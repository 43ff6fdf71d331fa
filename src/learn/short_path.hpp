// Rule list or short scorecard: the default learns both paths and chooses the form by the scores on left-out rows.
#pragma once

#include "learn/path_scores.hpp"
#include "loh/learn.hpp"

namespace loh {

// find_rule_path and find_scorecard_path (loh/rule_path.hpp), with what is needed to compare them.
FoundPath found_rule_path(const LearnTask& task, double work, const LearnHooks& hooks);
FoundPath found_scorecard_path(const LearnTask& task, double work, const LearnHooks& hooks);

// The rule list, unless it is clearly worse than the scorecard. Both must be of the same rows, folds and seed: `task` says which.
Model better_form(const LearnTask& task, const FoundPath& rules, const FoundPath& card,
                  const LearnHooks& hooks);

}  // namespace loh
