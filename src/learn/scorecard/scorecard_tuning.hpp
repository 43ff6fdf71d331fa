// Changes to a scorecard after training: a base that suits macro F1, and few, round points. Both change the function; what
// they give is the model, and its figures are of that.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loh {

// Cross-entropy aims at accuracy: rare classes are rarely predicted. Points to add to each class, the same on all rows, so
// that macro F1 on the given rows is higher; all 0 when nothing helps.
//
// One class at a time: all values that change something are tried, in one sweep over the rows sorted by what the class lacks
// to win. Of values that do equally well the middle is taken. Repeated until nothing improves. A class of fewer than
// `least_rows` rows is not tried, so few say nothing about others: it loses the points that its rows can do without, and is
// predicted only where the scorecard is as sure of it as in the weakest of them.
//     scores   [row][class]
//     weights  [row]; empty: all 1
std::vector<std::int64_t> base_for_macro_f1(std::span<const std::int64_t> scores,
                                            std::span<const std::uint32_t> labels,
                                            std::span<const float> weights, std::size_t classes,
                                            std::size_t least_rows = 0);

// Whole points of magnitude `most` at most, in proportion to `points` as nearly as rounding allows. Large points can be cut
// off so that more of the small ones are told apart: several limits are tried, and `quality` says which result is best. The
// base is not limited: it is said once.
//     points  [output][class], then the base [class]
std::vector<std::int32_t> coarse_points(std::span<const std::int32_t> points, std::size_t classes,
                                        std::int32_t most,
                                        const std::function<double(std::span<const std::int32_t>)>& quality);

}  // namespace loh
