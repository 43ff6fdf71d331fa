// The literals that boosted trees split on. Trees are not slower with more cut points, so numbers get many: quantiles, and the
// cuts by entropy, which find the few values that matter in a column of mostly zeros.
#pragma once

#include <optional>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/dataset_data.hpp"
#include "learn/boost/literal_features.hpp"
#include "learn/rule_literals.hpp"
#include "loh/learn_options.hpp"

namespace loh {

class TreeLiterals {
public:
    // Found on the training rows. Of `options`, comparisons and the least rows of a category count.
    TreeLiterals(const DatasetData& data, const Rows& training, const LearnOptions& options,
                 ThreadPool& pool);
    TreeLiterals(const TreeLiterals&) = delete;
    TreeLiterals& operator=(const TreeLiterals&) = delete;

    [[nodiscard]] std::size_t size() const { return atoms_.size(); }
    [[nodiscard]] const std::vector<LiteralFeature>& features() const { return features_; }  // on all rows
    [[nodiscard]] Formula formula(const LiteralRule& rule) const { return literals_->formula({rule}); }

private:
    std::vector<Atom> atoms_;  // [literal]
    std::optional<RuleLiterals> literals_;
    std::vector<LiteralFeature> features_;
};

}  // namespace loh
