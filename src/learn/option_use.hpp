// Which options apply to the learner of a task.
#pragma once

#include "loh/learn.hpp"

namespace loh {

// Throws Error (usage) if an explicit option belongs to gradient descent. For an effort that has decided on rule search after
// it has seen the size of the table.
void refuse_descent_options(const LearnTask& task);

}  // namespace loh
