#include "learn/scorecard/cross_fitted_base.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "learn/scorecard/scorecard_tuning.hpp"

namespace loh {

namespace {

constexpr std::array kBaseShares = {0.0, 0.25, 0.5, 0.75, 1.0};

struct ScoredRows {
    std::vector<double> points;  // [row][class]
    std::vector<std::uint32_t> labels;
};

// The rows of each class in turn.
std::array<ScoredRows, 2> halves_of(std::span<const double> points, std::span<const std::uint32_t> labels,
                                    std::size_t classes) {
    std::array<ScoredRows, 2> halves;
    std::vector<std::size_t> seen(classes, 0);
    for (std::size_t row = 0; row < labels.size(); ++row) {
        ScoredRows& half = halves[seen[labels[row]]++ % 2];
        std::span<const double> of_row = points.subspan(row * classes, classes);
        half.points.insert(half.points.end(), of_row.begin(), of_row.end());
        half.labels.push_back(labels[row]);
    }
    return halves;
}

// The points for the highest macro F1 on these rows.
std::vector<std::int64_t> fitted_base(std::span<const double> points, std::span<const std::uint32_t> labels,
                                      std::size_t classes, std::size_t min_rows) {
    std::vector<std::int64_t> scores;
    for (double point : points) scores.push_back(std::llround(point));
    std::vector<std::int64_t> base =
        base_for_macro_f1(scores, labels, std::vector<float>(labels.size(), 1), classes, min_rows);
    std::vector<std::size_t> rows(classes, 0);
    for (std::uint32_t label : labels) ++rows[label];
    for (std::size_t c = 0; c < classes; ++c) {
        if (rows[c] < min_rows) base[c] = 0;  // too few to say anything about new rows
    }
    return base;
}

}  // namespace

std::vector<std::int64_t> cross_fitted_base(std::span<const double> points,
                                            std::span<const std::uint32_t> labels, std::size_t classes,
                                            std::size_t min_rows) {
    std::array<ScoredRows, 2> halves = halves_of(points, labels, classes);
    std::array<std::vector<std::int64_t>, 2> bases;
    for (std::size_t h : {0, 1})
        bases[h] = fitted_base(halves[h].points, halves[h].labels, classes, min_rows);
    double best_share = 0;
    double highest = -1;
    for (double share : kBaseShares) {
        double found = 0;
        for (std::size_t h : {0, 1}) {
            std::vector<double> shifted = with_base(halves[h].points, bases[1 - h], share);
            found += confusion_of_points(shifted, halves[h].labels, classes).score(Metric::macro_f1);
        }
        if (found <= highest) continue;
        highest = found;
        best_share = share;
    }
    std::vector<std::int64_t> base = fitted_base(points, labels, classes, min_rows);
    for (std::int64_t& value : base) value = std::llround(best_share * static_cast<double>(value));
    return base;
}

std::vector<double> with_base(std::vector<double> points, std::span<const std::int64_t> base, double share) {
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] += share * static_cast<double>(base[i % base.size()]);
    return points;
}

Confusion confusion_of_points(std::span<const double> points, std::span<const std::uint32_t> labels,
                              std::size_t classes) {
    Confusion confusion(static_cast<std::uint32_t>(classes));
    for (std::size_t row = 0; row < labels.size(); ++row) {
        std::span<const double> of_row = points.subspan(row * classes, classes);
        auto most = std::max_element(of_row.begin(), of_row.end()) - of_row.begin();
        confusion.add(labels[row], static_cast<std::uint32_t>(most), 1);
    }
    return confusion;
}

}  // namespace loh
