// From a scorecard to formulas: a model of the head `vote` becomes one formula for each class, with no points to add up.
//
//     loh::Model card = loh::learn_with_effort({table, "churn"}, loh::Effort::quick);
//     loh::Model rules = loh::distil(card, table, {});
//     std::cout << rules.formulas()[0].formula << '\n';      // contract < 12 & calls >= 3 | ...
//
// A decision tree is grown on what the scorecard says about the training rows, and about many rows mixed from them. How large
// it may be is decided on the validation rows, by what is true there. Its leaves become rules, class after class, the rarest
// first, and lose every literal that separates them from no class after theirs.
#pragma once

#include <string>

#include "loh/learn.hpp"
#include "loh/model.hpp"

namespace loh {

// The table is the one that the model was learned from: it is divided into training, validation and holdout rows as for
// learning it. Of the options, `head` (single or list; automatic: single for two classes), `max_rules`, `max_literals` and
// `metric` matter; the result has no more rules than that, and none of more literals.
Model distil(const Model& scorecard, const Table& table, const LearnOptions& options,
             const LearnHooks& hooks = {});

}  // namespace loh
