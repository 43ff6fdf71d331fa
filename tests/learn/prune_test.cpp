// Pruning keeps the value on every given row and removes exactly the operands that prune.hpp specifies.
#include "learn/prune.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "formula/measure.hpp"
#include "formula/simplify.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

const std::vector<std::string> kPruneNames = {"a", "b", "c", "d", "e", "f"};

// Rows written as the variables that are true in them: {"ab", "", "c"}.
BitRows rows_of(const std::vector<std::string>& rows) {
    BitRows result{rows.size(), {}};
    for (const std::string& name : kPruneNames) {
        Bits& bits = result.columns[name];
        bits.assign(bit_words(rows.size()), 0);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row].find(name) != std::string::npos) set_bit(bits, row);
        }
    }
    return result;
}

BitRows random_rows(std::uint32_t rows, std::uint64_t seed) {
    loh::Random random(seed, Stream::testing);
    std::vector<std::string> texts(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t i = 0; i < kPruneNames.size(); ++i) {
            if (random.uniform(row, i) < 0.5) texts[row] += kPruneNames[i];
        }
    }
    return rows_of(texts);
}

std::vector<std::string> operands_of(const Formula& of, Kind kind) {
    std::vector<std::string> result;
    if (of.kind() != kind) return {of.to_string()};
    for (std::size_t i = 0; i < of.size(); ++i) result.push_back(of[i].to_string());
    return result;
}

std::string pruned(const std::string& text, Prune level, const std::vector<std::string>& rows) {
    return prune(formula_of(text), level, rows_of(rows)).to_string();
}

TEST(Prune, NoneChangesNothing) { EXPECT_EQ(pruned("a | b | a & b", Prune::none, {"c"}), "a | b | a & b"); }

TEST(Prune, UnsatisfiedDropsClausesThatNoRowSatisfies) {
    EXPECT_EQ(pruned("a & b | c | !d & e", Prune::unsatisfied, {"ab", "c", "de"}), "a & b | c");
    EXPECT_EQ(pruned("a | b | c", Prune::unsatisfied, {"b"}), "b");
    EXPECT_EQ(pruned("a | b", Prune::unsatisfied, {"c"}), "false");
    EXPECT_EQ(pruned("a & b | a & c | a", Prune::unsatisfied, {"ab", "ac"}), "a & b | a & c | a");
}

TEST(Prune, UnsatisfiedDropsConditionsThatNoRowViolates) {
    EXPECT_EQ(pruned("(a | b) & c & !d", Prune::unsatisfied, {"ac", "bcd"}), "!d");
    EXPECT_EQ(pruned("a & b", Prune::unsatisfied, {"ab", "abc"}), "true");
}

TEST(Prune, RedundantDropsTheLeastUsedFirstThenTheLongest) {
    // a decides three rows, b two of the same, c one of them.
    EXPECT_EQ(pruned("c | b | a", Prune::redundant, {"abc", "ab", "a"}), "a");
    // Each decides all rows; the longer one is dropped, although it is first.
    EXPECT_EQ(pruned("a & b | c", Prune::redundant, {"abc"}), "c");
    // Of two equal ones, the first is dropped.
    EXPECT_EQ(pruned("a | b", Prune::redundant, {"ab"}), "b");
    // Each is needed for some row.
    EXPECT_EQ(pruned("a | b", Prune::redundant, {"a", "b"}), "a | b");
    // Dually: one row violates both conditions, and no other row violates any.
    EXPECT_EQ(pruned("a & (b | c) & d", Prune::redundant, {"d", "ad", "abd"}), "b | c");
}

TEST(Prune, KeepsRootsOtherThanConjunctionAndDisjunction) {
    for (const char* text : {"a", "!a", "true", "false", "!(a | b)", "!(a & b)"}) {
        for (Prune level : {Prune::unsatisfied, Prune::redundant})
            EXPECT_EQ(pruned(text, level, {"c", "cd"}), text);
    }
}

TEST(Prune, RemovesEverythingWithoutRows) {
    EXPECT_EQ(pruned("a | b", Prune::unsatisfied, {}), "false");
    EXPECT_EQ(pruned("a & b", Prune::redundant, {}), "true");
}

class PruneLevels : public ::testing::TestWithParam<Prune> {};

TEST_P(PruneLevels, KeepTheValueOnEveryRow) {
    RandomFormulas formulas(kPruneNames, 6);
    std::size_t shorter = 0;
    for (std::uint32_t round = 0; round < repeats(3000); ++round) {
        Graph graph;
        Formula before = round % 3 == 0
                             ? formulas.make(graph, round, 3)
                             : formulas.make_normal_form(graph, round, round % 3 == 1, 2 + round % 7);
        before = simplify(before);
        BitRows rows = random_rows(round % 40, round);
        Formula after = prune(before, GetParam(), rows);
        ASSERT_EQ(evaluate_rows({after}, rows), evaluate_rows({before}, rows))
            << "round " << round << ": " << before << " became " << after;
        ASSERT_LE(count_literals(after), count_literals(before));
        ASSERT_EQ(simplify(after).to_string(), after.to_string()) << before;
        shorter += count_literals(after) < count_literals(before) ? 1 : 0;
    }
    EXPECT_EQ(shorter > repeats(3000) / 10, GetParam() != Prune::none) << shorter;
}

std::string level_name(const ::testing::TestParamInfo<Prune>& info) {
    constexpr const char* kLevels[] = {"None", "Unsatisfied", "Redundant"};
    return kLevels[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Levels, PruneLevels,
                         ::testing::Values(Prune::none, Prune::unsatisfied, Prune::redundant), level_name);

TEST(Prune, UnsatisfiedKeepsExactlyTheOperandsThatDecideARow) {
    RandomFormulas formulas(kPruneNames, 7);
    for (std::uint32_t round = 0; round < repeats(2000); ++round) {
        Graph graph;
        bool disjunction = round % 2 == 0;
        Kind kind = disjunction ? Kind::disjunction : Kind::conjunction;
        Formula before = simplify(formulas.make_normal_form(graph, round, disjunction, 2 + round % 7));
        if (before.kind() != kind) continue;
        BitRows rows = random_rows(1 + round % 20, round);
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < before.size(); ++i) {
            std::size_t satisfied = count_ones(evaluate_rows({before[i]}, rows)[0]);
            if (disjunction ? satisfied > 0 : satisfied < rows.rows)
                expected.push_back(before[i].to_string());
        }
        if (expected.empty()) expected = {disjunction ? "false" : "true"};
        Formula after = prune(before, Prune::unsatisfied, rows);
        std::vector<std::string> kept =
            expected.size() == 1 ? std::vector<std::string>{after.to_string()} : operands_of(after, kind);
        ASSERT_EQ(kept, expected) << "round " << round << ": " << before;

        // Redundant operands are dropped as well, and no further operand is redundant.
        Formula least = prune(before, Prune::redundant, rows);
        ASSERT_LE(count_literals(least), count_literals(after)) << before;
        if (least.kind() != kind) continue;
        for (std::size_t out = 0; out < least.size(); ++out) {
            std::vector<Formula> others;
            for (std::size_t i = 0; i < least.size(); ++i) {
                if (i != out) others.push_back(least[i]);
            }
            Formula without = disjunction ? any_of(others) : all_of(others);
            ASSERT_NE(evaluate_rows({without}, rows), evaluate_rows({least}, rows))
                << "round " << round << ": " << least[out] << " is not needed in " << least;
        }
    }
}

// not prune(f) = prune(not f), with conjunctions and disjunctions exchanged.
TEST(Prune, PruningAConjunctionIsDual) {
    RandomFormulas formulas(kPruneNames, 9);
    for (std::uint32_t round = 0; round < repeats(1000); ++round) {
        Graph graph;
        Formula disjunction = formulas.make_normal_form(graph, round, true, 2 + round % 6);
        if (disjunction.kind() != Kind::disjunction) continue;
        std::vector<Formula> negated;
        for (std::size_t i = 0; i < disjunction.size(); ++i) negated.push_back(!disjunction[i]);
        BitRows rows = random_rows(round % 25, round);
        for (Prune level : {Prune::unsatisfied, Prune::redundant}) {
            Formula one = prune(disjunction, level, rows);
            Formula other = prune(all_of(negated), level, rows);
            std::vector<std::string> clauses;
            for (const Formula& clause : clauses_of(one)) clauses.push_back((!clause).to_string());
            if (one.kind() != Kind::disjunction) {
                if (one == Formula(false)) {
                    ASSERT_EQ(other, Formula(true));
                } else {
                    ASSERT_EQ(other, !one);
                }
                continue;
            }
            ASSERT_EQ(operands_of(other, Kind::conjunction), clauses) << "round " << round;
        }
    }
}

}  // namespace
}  // namespace loh::testing
