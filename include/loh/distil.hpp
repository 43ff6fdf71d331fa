// Distillation: turns a model with the head `vote` into one formula for each class, without points.
//
//     loh::Dataset churn = loh::Dataset::read_csv("churn.csv", "churn");
//     loh::LearnTask task{churn};
//     task.effort = loh::Effort::quick;
//     loh::Model rules = loh::distil(loh::learn(task), churn, {});
//     rules.print(std::cout);                                  // churn is yes where contract < 12 & calls >= 3 | ...
//
// A decision tree is trained on the predictions of the scorecard for the training rows and for many rows mixed from them. Its
// size is chosen by the true classes of the validation rows. Its leaves become rules, one class after the other, the rarest
// class first. A literal of a rule is dropped if it separates the rule from no later class.
#pragma once

#include "loh/learn.hpp"

namespace loh {

// `data` must be the training dataset of the model: it is split as it was for learning. The options `head` (single or list;
// automatic: single for two classes), `max_rules`, `max_literals`, `metric` and `prune` are used.
Model distil(const Model& scorecard, const Dataset& data, const LearnOptions& options,
             const LearnHooks& hooks = {});

}  // namespace loh
