// Learning with options that are chosen by an effort (loh/learn.hpp).
#pragma once

#include "loh/learn.hpp"

namespace loh {

// effort: not `none`. Throws Error (usage) when a trace or a checkpoint is asked for.
Model learn_with_effort(const LearnTask& task, Effort effort, const LearnHooks& hooks);

}  // namespace loh
