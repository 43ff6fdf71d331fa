// Scorecards: the result of learning with the head `vote`. Every rule gives points to the classes if it holds, every class has a
// base, and the class with the most points wins; in a tie, the first class.
//
//     const loh::Scorecard& card = model.scorecard();
//     for (std::size_t rule = 0; rule < card.rules(); ++rule)
//         std::cout << model.formulas()[rule].formula << ": " << card.at(rule, 1) << '\n';
//
// Points are whole numbers, so they can be added in any order with the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "loh/learn_options.hpp"

namespace loh {

struct Scorecard {
    std::size_t classes = 0;
    Votes votes = Votes::points;       // count: a rule gives each class one vote or none
    std::vector<std::int64_t> base;    // [class]
    std::vector<std::int64_t> points;  // [rule][class]

    [[nodiscard]] std::size_t rules() const { return classes == 0 ? 0 : points.size() / classes; }
    [[nodiscard]] std::int64_t at(std::size_t rule, std::size_t of_class) const {
        return points[rule * classes + of_class];
    }
    friend bool operator==(const Scorecard&, const Scorecard&) = default;
};

// Points of classes as text: `yes +35`. With more than two classes: those with the most points, or all.
std::string points_text(const std::vector<std::string>& classes, std::span<const std::int64_t> points,
                        bool all = false);

// The points of a rule as text, or the classes that it votes for.
std::string rule_points_text(const std::vector<std::string>& classes, const Scorecard& card,
                             std::size_t rule);

}  // namespace loh
