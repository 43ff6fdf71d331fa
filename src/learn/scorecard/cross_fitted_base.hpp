// Base points for macro F1 that hold on new rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decision/metrics.hpp"

namespace loh {

// Points to add to each class, as base_for_macro_f1 (scorecard_tuning.hpp) finds them, times a share from 0 to 1: the one with the
// highest macro F1 where each half of the rows gets the points that were tuned on the other half. With many classes or few rows the
// points fit the rows too closely, and the share is small. A class of fewer than min_rows rows gets no points.
//     points  [row][class]
std::vector<std::int64_t> cross_fitted_base(std::span<const double> points,
                                            std::span<const std::uint32_t> labels, std::size_t classes,
                                            std::size_t min_rows);

// points with a share of the base added to each row.
std::vector<double> with_base(std::vector<double> points, std::span<const std::int64_t> base,
                              double share = 1);

// Of predicting the class with the most points; of equals, the first.
Confusion confusion_of_points(std::span<const double> points, std::span<const std::uint32_t> labels,
                              std::size_t classes);

}  // namespace loh
