// Gradient boosting of decision trees whose splits are literals. A leaf is a conjunction of literals that gives logits to the
// classes, so the ensemble is a scorecard: one rule for each leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/examples.hpp"
#include "learn/boost/literal_features.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

struct BoostOptions {
    std::size_t rounds = 100;  // trees, at most
    std::size_t leaves = 64;   // of a tree, at most
    double rate = 0.15;        // factor on the logits of a leaf
    double row_share = 0.8;    // rows that a tree is grown on
    double feature_share = 0.5;
    double ridge = 1;           // L2 penalty of logits
    double min_weight = 1;      // least sum of second derivatives in a leaf
    std::size_t patience = 15;  // rounds without a lower log loss on the validation rows
    std::uint64_t seed = 0;
};

struct BoostedLeaf {
    LiteralRule rule;
    std::vector<double> logits;  // [class]
};

struct BoostedTrees {
    std::vector<double> base;                     // [class]: logits of all rows
    std::vector<std::vector<BoostedLeaf>> trees;  // each row is in one leaf of each tree
    std::vector<double> scores;                   // [row][class]: logits of all rows of the dataset
    double validation_loss = 0;                   // mean log loss of the validation rows
};

// labels, weights (empty: all 1): [row]. With validation rows, the trees after the lowest log loss are left out. Deterministic:
// the same for any number of threads. `stop` ends it after the current tree.
BoostedTrees boost(std::span<const LiteralFeature> features, const Rows& training, const Rows& validation,
                   const Labels& labels, std::span<const float> weights, std::size_t classes,
                   const BoostOptions& options, ThreadPool& pool, const std::function<bool()>& stop);

}  // namespace loh
