// Trees over bits, and the lists of rules made of them: both say the same on all rows they were made from.
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

struct Lesson {
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

Lesson random_lesson(std::uint64_t seed) {
    Random random(seed);
    std::size_t rows = random.between(1, 300);
    std::size_t literals = random.between(1, 70);
    Lesson lesson{PackedRows(rows, literals), {}, {}, random.between(2, 5)};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < literals; ++i) {
            if (random.chance(40)) lesson.bits.set(row, i);
        }
        // The label has to do with the first bits, so that some trees are small and some are not.
        std::size_t label = lesson.bits.at(row, 0) ? 0 : random.below(lesson.classes);
        lesson.labels.push_back(static_cast<std::uint32_t>(label));
        lesson.weights.push_back(static_cast<std::uint32_t>(random.between(1, 4)));
    }
    return lesson;
}

TEST(Tree, AsksTheLiteralThatTellsTheClasses) {
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        Lesson lesson = random_lesson(seed);
        std::size_t telling = seed % lesson.bits.bits();
        for (std::size_t row = 0; row < lesson.labels.size(); ++row)
            lesson.labels[row] = lesson.bits.at(row, telling) ? 1 : 0;
        Tree tree = lesson.grown();
        EXPECT_LE(tree.leaves(), 2U);
        for (std::size_t row = 0; row < lesson.labels.size(); ++row)
            EXPECT_EQ(tree.classify(lesson.bits, row, kNoLimit), lesson.labels[row]);
    }
}

TEST(Tree, WithFewerLeavesIsTheSameTreeCutOff) {
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        Lesson lesson = random_lesson(seed);
        Tree large = lesson.grown();
        for (std::size_t leaves : {1U, 2U, 3U, 7U, 20U}) {
            Tree small = lesson.grown(leaves);
            ASSERT_LE(small.leaves(), leaves);
            for (std::size_t row = 0; row < lesson.labels.size(); ++row)
                ASSERT_EQ(small.classify(lesson.bits, row, kNoLimit),
                          large.classify(lesson.bits, row, leaves))
                    << seed << ", " << leaves << " leaves";
        }
    }
}

TEST(Tree, AWeightCountsAsSoManyRows) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        Lesson lesson = random_lesson(seed);
        std::size_t total = std::accumulate(lesson.weights.begin(), lesson.weights.end(), std::size_t{0});
        Lesson repeated{
            PackedRows(total, lesson.bits.bits()), {}, std::vector<std::uint32_t>(total, 1), lesson.classes};
        for (std::size_t row = 0; row < lesson.labels.size(); ++row) {
            for (std::uint32_t copy = 0; copy < lesson.weights[row]; ++copy) {
                for (std::size_t i = 0; i < lesson.bits.bits(); ++i) {
                    if (lesson.bits.at(row, i)) repeated.bits.set(repeated.labels.size(), i);
                }
                repeated.labels.push_back(lesson.labels[row]);
            }
        }
        Tree one = lesson.grown(10);
        Tree other = repeated.grown(10);
        ASSERT_EQ(one.nodes().size(), other.nodes().size());
        for (std::size_t row = 0; row < lesson.labels.size(); ++row)
            ASSERT_EQ(one.classify(lesson.bits, row, kNoLimit), other.classify(lesson.bits, row, kNoLimit));
    }
}

TEST(Tree, GoesNoDeeperThanAllowed) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        Lesson lesson = random_lesson(seed);
        for (std::size_t depth : {0U, 1U, 3U}) {
            for (const auto& part : rules_of_tree(lesson.grown(kNoLimit, depth), kNoLimit, lesson.classes)) {
                for (const LiteralRule& rule : part) EXPECT_LE(rule.size(), depth);
            }
        }
    }
}

std::uint32_t said_by_list(const std::vector<std::vector<LiteralRule>>& rules,
                           const std::vector<std::uint32_t>& order, const Lesson& lesson, std::size_t row) {
    for (std::uint32_t c : order) {
        for (const LiteralRule& rule : rules[c]) {
            bool holds = std::all_of(rule.begin(), rule.end(), [&](SignedLiteral literal) {
                return lesson.bits.at(row, literal.literal) == literal.holds;
            });
            if (holds) return c;
        }
    }
    return order.back();
}

TEST(RuleList, SaysWhatTheTreeSaysWithNoMoreRulesThanLeaves) {
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        Lesson lesson = random_lesson(seed);
        Random random(seed);
        Tree tree = lesson.grown();
        std::size_t leaves = random.between(1, tree.leaves());
        std::vector<std::uint32_t> order(lesson.classes);
        std::iota(order.begin(), order.end(), 0);
        std::swap(order[0], order[random.below(lesson.classes)]);
        std::vector<std::uint32_t> said;
        for (std::size_t row = 0; row < lesson.labels.size(); ++row)
            said.push_back(tree.classify(lesson.bits, row, leaves));
        std::vector<Bits> columns(lesson.bits.bits(), Bits(bit_words(said.size()), 0));
        for (std::size_t row = 0; row < said.size(); ++row) {
            for (std::size_t i = 0; i < columns.size(); ++i) {
                if (lesson.bits.at(row, i)) set_bit(columns[i], row);
            }
        }
        std::vector<std::vector<LiteralRule>> rules = rules_of_tree(tree, leaves, lesson.classes);
        std::size_t before = 0;
        for (const auto& part : rules) before += part.size();
        EXPECT_EQ(before, leaves);
        shorten(rules, order, columns, said);
        EXPECT_TRUE(rules[order.back()].empty());
        for (std::size_t row = 0; row < said.size(); ++row)
            ASSERT_EQ(said_by_list(rules, order, lesson, row), said[row]) << seed << ", row " << row;
    }
}

TEST(RuleList, DropsWhatSeparatesFromNothing) {
    // The label is bit 0; the tree had to ask bit 1 first.
    Lesson lesson{PackedRows(4, 2), {0, 1, 0, 1}, {1, 1, 1, 1}, 2};
    for (std::size_t row : {1U, 3U}) lesson.bits.set(row, 0);
    for (std::size_t row : {2U, 3U}) lesson.bits.set(row, 1);
    std::vector<Bits> columns = {{0b1010}, {0b1100}};
    std::vector<std::vector<LiteralRule>> rules = {{{{1, true}, {0, false}}, {{1, false}, {0, false}}},
                                                   {{{1, true}, {0, true}}, {{1, false}, {0, true}}}};
    std::vector<std::uint32_t> order = {1, 0};
    shorten(rules, order, columns, lesson.labels);
    ASSERT_EQ(rules[1].size(), 1U);
    ASSERT_EQ(rules[1][0].size(), 1U);
    EXPECT_EQ(rules[1][0][0].literal, 0U);
    EXPECT_TRUE(rules[1][0][0].holds);
}

}  // namespace
}  // namespace loh::testing
