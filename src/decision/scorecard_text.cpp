#include <algorithm>
#include <numeric>

#include "loh/scorecard.hpp"

namespace loh {

namespace {

constexpr std::size_t kShownClasses = 3;  // most classes shown for a rule

}  // namespace

std::string points_text(const std::vector<std::string>& classes, std::span<const std::int64_t> points,
                        bool all) {
    std::vector<std::size_t> order(classes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return points[a] > points[b]; });
    std::size_t shown = all                   ? classes.size()
                        : classes.size() == 2 ? 1
                                              : std::min(kShownClasses, classes.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        std::int64_t value = points[order[i]];
        text += (i == 0 ? "" : ", ") + classes[order[i]] + (value < 0 ? " " : " +") + std::to_string(value);
    }
    return shown < classes.size() && classes.size() > 2 ? text + ", ..." : text;
}

std::string rule_points_text(const std::vector<std::string>& classes, const Scorecard& card,
                             std::size_t rule) {
    std::span<const std::int64_t> points(card.points.data() + rule * card.classes, card.classes);
    if (card.votes != Votes::count) return points_text(classes, points);
    std::string names;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (points[c] > 0) names += (names.empty() ? "" : ", ") + classes[c];
    }
    return names;
}

}  // namespace loh
