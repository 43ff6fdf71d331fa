// Decision trees over bits and the rule lists made from them: both agree on the rows they were made from.
#include "learn/distil/tree.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "learn/distil/rule_list.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kNoLimit = 1000000;

struct TreeData {
    PackedRows bits;
    std::vector<std::uint32_t> labels;
    std::vector<std::uint32_t> weights;
    std::size_t classes;

    [[nodiscard]] std::vector<std::uint32_t> literals() const {
        std::vector<std::uint32_t> result(bits.bits());
        std::iota(result.begin(), result.end(), 0);
        return result;
    }
    [[nodiscard]] Tree grown(std::size_t leaves = kNoLimit, std::size_t depth = kNoLimit) const {
        std::vector<std::uint32_t> all = literals();
        return Tree::grow({bits, labels, weights, classes}, all, leaves, depth);
    }
};

TreeData random_tree_data(std::uint64_t seed) {
    Random random(seed);
    std::size_t rows = random.between(1, 300);
    std::size_t literals = random.between(1, 70);
    TreeData data{PackedRows(rows, literals), {}, {}, random.between(2, 5)};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < literals; ++i) {
            if (random.chance(40)) data.bits.set(row, i);
        }
        // The label depends on the first bit, so that trees of different sizes occur.
        std::size_t label = data.bits.at(row, 0) ? 0 : random.below(data.classes);
        data.labels.push_back(static_cast<std::uint32_t>(label));
        data.weights.push_back(static_cast<std::uint32_t>(random.between(1, 4)));
    }
    return data;
}

TEST(Tree, SplitsOnTheLiteralThatSeparatesTheClasses) {
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        TreeData data = random_tree_data(seed);
        std::size_t separating = seed % data.bits.bits();
        for (std::size_t row = 0; row < data.labels.size(); ++row)
            data.labels[row] = data.bits.at(row, separating) ? 1 : 0;
        Tree tree = data.grown();
        EXPECT_LE(tree.leaves(), 2U);
        for (std::size_t row = 0; row < data.labels.size(); ++row)
            EXPECT_EQ(tree.classify(data.bits, row, kNoLimit), data.labels[row]);
    }
}

TEST(Tree, SmallerTreeIsATruncationOfTheLargerOne) {
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        TreeData data = random_tree_data(seed);
        Tree large = data.grown();
        for (std::size_t leaves : {1U, 2U, 3U, 7U, 20U}) {
            Tree small = data.grown(leaves);
            ASSERT_LE(small.leaves(), leaves);
            for (std::size_t row = 0; row < data.labels.size(); ++row)
                ASSERT_EQ(small.classify(data.bits, row, kNoLimit), large.classify(data.bits, row, leaves))
                    << seed << ", " << leaves << " leaves";
        }
    }
}

TEST(Tree, WeightEqualsRepeatedRows) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        TreeData data = random_tree_data(seed);
        std::size_t total = std::accumulate(data.weights.begin(), data.weights.end(), std::size_t{0});
        TreeData repeated{
            PackedRows(total, data.bits.bits()), {}, std::vector<std::uint32_t>(total, 1), data.classes};
        for (std::size_t row = 0; row < data.labels.size(); ++row) {
            for (std::uint32_t copy = 0; copy < data.weights[row]; ++copy) {
                for (std::size_t i = 0; i < data.bits.bits(); ++i) {
                    if (data.bits.at(row, i)) repeated.bits.set(repeated.labels.size(), i);
                }
                repeated.labels.push_back(data.labels[row]);
            }
        }
        Tree one = data.grown(10);
        Tree other = repeated.grown(10);
        ASSERT_EQ(one.nodes().size(), other.nodes().size());
        for (std::size_t row = 0; row < data.labels.size(); ++row)
            ASSERT_EQ(one.classify(data.bits, row, kNoLimit), other.classify(data.bits, row, kNoLimit));
    }
}

TEST(Tree, RespectsMaxDepth) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        TreeData data = random_tree_data(seed);
        for (std::size_t depth : {0U, 1U, 3U}) {
            for (const auto& part : rules_of_tree(data.grown(kNoLimit, depth), kNoLimit, data.classes)) {
                for (const LiteralRule& rule : part) EXPECT_LE(rule.size(), depth);
            }
        }
    }
}

std::uint32_t class_by_list(const std::vector<std::vector<LiteralRule>>& rules,
                            const std::vector<std::uint32_t>& order, const TreeData& data, std::size_t row) {
    for (std::uint32_t c : order) {
        for (const LiteralRule& rule : rules[c]) {
            bool holds = std::all_of(rule.begin(), rule.end(), [&](SignedLiteral literal) {
                return data.bits.at(row, literal.literal) == literal.holds;
            });
            if (holds) return c;
        }
    }
    return order.back();
}

TEST(RuleList, AgreesWithTheTreeAndHasAtMostOneRulePerLeaf) {
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        TreeData data = random_tree_data(seed);
        Random random(seed);
        Tree tree = data.grown();
        std::size_t leaves = random.between(1, tree.leaves());
        std::vector<std::uint32_t> order(data.classes);
        std::iota(order.begin(), order.end(), 0);
        std::swap(order[0], order[random.below(data.classes)]);
        std::vector<std::uint32_t> predicted;
        for (std::size_t row = 0; row < data.labels.size(); ++row)
            predicted.push_back(tree.classify(data.bits, row, leaves));
        std::vector<Bits> columns(data.bits.bits(), Bits(bit_words(predicted.size()), 0));
        for (std::size_t row = 0; row < predicted.size(); ++row) {
            for (std::size_t i = 0; i < columns.size(); ++i) {
                if (data.bits.at(row, i)) set_bit(columns[i], row);
            }
        }
        std::vector<std::vector<LiteralRule>> rules = rules_of_tree(tree, leaves, data.classes);
        std::size_t before = 0;
        for (const auto& part : rules) before += part.size();
        EXPECT_EQ(before, leaves);
        shorten(rules, order, columns, predicted);
        EXPECT_TRUE(rules[order.back()].empty());
        for (std::size_t row = 0; row < predicted.size(); ++row)
            ASSERT_EQ(class_by_list(rules, order, data, row), predicted[row]) << seed << ", row " << row;
    }
}

TEST(RuleList, DropsLiteralsThatExcludeNoRow) {
    // The label is bit 0; the rules test bit 1 first.
    TreeData data{PackedRows(4, 2), {0, 1, 0, 1}, {1, 1, 1, 1}, 2};
    for (std::size_t row : {1U, 3U}) data.bits.set(row, 0);
    for (std::size_t row : {2U, 3U}) data.bits.set(row, 1);
    std::vector<Bits> columns = {{0b1010}, {0b1100}};
    std::vector<std::vector<LiteralRule>> rules = {{{{1, true}, {0, false}}, {{1, false}, {0, false}}},
                                                   {{{1, true}, {0, true}}, {{1, false}, {0, true}}}};
    std::vector<std::uint32_t> order = {1, 0};
    shorten(rules, order, columns, data.labels);
    ASSERT_EQ(rules[1].size(), 1U);
    ASSERT_EQ(rules[1][0].size(), 1U);
    EXPECT_EQ(rules[1][0][0].literal, 0U);
    EXPECT_TRUE(rules[1][0][0].holds);
}

}  // namespace
}  // namespace loh::testing
