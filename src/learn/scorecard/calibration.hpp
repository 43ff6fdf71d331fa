// How well the scores of a scorecard tell how probable the classes are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

// The mean log loss of softmax(unit * score) on rows with weights, at the unit that minimises it. What a point is worth depends
// on the number of rules and committees; with the best unit, scorecards of different sizes can be compared. Log loss tells two
// scorecards apart on fewer rows than accuracy does: every row counts, not only those whose class changes.
//     scores   [row][class]
//     weights  [row]
double least_cross_entropy(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
                           std::span<const float> weights, std::size_t classes);

}  // namespace loh
