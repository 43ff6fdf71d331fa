// Changes to a scorecard after training: a base for macro F1, and rounding to small points. Both change the function. The
// changed scorecard is the model, and all figures are computed on it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loh {

// Points to add to the base of each class to increase macro F1 on the given rows; all 0 if nothing improves it. Training
// minimises cross-entropy, which favours accuracy, so rare classes are predicted too rarely for macro F1.
//
// Coordinate ascent: one class at a time, all values that change a prediction are tried, in one sweep over the rows sorted by
// the points that the class needs to win them. Of an interval of equally good values, the middle is used. The classes are
// repeated until none improves. A class with fewer than `min_rows` rows is too small for this. Its base is lowered as far as
// possible without losing a row that it predicts correctly.
//     scores   [row][class]
//     weights  [row]; empty: all 1
std::vector<std::int64_t> base_for_macro_f1(std::span<const std::int64_t> scores,
                                            std::span<const std::uint32_t> labels,
                                            std::span<const float> weights, std::size_t classes,
                                            std::size_t min_rows = 0);

// Scales and rounds `points` to whole numbers of magnitude `most` at most. Clipping the largest points leaves more resolution
// for the small ones: several clipping limits are tried, and the result with the highest `quality` is returned. The base is
// scaled but not limited.
//     points  [output][class], then the base [class]
std::vector<std::int32_t> coarse_points(std::span<const std::int32_t> points, std::size_t classes,
                                        std::int32_t most,
                                        const std::function<double(std::span<const std::int32_t>)>& quality);

}  // namespace loh
