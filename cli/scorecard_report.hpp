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

// What the classes have to have most of: points, or votes.
const char* what_counts(const Model& model);

// What a rule gives: points as above, or the classes that it votes for.
std::string gift_text(const Model& model, std::span<const std::int64_t> points);

// The base of each class, then a line for each rule with its points. With many classes, those that it favours most.
void print_scorecard(std::ostream& out, const Model& model);

}  // namespace loh::cli
