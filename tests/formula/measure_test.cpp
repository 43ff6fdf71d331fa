// Numbers of literals and clauses.
#include "formula/measure.hpp"

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

std::vector<std::string> clauses(const Formula& of) {
    std::vector<std::string> result;
    for (const Formula& clause : clauses_of(of)) result.push_back(clause.to_string());
    return result;
}

TEST(CountLiterals, CountsOccurrencesOfVariables) {
    EXPECT_EQ(count_literals(formula_of("a")), 1U);
    EXPECT_EQ(count_literals(formula_of("!a")), 1U);
    EXPECT_EQ(count_literals(formula_of("a & b | !a & c")), 4U);
    EXPECT_EQ(count_literals(formula_of("a & (true | b)")), 2U);
    EXPECT_EQ(count_literals(Formula(true)), 0U);
    EXPECT_EQ(count_literals(Formula(false)), 0U);
    EXPECT_EQ(count_literals(formula_of("true")), 0U);
    EXPECT_EQ(count_literals(formula_of("age >= 37.5 & color = \"red\"")), 2U);
}

TEST(CountLiterals, CountsSharedPartsAtEachUse) {
    EXPECT_EQ(count_literals(formula_of("p := a & b; p | c & p")), 5U);
    Graph graph;
    Formula twice = graph.var("a");
    for (int i = 0; i < 40; ++i) twice = (twice & graph.var("b")) | !twice;
    EXPECT_EQ(count_literals(twice), (std::size_t{1} << 41U) - 1);  // n -> 2 n + 1
}

// The count is the number of names in the text.
TEST(CountLiterals, AgreesWithTheNumberOfNamesInTheText) {
    RandomFormulas formulas({"a", "b", "c"}, 8);
    for (std::uint32_t round = 0; round < repeats(1000); ++round) {
        Graph graph;
        Formula one = formulas.make(graph, round, 4);
        std::string text = one.to_string();
        std::size_t names = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            auto is_letter = [&](std::size_t at) { return at < text.size() && std::isalpha(text[at]) != 0; };
            if (is_letter(i) && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1))) ++names;
        }
        ASSERT_EQ(count_literals(one), names) << text;
    }
}

TEST(ClausesOf, AreTheOperandsOfADisjunction) {
    EXPECT_EQ(clauses(formula_of("a & b | !c | d")), (std::vector<std::string>{"a & b", "!c", "d"}));
    EXPECT_EQ(clauses(formula_of("a & (b | c)")), (std::vector<std::string>{"a & (b | c)"}));
    EXPECT_EQ(clauses(formula_of("!a")), (std::vector<std::string>{"!a"}));
    EXPECT_EQ(clauses(formula_of("!(a | b)")), (std::vector<std::string>{"!(a | b)"}));
}

TEST(ClausesOf, TrueIsOneClauseAndFalseIsNone) {
    EXPECT_EQ(clauses(Formula(true)), (std::vector<std::string>{"true"}));
    EXPECT_TRUE(clauses(Formula(false)).empty());
    EXPECT_TRUE(clauses(formula_of("false")).empty());
    EXPECT_EQ(clauses(formula_of("true")), (std::vector<std::string>{"true"}));
}

}  // namespace
}  // namespace loh::testing
