// The path from simple to accurate: rule lists or short scorecards of several sizes, each with its cross-validated score. The
// default learner.
//
//     loh::LearnTask task{loh::Dataset::read_csv("churn.csv", "churn")};
//     loh::Model model = loh::find_rule_path(task);
//     for (const loh::PathStep& step : model.path())
//         std::cout << step.literals << " literals: " << step.score << (step.chosen ? " chosen" : "") << '\n';
//
// src/learn/path_scores.cpp explains scores and choice, src/learn/search/rule_path.cpp and
// src/learn/scorecard/short_scorecard.cpp the search.
#pragma once

#include "loh/learn.hpp"

namespace loh {

// The options that rule search reads (is_read_by_search). Without validation rows, scores are cross-validated on the training
// rows and the rules are then found on all of them; with validation rows, scores are of these. task.path_choice says which step becomes
// the model. Stopped, it returns the best rules so far.
Model find_rule_path(const LearnTask& task, double work = 1e8, const LearnHooks& hooks = {});

// The same for the head `vote`: scorecards of few rules with whole points of magnitude task.options.points at most (0: 5).
Model find_scorecard_path(const LearnTask& task, double work = 1e8, const LearnHooks& hooks = {});

}  // namespace loh
