// Distillation: a model of the head `vote` becomes one formula for each class, with no points to add up.
//
//     loh::Dataset churn = loh::Dataset::read_csv("churn.csv", "churn");
//     loh::LearnTask task{churn};
//     task.effort = loh::Effort::quick;
//     loh::Model rules = loh::distil(loh::learn(task), churn, {});
//     rules.print(std::cout);                                  // churn is yes where contract < 12 & calls >= 3 | ...
//
// A decision tree is grown on the predictions of the scorecard for the training rows, and for many rows mixed from them. Its
// size is chosen by the true classes of the validation rows. Its leaves become rules, class after class, the rarest first, and
// lose every literal that separates them from no class after theirs.
#pragma once

#include "loh/learn.hpp"

namespace loh {

// `data` is the dataset that the model was learned from: it is split as it was for learning. Of the options, `head` (single or
// list; automatic: single for two classes), `max_rules`, `max_literals`, `metric` and `prune` matter.
Model distil(const Model& scorecard, const Dataset& data, const LearnOptions& options,
             const LearnHooks& hooks = {});

}  // namespace loh
