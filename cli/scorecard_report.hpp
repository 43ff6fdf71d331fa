// Scorecards as text.
#pragma once

#include <iosfwd>

#include "loh/model.hpp"

namespace loh::cli {

// The base of each class, then a line for each rule with its points. With many classes, those that it favours most.
void print_scorecard(std::ostream& out, const Model& model);

}  // namespace loh::cli
