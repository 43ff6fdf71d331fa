// The points of a scorecard whose rules are given: real numbers by ridge regression, then small whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "data/examples.hpp"

namespace loh {

// Rows in which the same rules hold. Points depend on a row only through its group and class.
struct RowGroups {
    std::size_t rules = 0;
    std::size_t classes = 0;
    std::vector<std::uint64_t> holds;     // [group]: bit r: rule r holds
    std::vector<double> weights;          // [group][class]: of its rows
    std::vector<double> total;            // [group]
    std::vector<std::uint32_t> group_of;  // [row of the dataset]; only of the given rows

    [[nodiscard]] std::size_t groups() const { return holds.size(); }
    // Whether a rule holds in the group. The base, after the last rule, always does.
    [[nodiscard]] bool has(std::size_t group, std::size_t rule) const {
        return rule == rules || (holds[group] >> rule & 1U) != 0;
    }
};

// A group has one bit for each rule.
inline constexpr std::size_t kMostCardRules = 64;

// covers: [rule], over all rows of the dataset. weights: [row]; empty: all 1.
RowGroups grouped(std::span<const Bits> covers, const Rows& rows, const Labels& labels,
                  std::span<const float> weights, std::size_t classes);

// The complexity penalty for points: kCardRidge / 2 for each squared logit. The base has next to none.
inline constexpr double kCardRidge = 1;

// Logits that minimise log loss plus penalty, from the given ones on. With two classes, the first has none.
//     logits  [rule][class], then the base [class]
void fit_logits(const RowGroups& rows, std::vector<double>& logits);

// The probability of each class: [group][class].
std::vector<double> probabilities(const RowGroups& rows, std::span<const double> logits);

// Whole points from -most to most (the base is not limited) that minimise the same at the best unit, the logits of a point.
//     logits, and the result: [rule][class], then the base [class]
std::vector<std::int32_t> fit_points(const RowGroups& rows, std::span<const double> logits,
                                     std::int32_t most);

}  // namespace loh
