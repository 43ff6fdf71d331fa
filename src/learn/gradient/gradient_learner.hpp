// The gradient learner: finds a hypothesis of a program by gradient descent. It trains several runs from different random
// starts and keeps the best one; or it trains committees and joins their rules into one scorecard.
//
//     dataset + program ─ elaborate ─▶ network ─ search ─▶ logits ─ extract ─▶ formulas ─ tune points ─▶ decision
#pragma once

#include "loh/learn.hpp"

namespace loh {

// The task must have a program. The options are used as they are.
Model learn_by_gradient(const LearnTask& task, const LearnHooks& hooks);

}  // namespace loh
