// Boosted trees: leaves divide the rows, scores are sums of leaves, interactions are found, validation rows limit the trees.
#include "learn/boost/boosted_trees.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace loh::testing {
namespace {

struct Problem {
    std::vector<LiteralFeature> features;  // one for each bit
    std::vector<std::uint32_t> classes;    // [row]
    std::size_t bits = 0;

    [[nodiscard]] bool holds(const LiteralRule& rule, std::size_t row) const {
        for (auto [literal, wanted] : rule) {
            if (features[literal].has(0, features[literal].codes[row]) != wanted) return false;
        }
        return true;
    }
};

// Random bits; the class of a row is a function of them.
template <class Classify>
Problem random_problem(std::size_t rows, std::size_t bits, const Classify& classify) {
    loh::Random random(5, Stream::testing);
    Problem problem;
    problem.bits = bits;
    problem.features.resize(bits);
    for (std::uint32_t b = 0; b < bits; ++b) {
        LiteralFeature& feature = problem.features[b];
        feature.code_count = 2;
        feature.literals = {b};
        feature.holds = {0, 1};
        for (std::uint32_t row = 0; row < rows; ++row)
            feature.codes.push_back(random.uniform(b, row) < 0.5 ? 1 : 0);
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
        auto bit = [&](std::size_t b) { return problem.features[b].codes[row] != 0; };
        problem.classes.push_back(classify(bit, random.uniform(1000, row)));
    }
    return problem;
}

RowList from_to(std::uint32_t first, std::uint32_t last) {
    RowList rows;
    for (std::uint32_t row = first; row < last; ++row) rows.push_back(row);
    return rows;
}

BoostedTrees boosted(const Problem& problem, std::size_t classes, std::size_t threads,
                     std::uint32_t training = 0, BoostOptions options = {}) {
    auto rows = static_cast<std::uint32_t>(problem.classes.size());
    if (training == 0) training = rows;
    ThreadPool pool(threads);
    return boost(problem.features, from_to(0, training), from_to(training, rows), Labels(problem.classes), {},
                 classes, options, pool, {});
}

std::uint32_t three_classes(const std::function<bool(std::size_t)>& bit) {
    if (bit(0) != bit(1)) return 0;
    return bit(2) && !bit(3) ? 1 : 2;
}

TEST(BoostedTrees, LearnAnInteractionThatNoLiteralShows) {
    Problem problem = random_problem(2000, 8, [](const auto& bit, double) { return three_classes(bit); });
    BoostedTrees trees = boosted(problem, 3, 1, 1500);
    for (std::size_t row = 1500; row < 2000; ++row) {
        const double* scores = trees.scores.data() + row * 3;
        auto most = static_cast<std::uint32_t>(std::max_element(scores, scores + 3) - scores);
        ASSERT_EQ(most, problem.classes[row]);
    }
    EXPECT_LT(trees.validation_loss, 0.05);
}

TEST(BoostedTrees, EveryRowIsInOneLeafOfEachTreeAndScoresAreTheirSum) {
    for (std::size_t classes : {2U, 3U}) {
        Problem problem = random_problem(700, 6, [&](const auto& bit, double noise) {
            return noise < 0.2 ? std::uint32_t{1} : three_classes(bit) % static_cast<std::uint32_t>(classes);
        });
        BoostedTrees trees = boosted(problem, classes, 2);
        ASSERT_FALSE(trees.trees.empty());
        for (std::size_t row = 0; row < problem.classes.size(); ++row) {
            std::vector<double> sum = trees.base;
            for (const std::vector<BoostedLeaf>& tree : trees.trees) {
                std::size_t leaves = 0;
                for (const BoostedLeaf& leaf : tree) {
                    if (!problem.holds(leaf.rule, row)) continue;
                    ++leaves;
                    for (std::size_t c = 0; c < classes; ++c) sum[c] += leaf.logits[c];
                }
                ASSERT_EQ(leaves, 1U);
            }
            for (std::size_t c = 0; c < classes; ++c)
                ASSERT_NEAR(sum[c], trees.scores[row * classes + c], 1e-9);
        }
    }
}

TEST(BoostedTrees, AreTheSameForAnyNumberOfThreads) {
    Problem problem = random_problem(1500, 10, [](const auto& bit, double noise) {
        return noise < 0.3 ? std::uint32_t{0} : three_classes(bit);
    });
    BoostedTrees one = boosted(problem, 3, 1, 1200);
    BoostedTrees three = boosted(problem, 3, 3, 1200);
    EXPECT_EQ(one.scores, three.scores);
    ASSERT_EQ(one.trees.size(), three.trees.size());
    for (std::size_t t = 0; t < one.trees.size(); ++t) {
        ASSERT_EQ(one.trees[t].size(), three.trees[t].size());
        for (std::size_t l = 0; l < one.trees[t].size(); ++l)
            ASSERT_EQ(one.trees[t][l].rule, three.trees[t][l].rule);
    }
}

TEST(BoostedTrees, StopWhereValidationRowsGainNothing) {
    Problem noise = random_problem(1000, 10, [](const auto&, double u) { return u < 0.5 ? 0U : 1U; });
    BoostOptions options;
    options.rounds = 200;
    BoostedTrees trees = boosted(noise, 2, 1, 800, options);
    EXPECT_LT(trees.trees.size(), 10U);
    EXPECT_LT(trees.validation_loss, std::log(2.0) + 0.01);
}

TEST(BoostedTrees, KeepTheLimitOfLeaves) {
    Problem problem = random_problem(1000, 8, [](const auto& bit, double) { return three_classes(bit); });
    BoostOptions options;
    options.rounds = 5;
    options.leaves = 3;
    for (const std::vector<BoostedLeaf>& tree : boosted(problem, 3, 1, 0, options).trees)
        EXPECT_LE(tree.size(), 3U);
}

}  // namespace
}  // namespace loh::testing
