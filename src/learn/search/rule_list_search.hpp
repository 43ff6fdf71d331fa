// Lists of rules for the classes of a dataset, searched on some of its rows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/dataset_data.hpp"
#include "data/examples.hpp"
#include "learn/literal_rule.hpp"
#include "learn/row_split.hpp"
#include "learn/sampled_literals.hpp"
#include "learn/search/rule_set.hpp"
#include "loh/learn.hpp"

namespace loh {

// Classes in the order of a list: the class of a row is the first one with a rule that holds, or the last.
struct ClassOrder {
    std::vector<std::string> classes;
    Labels ranks;  // [row]: of its class
};

// Rare classes first. either: of two classes either may have the rules, so there are two orders.
std::vector<ClassOrder> class_orders(const LearnTask& task, bool either);

struct RuleList {
    const ClassOrder* order = nullptr;
    RulesOfClasses rules;                  // by rank; the last class has none
    std::vector<std::uint32_t> predicted;  // [row of the dataset]: rank
    std::size_t literals = 0;
    double penalty = 0;  // complexity penalty for literals and rules, as a share of the rows

    [[nodiscard]] std::size_t rule_count() const;
    // By the metric of the task, with the weights of the rows.
    [[nodiscard]] double score(const Rows& rows, Metric metric, std::span<const float> weights) const;
};

// Weights of the rows of a sample as whole numbers, which the counts of the search need.
struct WholeWeights {
    std::vector<std::uint32_t> of_row;  // [row of the sample]
    double of_one = 1;                  // what a row without weights would have: penalties are given in rows
};

class RuleListSearch {
public:
    // Literals come from the training rows. If rows x literals x rules exceeds `work`, a stratified sample of them is searched.
    // Keeps a reference to the task. The pool is used by the constructor only.
    RuleListSearch(const LearnTask& task, const Rows& training, double work, ThreadPool& pool);
    RuleListSearch(const RuleListSearch&) = delete;
    RuleListSearch& operator=(const RuleListSearch&) = delete;

    // Class after class, each distinguished from those after it. Several threads may search.
    [[nodiscard]] RuleList find(const ClassOrder& order, RuleSetOptions options,
                                const std::function<bool()>& stop) const;

    // The number of the first rule that holds in each row of the dataset, counted over all classes; list.rule_count() if none does.
    [[nodiscard]] std::vector<std::uint32_t> deciding_rules(const RuleList& list) const;

    // The formula of each class but the last, in the order of the list.
    [[nodiscard]] std::vector<Formula> formulas(const RuleList& list) const;

private:
    // The rows of the sample as the search for one class sees them.
    struct ClassRows {
        std::vector<bool> wanted;            // [row of the sample]: of the class
        std::vector<std::uint32_t> weights;  // 0: belongs to, or is predicted as, an earlier class
        Bits keep;                           // those of the class
        RuleSetRows rows;
    };
    [[nodiscard]] ClassRows class_rows(std::uint32_t rank, const ClassOrder& order,
                                       const std::vector<std::uint32_t>& predicted) const;
    // Of the first class, before which nothing is predicted: the same in every search, and made once for each order.
    [[nodiscard]] const ClassRows& first_class_rows(const ClassOrder& order) const;

    [[nodiscard]] std::vector<CandidateLiteral> candidates_for(const ClassOrder& order,
                                                               std::uint32_t rank) const;
    [[nodiscard]] std::vector<LiteralRule> rules_of_class(std::uint32_t rank, const ClassOrder& order,
                                                          const std::vector<std::uint32_t>& predicted,
                                                          RuleSetOptions options,
                                                          const std::function<bool()>& stop) const;
    [[nodiscard]] std::vector<LiteralRule> by_contribution(std::vector<LiteralRule> rules,
                                                           const std::vector<bool>& wanted,
                                                           const std::vector<std::uint32_t>& weights) const;
    void predict(const LiteralRule& rule, std::uint32_t rank, std::vector<std::uint32_t>& predicted) const;

    const LearnTask& task_;
    const DatasetData& data_;
    SampledLiterals literals_;
    WholeWeights weights_;
    mutable std::mutex first_mutex_;
    mutable std::map<const ClassOrder*, std::unique_ptr<ClassRows>> first_;
};

// The model of a list: with the head of the task, or `single` for two classes and `list` for more.
Model model_of_list(const RuleListSearch& lists, const RuleList& list, const LearnTask& task,
                    const RowSplit& split);

}  // namespace loh
