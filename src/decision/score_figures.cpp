// Margins are whole numbers with few different values, so counts by margin give the exact AUC of a table of any size.
#include "loh/score_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decision/decision_data.hpp"

namespace loh {

namespace {

constexpr double kPointsOfALogit = 100;

std::int64_t margin(std::span<const std::int64_t> points, std::size_t of_class) {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (std::size_t c = 0; c < points.size(); ++c) {
        if (c != of_class) best = std::max(best, points[c]);
    }
    return points[of_class] - best;
}

double row_loss(std::span<const std::int64_t> points, std::size_t truth) {
    double sum = 0;
    for (std::int64_t other : points)
        sum += std::exp(static_cast<double>(other - points[truth]) / kPointsOfALogit);
    return std::log(sum);
}

// AUC of one class, or a negative number if all rows have the class or none.
double auc_of_class(const std::map<std::int64_t, ScoreFigures::Count>& counts) {
    double below = 0;  // other rows with a smaller margin
    double of_class = 0;
    double won = 0;
    for (const auto& [unused, count] : counts) {
        won += static_cast<double>(count.of_class) * (below + static_cast<double>(count.others) / 2);
        below += static_cast<double>(count.others);
        of_class += static_cast<double>(count.of_class);
    }
    return of_class == 0 || below == 0 ? -1 : won / (of_class * below);
}

}  // namespace

void ScoreFigures::add(const ScoreFigures& more) {
    margins.resize(std::max(margins.size(), more.margins.size()));
    for (std::size_t c = 0; c < more.margins.size(); ++c) {
        for (const auto& [margin, count] : more.margins[c]) {
            margins[c][margin].of_class += count.of_class;
            margins[c][margin].others += count.others;
        }
    }
    rows += more.rows;
    loss += more.loss;
}

double ScoreFigures::auc() const {
    double total = 0;
    std::size_t classes = 0;
    for (const std::map<std::int64_t, Count>& counts : margins) {
        double area = auc_of_class(counts);
        if (area < 0) continue;
        total += area;
        ++classes;
    }
    return classes == 0 ? 0.5 : total / static_cast<double>(classes);
}

ScoreFigures score_figures(const Decision& decision, const Table& table) {
    TableColumns columns(table);
    static_cast<void>(table.at(decision.target()));  // throws if there is none
    KnownRows known = known_rows(decision.decision_data(), columns);
    std::vector<std::int64_t> scores = decision.scores(table);
    std::size_t classes = decision.classes().size();
    ScoreFigures result;
    result.margins.resize(classes);
    result.rows = known.rows.size();
    for (std::uint32_t row : known.rows) {
        std::span<const std::int64_t> points(scores.data() + row * classes, classes);
        for (std::size_t c = 0; c < classes; ++c) {
            ScoreFigures::Count& count = result.margins[c][margin(points, c)];
            ++(known.labels[row] == c ? count.of_class : count.others);
        }
        result.loss += row_loss(points, known.labels[row]);
    }
    return result;
}

}  // namespace loh
