// From a voting network to a readable scorecard, and the scores of rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decision/bit_rows.hpp"
#include "loh/formula.hpp"
#include "loh/scorecard.hpp"

namespace loh {

struct ScoredRules {
    std::vector<Formula> rules;
    Scorecard card;
};

// A scorecard with the same decision on every row and few rules: equal rules are merged, a rule that always holds becomes part
// of the base, and a rule that never holds or favours no class is dropped. With two classes, each rule and the base give
// points to one class only. Rules are ordered by decreasing influence; among equals, rules for the first class come first.
//     rules   [output]: simplified
//     points  [output][class], then the base [class]
ScoredRules scorecard_of(const std::vector<Formula>& rules, std::span<const std::int32_t> points,
                         std::size_t classes);

// Points with the same scores, where equal rules have all points on the first of them, rules that always hold have their
// points in the base, and the others have none: [output][class], then the base [class].
std::vector<std::int64_t> joined_points(const std::vector<Formula>& rules,
                                        std::span<const std::int32_t> points, std::size_t classes);

// The scores of rows: [row][class]. holds: [rule].
std::vector<std::int64_t> scores_of(const Scorecard& card, const std::vector<Bits>& holds, std::size_t rows);

// The class with the most points: [row].
std::vector<std::uint32_t> most_points(std::span<const std::int64_t> scores, std::size_t classes);

// The class to which a rule gives the most points.
std::size_t favoured_class(const Scorecard& card, std::size_t rule);

}  // namespace loh
