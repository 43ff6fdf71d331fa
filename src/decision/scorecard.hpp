// From a voting network to a scorecard that a person can use, and what a scorecard says about rows.
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

// The same decisions on every row with as few rules as that takes: equal rules are joined, a rule that always holds goes
// into the base, one that never holds or that favours no class goes away. With two classes each rule, and the base, speaks
// for one of them. The most influential rule comes first;
// of equals those for the first class.
//     rules   [output]: simplified
//     points  [output][class], then the base [class]
ScoredRules scorecard_of(const std::vector<Formula>& rules, std::span<const std::int32_t> points,
                         std::size_t classes);

// The same scores with the points of equal rules on the first of them, those of a rule that always holds in the base, and none
// on the others: [output][class], then the base [class].
std::vector<std::int64_t> joined_points(const std::vector<Formula>& rules,
                                        std::span<const std::int32_t> points, std::size_t classes);

// Scores of some rows: [row][class]. holds: [rule].
std::vector<std::int64_t> scores_of(const Scorecard& card, const std::vector<Bits>& holds, std::size_t rows);

// The class with the most points: [row].
std::vector<std::uint32_t> most_points(std::span<const std::int64_t> scores, std::size_t classes);

// The class that a rule speaks for: the one it gives the most points to.
std::size_t favoured_class(const Scorecard& card, std::size_t rule);

}  // namespace loh
