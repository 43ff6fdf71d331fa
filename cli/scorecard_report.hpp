// Scorecards as text.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "loh/model.hpp"

namespace loh::cli {

// Points of the classes: `yes +35`; with more than two, of those that have most, or of all.
std::string points_text(const std::vector<std::string>& classes, std::span<const std::int64_t> points,
                        bool all = false);

// The base of each class, then a line for each rule with its points. With many classes, those that it favours most.
void print_scorecard(std::ostream& out, const Model& model);

}  // namespace loh::cli
