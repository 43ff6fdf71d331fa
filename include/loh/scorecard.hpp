// Scorecards: what the head `vote` learns. Every rule gives points to the classes where it holds, every class has a base, and
// the class with the most points wins; of equals, the first.
//
//     const loh::Scorecard& card = model.scorecard();
//     for (std::size_t rule = 0; rule < card.rules(); ++rule)
//         std::cout << model.formulas()[rule].formula << ": " << card.at(rule, 1) << '\n';
//
// Points are whole numbers, so anybody can add them up, in any order, and gets what the model gets.
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

// Points of classes as text: `yes +35`; with more than two classes, of those that have most, or of all.
std::string points_text(const std::vector<std::string>& classes, std::span<const std::int64_t> points,
                        bool all = false);

// What a rule gives as text: points as above, or the classes that it votes for.
std::string rule_points_text(const std::vector<std::string>& classes, const Scorecard& card,
                             std::size_t rule);

}  // namespace loh
