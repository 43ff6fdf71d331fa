// Calibration of a scorecard: the log loss of its scores as class probabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

// The weighted mean log loss of softmax(unit * score), at the unit that minimises it. The best unit depends on the number of
// rules and committees, so scorecards of different sizes can be compared only at their best units. Log loss distinguishes two
// scorecards on fewer rows than accuracy does, because every row counts, not only rows whose predicted class differs.
//     scores   [row][class]
//     weights  [row]
double least_cross_entropy(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
                           std::span<const float> weights, std::size_t classes);

}  // namespace loh
