// Formulas built in C++: the example of loh/formula.hpp, and errors.
#include <sstream>

#include <gtest/gtest.h>

#include "loh/loh.hpp"

namespace loh {

namespace {

class Builder : public ::testing::Test {
protected:
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
};

template <class Action>
ErrorKind kind_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.kind();
    }
    ADD_FAILURE() << "no error";
    return ErrorKind::syntax;
}

TEST_F(Builder, ExampleOfTheHeaderWorks) {
    Formula rule = a & choice({b, !c});
    std::ostringstream out;
    out << rule;
    EXPECT_EQ(out.str(), "a & [b, !c]");

    Formula shared = choice({a, b});
    EXPECT_EQ(take_census({shared & shared}).choices, 1U);
    EXPECT_EQ(take_census({choice({a, b}) & choice({a, b})}).choices, 2U);

    Formula plain = a & !b;
    EXPECT_TRUE(evaluate(plain, {{"a", true}, {"b", false}}));
}

TEST_F(Builder, EqualFormulasAreOneNode) {
    std::size_t before = (a & b, graph.node_count());
    EXPECT_EQ(a & b, a & b);
    EXPECT_EQ(!(a | b), !(a | b));
    EXPECT_EQ(graph.var("a"), a);
    EXPECT_EQ(graph.node_count(), before + 2);
    EXPECT_NE(a & b, b & a);
    EXPECT_NE(a & b, a | b);
}

TEST_F(Builder, NothingIsSimplified) {
    EXPECT_EQ((a & a).to_string(), "a & a");
    EXPECT_EQ((!!a).to_string(), "!!a");
    EXPECT_EQ((a & true).to_string(), "a & true");
}

TEST_F(Builder, TwoChoicesAreNeverEqual) {
    EXPECT_NE(choice({a, b}), choice({a, b}));
    Formula one = choice({a, b});
    Formula copy = one;
    EXPECT_EQ(one, copy);
}

TEST_F(Builder, ChainsExtendTheirLeftOperand) {
    EXPECT_EQ((a & b & c).size(), 3U);
    EXPECT_EQ((a | b | c).size(), 3U);
    EXPECT_EQ((a & (b & c)).to_string(), "a & (b & c)");
    EXPECT_EQ((a | (b & c)).to_string(), "a | b & c");
    EXPECT_EQ(((a | b) & c).to_string(), "(a | b) & c");
}

TEST_F(Builder, AllOfAndAnyOfTakeManyOperands) {
    EXPECT_EQ(all_of({a, b, c}).to_string(), "a & b & c");
    EXPECT_EQ(any_of({a, b, c}).to_string(), "a | b | c");
    EXPECT_EQ(all_of({}), Formula(true));
    EXPECT_EQ(any_of({}), Formula(false));
    EXPECT_EQ(all_of({a}), a);
}

TEST_F(Builder, ImplicationAndEquivalenceAreRewritten) {
    EXPECT_EQ(implies(a, b).to_string(), "!a | b");
    EXPECT_EQ(iff(a, b).to_string(), "(!a | b) & (a | !b)");
    EXPECT_EQ(exclusive_or(a, b).to_string(), "(a | b) & (!a | !b)");
    EXPECT_EQ(implies(a | b, c).to_string(), "!(a | b) | c");
}

TEST_F(Builder, ConstantsNeedNoGraph) {
    EXPECT_EQ(Formula(true).kind(), Kind::verum);
    EXPECT_EQ((!Formula(false)).to_string(), "true");
    EXPECT_TRUE(evaluate(Formula(true) & !Formula(false), {}));
    EXPECT_FALSE(Formula(true).has_choices());
    EXPECT_EQ(Formula(true), Formula(true));
    EXPECT_NE(Formula(true), Formula(false));
    EXPECT_EQ(choice({a, true, false}).to_string(), "[a, true, false]");
}

TEST_F(Builder, ConstantFormulasCombineWithAnyGraph) {
    EXPECT_EQ((all_of({}) & a).to_string(), "true & a");
    EXPECT_EQ((a | any_of({})).to_string(), "a | false");
    EXPECT_EQ(((!Formula(true)) & a).to_string(), "false & a");
}

TEST_F(Builder, FormulasGiveAccessToTheirParts) {
    Formula rule = (!a) & choice({b, c}, ChoiceMode::conjunctive);
    EXPECT_EQ(rule.kind(), Kind::conjunction);
    EXPECT_EQ(rule[0].kind(), Kind::negation);
    EXPECT_EQ(rule[0][0].name(), "a");
    EXPECT_EQ(rule[1].kind(), Kind::choice);
    EXPECT_EQ(rule[1].mode(), ChoiceMode::conjunctive);
    EXPECT_EQ(rule[1].choice_id().value, 0U);
    EXPECT_EQ(rule[1].size(), 2U);
    EXPECT_TRUE(rule.has_choices());
    EXPECT_FALSE(rule[0].has_choices());
}

TEST_F(Builder, NamesArePlainTextAndPrintedInBackquotes) {
    Formula odd = graph.var("two words");
    EXPECT_EQ(odd.name(), "`two words`");
    EXPECT_EQ(variables(odd & graph.var("and") & a), (std::vector<std::string>{"`two words`", "`and`", "a"}));
    EXPECT_TRUE(evaluate(odd, {{"two words", true}}));
    EXPECT_TRUE(evaluate(odd, {{"`two words`", true}}));
}

TEST_F(Builder, FormulasKeepTheirGraphAlive) {
    Formula kept = [] {
        Graph local;
        return local.var("x") & choice({local.var("y"), true});
    }();
    EXPECT_EQ(kept.to_string(), "x & [y, true]");
}

TEST_F(Builder, VariablesComeInTheOrderOfFirstUse) {
    EXPECT_EQ(variables((c & !a) | choice({b, a})), (std::vector<std::string>{"c", "a", "b"}));
    EXPECT_TRUE(variables(Formula(true)).empty());
}

TEST_F(Builder, CensusCountsSharedPartsOnce) {
    Formula shared = choice({a, b});
    Census census = take_census({shared & c, shared | c});
    EXPECT_EQ(census.nodes, 6U);
    EXPECT_EQ(census.variables, 3U);
    EXPECT_EQ(census.choices, 1U);
    EXPECT_EQ(census.alternatives, 2U);
    EXPECT_EQ(census.holes, 0U);
}

TEST_F(Builder, MisuseIsAUsageError) {
    Graph other;
    EXPECT_EQ(kind_of([&] { a& other.var("x"); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { choice({a, other.var("x")}); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { choice(std::vector<Formula>{}); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { graph.var(""); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)(a & b)[2]; }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)Formula(true)[0]; }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)(a & b).name(); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)a.mode(); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)a.choice_id(); }), ErrorKind::usage);
    EXPECT_EQ(kind_of([&] { (void)Formula(true).name(); }), ErrorKind::usage);
}

}  // namespace

}  // namespace loh
