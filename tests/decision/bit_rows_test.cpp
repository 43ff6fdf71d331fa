// Formulas on 64 rows at a time against formulas on one row.
#include "decision/bit_rows.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "support/effort.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

BitRows random_rows(const std::vector<std::string>& names, std::size_t rows, std::uint64_t seed) {
    loh::Random random(seed, Stream::testing);
    BitRows result{rows, {}};
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        Bits& bits = result.columns[spell_name(names[i])];
        bits.assign(bit_words(rows), 0);
        for (std::uint32_t row = 0; row < rows; ++row) {
            if (random.uniform(1000 + i, row) < 0.5) set_bit(bits, row);
        }
    }
    return result;
}

Assignment assignment_of(const BitRows& rows, std::size_t row) {
    Assignment result;
    for (const auto& [name, bits] : rows.columns) result[name] = bit_at(bits, row);
    return result;
}

class BitRowCounts : public ::testing::TestWithParam<std::size_t> {};

TEST_P(BitRowCounts, AgreeWithEvaluate) {
    RandomFormulas formulas({"a", "b", "c", "d e", "x[1]"}, 3);
    BitRows rows = random_rows(formulas.names(), GetParam(), 1);
    for (std::uint32_t round = 0; round < 1 + repeats(19); ++round) {
        Graph graph;
        std::vector<Formula> several;
        for (std::uint32_t i = 0; i < 3; ++i) several.push_back(formulas.make(graph, 3 * round + i, 4));
        std::vector<Bits> values = evaluate_rows(several, rows);
        ASSERT_EQ(values.size(), 3U);
        for (std::size_t f = 0; f < 3; ++f) {
            ASSERT_EQ(values[f].size(), bit_words(GetParam()));
            std::size_t ones = 0;
            // For many rows: every seventh row and the last ones.
            for (std::size_t row = 0; row < GetParam(); row += row + 100 < GetParam() && row > 100 ? 7 : 1) {
                bool expected = evaluate(several[f], assignment_of(rows, row));
                ASSERT_EQ(bit_at(values[f], row), expected) << several[f] << ", row " << row;
                ones += expected ? 1 : 0;
            }
            if (GetParam() <= 100) {
                ASSERT_EQ(count_ones(values[f]), ones);
            }
            ASSERT_LE(count_ones(values[f]), GetParam());  // no bits after the last row
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, BitRowCounts, ::testing::Values(0, 1, 63, 64, 65, 20000));

TEST(BitRows, ConstantsSetNoBitsAfterTheLastRow) {
    for (std::size_t rows : {0U, 1U, 64U, 70U}) {
        std::vector<Bits> values = evaluate_rows({Formula(true), Formula(false)}, {rows, {}});
        EXPECT_EQ(count_ones(values[0]), rows);
        EXPECT_EQ(count_ones(values[1]), 0U);
    }
    Graph graph;
    Formula always = graph.var("a") | Formula(true);
    BitRows rows = random_rows({"a"}, 70, 1);
    EXPECT_EQ(count_ones(evaluate_rows({always}, rows)[0]), 70U);
    EXPECT_EQ(count_ones(evaluate_rows({!always}, rows)[0]), 0U);
}

TEST(BitRows, NoFormulasGiveNoColumns) { EXPECT_TRUE(evaluate_rows({}, {5, {}}).empty()); }

TEST(BitRows, SetBitsAreFound) {
    Bits bits(bit_words(130), 0);
    EXPECT_EQ(bits.size(), 3U);
    for (std::size_t row : {0U, 63U, 64U, 129U}) {
        EXPECT_FALSE(bit_at(bits, row));
        set_bit(bits, row);
        EXPECT_TRUE(bit_at(bits, row));
    }
    EXPECT_EQ(count_ones(bits), 4U);
    EXPECT_EQ(bit_words(0), 0U);
    EXPECT_EQ(bit_words(64), 1U);
}

// Shared and deep formulas are evaluated once per node and without recursion.
TEST(BitRows, DeepAndSharedFormulasTakeLinearTime) {
    Graph graph;
    BitRows rows = random_rows({"a", "b"}, 100, 1);
    Formula formula = graph.var("a");
    for (int i = 0; i < 20'000; ++i) formula = i % 2 == 0 ? !(formula & graph.var("b")) : !formula;
    for (int i = 0; i < 60; ++i) formula = (formula & formula) | (graph.var("b") & !formula);
    Bits values = evaluate_rows({formula}, rows)[0];
    // Two rounds are f -> f & b; then (f & f) | (b & !f) is f | b, which is b if f implies b.
    Bits expected = evaluate_rows({graph.var("b")}, rows)[0];
    EXPECT_EQ(values, expected);
}

}  // namespace
}  // namespace loh::testing
