// The path from simple to accurate: rule lists of several sizes, each with its cross-validated score. The default learner.
//
//     loh::LearnTask task{loh::Dataset::read_csv("churn.csv", "churn")};
//     loh::Model model = loh::find_rule_path(task);
//     for (const loh::PathStep& step : model.path())
//         std::cout << step.literals << " literals: " << step.score << (step.chosen ? " chosen" : "") << '\n';
//
// src/learn/search/rule_path.cpp explains the algorithm.
#pragma once

#include "loh/learn.hpp"

namespace loh {

// The options that rule search reads (is_read_by_search). Without validation rows, scores are cross-validated on the training
// rows and the rules are then found on all of them; with validation rows, scores are of these. task.path_choice says which step becomes
// the model. Stopped, it returns the best rules so far.
Model find_rule_path(const LearnTask& task, double work = 1e8, const LearnHooks& hooks = {});

}  // namespace loh
