// How well the scores of a scorecard tell how probable the classes are.
#pragma once

#include <cstdint>
#include <span>

namespace loh {

// The mean cross-entropy of softmax(unit * score) on the given rows, each counting as much as its class weighs, with the unit at
// which it is lowest. What a point is worth
// differs with the number of rules and committees whose points are added up; which scorecard knows more does not depend on it.
// Differences between two scorecards are told by fewer rows than differences in accuracy, since every row counts, and not
// only those that change sides.
//     scores   [row][class]
//     weights  [class]
double least_cross_entropy(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
                           std::span<const float> weights);

}  // namespace loh
