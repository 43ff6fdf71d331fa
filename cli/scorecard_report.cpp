#include "scorecard_report.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <span>

#include "aligned.hpp"

namespace loh::cli {

namespace {

constexpr std::size_t kShownClasses = 3;  // of a rule

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

const char* what_counts(const Model& model) {
    return model.options().votes == Votes::count ? "votes" : "points";
}

std::string gift_text(const Model& model, std::span<const std::int64_t> points) {
    const std::vector<std::string>& classes = model.classes();
    if (model.options().votes != Votes::count) return points_text(classes, points);
    std::string names;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (points[c] > 0) names += (names.empty() ? "" : ", ") + classes[c];
    }
    return names;
}

void print_scorecard(std::ostream& out, const Model& model) {
    const Scorecard& card = model.scorecard();
    const std::vector<std::string>& classes = model.classes();
    out << model.target() << " is the class with the most " << what_counts(model) << '\n';
    std::vector<std::string> points;
    std::vector<std::string> rules;
    if (std::any_of(card.base.begin(), card.base.end(), [](std::int64_t value) { return value != 0; })) {
        points.push_back(points_text(classes, card.base));
        rules.emplace_back("to begin with");
    }
    std::vector<ClassFormula> formulas = model.formulas();
    for (std::size_t r = 0; r < card.rules(); ++r) {
        points.push_back(gift_text(model, std::span(card.points).subspan(r * card.classes, card.classes)));
        rules.push_back("where " + formulas[r].formula.to_string());
    }
    std::size_t width = 0;
    for (const std::string& text : points) width = std::max(width, characters(text));
    for (std::size_t i = 0; i < points.size(); ++i)
        out << "  " << left(points[i], width + 2) << rules[i] << '\n';
}

}  // namespace loh::cli
