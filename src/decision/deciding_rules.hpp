// The rule that decides a row, and the probabilities that follow from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decision/decision_data.hpp"

namespace loh {

// The rules of formulas in their order. The first one that holds decides; the last number is for rows in which none holds. With
// the head `paper` the numbers are the classes that the network predicts. Not for scorecards.
class DecidingRules {
public:
    explicit DecidingRules(const DecisionData& decision);  // keeps the reference

    // [rule, then none]: the class it decides for.
    [[nodiscard]] const std::vector<std::uint32_t>& classes() const { return classes_; }

    // The number of the rule that decides each row.
    [[nodiscard]] std::vector<std::uint32_t> on(const ColumnSource& columns, ThreadPool& pool) const;

private:
    const DecisionData& decision_;
    std::vector<Formula> rules_;
    std::vector<std::uint32_t> classes_;
};

// [row][class]: softmax(unit * scores + shift). scores: [row][class].
std::vector<double> softmax(const Probabilities& probabilities, std::span<const std::int64_t> scores);

// [row][class]. Throws Error (usage) if the decision has no probabilities.
std::vector<double> probabilities_on(const DecisionData& decision, const ColumnSource& columns,
                                     ThreadPool& pool);
void require_probabilities(const DecisionData& decision);

}  // namespace loh
