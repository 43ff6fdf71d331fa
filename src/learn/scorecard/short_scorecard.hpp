// Short scorecards of several sizes for given training rows: few rules with small whole points.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/dataset_data.hpp"
#include "data/examples.hpp"
#include "learn/sampled_literals.hpp"
#include "learn/scorecard/card_fit.hpp"
#include "learn/scorecard/rule_gain.hpp"
#include "loh/learn.hpp"

namespace loh {

struct ShortCard {
    std::vector<LiteralRule> rules;
    std::vector<std::int32_t> points;      // [rule][class], then the base [class]
    std::vector<std::uint32_t> predicted;  // [row of the dataset]: class
};

class ShortScorecardSearch {
public:
    // Literals come from the training rows. If rows x literals x rules exceeds `work`, rules are searched on a stratified sample
    // of them; points are always fitted on all. labels: [row of the dataset]. Keeps references to task and labels. The pool is used
    // by the constructor only.
    ShortScorecardSearch(const LearnTask& task, const Rows& training, const Labels& labels,
                         std::size_t classes, double work, ThreadPool& pool);

    // One scorecard for each number of rules, in increasing order. When nothing gains or `stop` says so, the remaining ones equal
    // the last. `found` is called with each. Several threads may search.
    // max_literals: of a rule, at most.
    [[nodiscard]] std::vector<ShortCard> find(std::span<const std::size_t> sizes, std::size_t max_literals,
                                              const std::function<bool()>& stop,
                                              const std::function<void(const ShortCard&)>& found) const;

    // Points of all rows of the dataset: [row][class].
    [[nodiscard]] std::vector<std::int64_t> scores(const ShortCard& card) const;

    // [rule]
    [[nodiscard]] std::vector<Formula> formulas(const ShortCard& card) const;

private:
    struct Card;
    bool add_rule(Card& card) const;
    void replace_rules(Card& card) const;
    void fit(Card& card) const;
    [[nodiscard]] RowSlopes slopes(const RowGroups& groups, std::span<const double> logits) const;
    void insert(Card& card, std::size_t place, const LiteralRule& rule) const;
    [[nodiscard]] ShortCard with_whole_points(const Card& card) const;
    void tune_base(std::vector<std::int64_t> scores, std::vector<std::int32_t>& points) const;

    const LearnTask& task_;
    const DatasetData& data_;
    Rows training_;
    const Labels& labels_;
    std::size_t classes_;
    SampledLiterals literals_;
};

}  // namespace loh
