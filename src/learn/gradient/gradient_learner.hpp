// The gradient learner: a program, a dataset, and the hypothesis that gradient descent finds. Several runs from different
// starts, of which the best is kept; or committees, whose rules are joined to one scorecard.
//
//     dataset + program ─ elaborate ─▶ network ─ search ─▶ logits ─ extract ─▶ formulas ─ tune points ─▶ decision
#pragma once

#include "loh/learn.hpp"

namespace loh {

// The task has a program. Options are taken as they are.
Model learn_by_gradient(const LearnTask& task, const LearnHooks& hooks);

}  // namespace loh
