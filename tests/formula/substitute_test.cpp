#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

class Substitute : public ::testing::Test {
protected:
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
};

TEST_F(Substitute, ReplacesEveryOccurrence) {
    EXPECT_EQ(substitute((a & b) | !a, {{"a", b | c}}).to_string(), "(b | c) & b | !(b | c)");
    EXPECT_EQ(substitute(a, {{"a", b}}), b);
}

TEST_F(Substitute, ReplacesAllVariablesAtTheSameTime) {
    EXPECT_EQ(substitute(a & !b, {{"a", b}, {"b", a}}).to_string(), "b & !a");
}

TEST_F(Substitute, DoesNotReplaceInsideTheReplacement) {
    EXPECT_EQ(substitute(a & b, {{"a", a | b}, {"b", c}}).to_string(), "(a | b) & c");
}

TEST_F(Substitute, SimplifiesNothing) {
    EXPECT_EQ(substitute(a & b, {{"a", true}}).to_string(), "true & b");
    EXPECT_EQ(substitute(a & b, {{"a", b}}).to_string(), "b & b");
    EXPECT_EQ(substitute(a & c, {{"a", a & b}}).to_string(), "(a & b) & c");
}

TEST_F(Substitute, IgnoresNamesThatDoNotOccur) {
    Formula formula = (a & b) | choice({a, c});
    EXPECT_EQ(substitute(formula, {{"d", b}}), formula);
    EXPECT_EQ(substitute(formula, {}), formula);
}

TEST_F(Substitute, ConstantsStayAndAreReplacements) {
    EXPECT_EQ(substitute(Formula(true), {{"a", b}}), Formula(true));
    EXPECT_EQ(substitute(a | b, {{"a", false}, {"b", true}}).to_string(), "false | true");
}

TEST_F(Substitute, FindsNamesAsTextAndAsSpelled) {
    Formula odd = graph.var("two words");
    EXPECT_EQ(substitute(odd & a, {{"two words", b}}).to_string(), "b & a");
    EXPECT_EQ(substitute(odd & a, {{"`two words`", b}}).to_string(), "b & a");
}

TEST_F(Substitute, FindsAtomsByTheirText) {
    Elaboration meaning = elaborated("age >= 40 & colour in {\"red\", \"blue\"} & v[3] & adult");
    Formula formula = meaning.formulas()[0];
    EXPECT_EQ(substitute(formula, {{"age >= 40", formula[3]}, {"v[3]", true}}).to_string(),
              "adult & colour in {\"red\", \"blue\"} & true & adult");
}

TEST_F(Substitute, RejectsFormulasOfAnotherGraph) {
    Graph other;
    EXPECT_THROW(substitute(a & b, {{"a", other.var("x")}}), Error);
    EXPECT_THROW(substitute(a & b, {{"x", other.var("x")}}), Error);
}

TEST_F(Substitute, KeepsChoicesWithoutTheVariables) {
    Formula shared = choice({b, c});
    Formula result = substitute(shared & a & shared, {{"a", b}});
    EXPECT_EQ(result[0], shared);
    EXPECT_EQ(result[2], shared);
    EXPECT_EQ(take_census({result, shared}).choices, 1U);
}

TEST_F(Substitute, KeepsTheSharingOfChangedChoices) {
    Formula shared = choice({a, b}, ChoiceMode::conjunctive);
    Formula result = substitute((shared & c) | !shared, {{"a", c}});
    EXPECT_EQ(result.to_string(), "p1 := [c, b]@and; p1 & c | !p1");
    EXPECT_EQ(count_hypotheses({result}).digits, "2");
    EXPECT_NE(result[1][0], shared);
    EXPECT_EQ(shared.to_string(), "[a, b]@and");  // the original is untouched
}

TEST_F(Substitute, SharesChangedChoicesAmongSeveralFormulas) {
    Formula shared = choice({a, b});
    std::vector<Formula> results = substitute({shared & b, !shared, b}, {{"a", c}});
    EXPECT_EQ(take_census(results).choices, 1U);
    EXPECT_EQ(results[2], b);
}

TEST_F(Substitute, SharesTheChoicesOfAReplacement) {
    Formula result = substitute(a & !a, {{"a", choice({b, c})}});
    EXPECT_EQ(result.to_string(), "p1 := [b, c]; p1 & !p1");
    EXPECT_EQ(space_of({result}), (std::vector<std::string>{"b & !b", "c & !c"}));
}

TEST_F(Substitute, ReplacesInsideNestedChoices) {
    Formula inner = choice({a, b});
    Formula result = substitute(choice({inner & c, inner}), {{"b", !c}});
    EXPECT_EQ(space_of({result}), (std::vector<std::string>{"a & c", "!c & c", "a", "!c"}));
}

TEST_F(Substitute, KeepsTheNamesOfPlaceholders) {
    Formula formula = formula_of("Dry := [LowHum, HighTemp]; Dry & a | Dry & b");
    Formula result = substitute(formula, {{"LowHum", formula[0][1]}});
    EXPECT_EQ(result.to_string(), "Dry := [a, HighTemp]; Dry & a | Dry & b");
}

TEST_F(Substitute, LeavesHolesAlone) {
    Formula formula = formula_of("age > ? & a");
    EXPECT_EQ(substitute(formula, {{"age > ?", true}}), formula);
}

// f[a := g] has the value of f where a has the value of g.
TEST_F(Substitute, HasTheValueOfTheFormulaUnderTheValuesOfTheReplacements) {
    const std::vector<std::string> names = {"a", "b", "c", "d"};
    RandomFormulas formulas(names, 21);
    for (std::uint32_t round = 0; round < repeats(3000); ++round) {
        Graph own;
        Formula formula = formulas.make(own, 3 * round, 4);
        Formula first = formulas.make(own, 3 * round + 1, 3);
        Formula second = formulas.make(own, 3 * round + 2, 3);
        Formula result = substitute(formula, {{"a", first}, {"c", second}});
        for (std::uint32_t row = 0; row < 16; ++row) {
            Assignment before;
            for (std::size_t i = 0; i < names.size(); ++i) before[names[i]] = (row >> i & 1U) != 0;
            Assignment after = before;
            after["a"] = evaluate(first, before);
            after["c"] = evaluate(second, before);
            ASSERT_EQ(evaluate(result, before), evaluate(formula, after))
                << "round " << round << ": " << formula << " with " << first << " and " << second;
        }
    }
}

// Substituting and then choosing is choosing and then substituting.
TEST_F(Substitute, CommutesWithTheHypotheses) {
    Formula p = choice({a & b, !a});
    Formula formula = (p & c) | choice({p, b});
    Formula replacement = b | !c;
    std::vector<std::string> expected;
    for (const Formula& hypothesis : hypotheses(formula)) {
        Formula there = substitute(hypothesis, {{"a", false}});
        expected.push_back(there.to_string());
    }
    EXPECT_EQ(space_of({substitute(formula, {{"a", false}})}), expected);
}

TEST_F(Substitute, WorksOnFormulasOfAnyDepth) {
    Formula deep = a;
    for (int i = 0; i < 100'000; ++i) deep = i % 2 == 0 ? !(deep & b) : choice({deep, b});
    Formula result = substitute(deep, {{"a", c}});
    EXPECT_EQ(variables(result), (std::vector<std::string>{"c", "b"}));
    EXPECT_EQ(take_census({result}).choices, 50'000U);
}

TEST_F(Substitute, TakesLinearTimeOnSharedFormulas) {
    Formula doubled = a;  // 2^64 occurrences of a
    for (int i = 0; i < 64; ++i) doubled = all_of({doubled, doubled});
    Formula result = substitute(doubled, {{"a", b | c}});
    EXPECT_EQ(take_census({result}).nodes, 67U);
}

}  // namespace
}  // namespace loh::testing
