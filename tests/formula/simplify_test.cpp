// Each rewrite alone against truth tables, then all together.
#include "formula/simplify.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "formula/rewrites/join.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

const std::vector<std::string> kSimplifyNames = {"a", "b", "c", "d", "e"};

std::string simplified(const std::string& text) {
    return simplify(elaborated(text).formulas()[0]).to_string();
}

TEST(Simplify, AppliesEachIdentity) {
    EXPECT_EQ(simplified("a & true & b"), "a & b");
    EXPECT_EQ(simplified("a & false"), "false");
    EXPECT_EQ(simplified("a | false | b"), "a | b");
    EXPECT_EQ(simplified("a | true"), "true");
    EXPECT_EQ(simplified("!!a"), "a");
    EXPECT_EQ(simplified("!true | a"), "a");
    EXPECT_EQ(simplified("(a & b) & (c & d)"), "a & b & c & d");
    EXPECT_EQ(simplified("a & b & a"), "a & b");
    EXPECT_EQ(simplified("a & b & !a"), "false");
    EXPECT_EQ(simplified("a | b | !a"), "true");
    EXPECT_EQ(simplified("a | a & b"), "a");
    EXPECT_EQ(simplified("a & (a | b) & c"), "a & c");
    EXPECT_EQ(simplified("b & a & c | a & b | d"), "a & b | d");
    EXPECT_EQ(simplified("a & b | b & a"), "a & b");
}

TEST(Simplify, AppliesSeveralIdentitiesInTurn) {
    EXPECT_EQ(simplified("(a | !a) & b"), "b");
    EXPECT_EQ(simplified("(a & true) | (a & (b | true))"), "a");
    EXPECT_EQ(simplified("!(a & !a)"), "true");
    EXPECT_EQ(simplified("((Forest | Dry & Wind) & true & true) & true"), "Forest | Dry & Wind");
}

// A random formula over five variables and the constants.
Formula random_formula(Graph& graph, const loh::Random& random, std::uint32_t round, std::uint32_t& index,
                       int depth) {
    auto draw = [&](std::uint32_t sides) {
        return static_cast<std::uint32_t>(random.bits(round, index++) % sides);
    };
    std::uint32_t kind = draw(depth == 0 ? 3 : 8);
    if (kind < 2) return graph.var(kSimplifyNames[draw(5)]);
    if (kind == 2) return draw(4) == 0 ? Formula(draw(2) == 0) : graph.var(kSimplifyNames[draw(5)]);
    if (kind == 3) return !random_formula(graph, random, round, index, depth - 1);
    std::vector<Formula> operands;
    for (std::uint32_t i = 0, count = 2 + draw(3); i < count; ++i)
        operands.push_back(random_formula(graph, random, round, index, depth - 1));
    return kind % 2 == 0 ? all_of(operands) : any_of(operands);
}

TEST(Simplify, KeepsTheFunctionNeverLengthensAndIsIdempotent) {
    loh::Random random(4, Stream::testing);
    std::size_t shorter = 0;
    for (std::uint32_t round = 0; round < repeats(20'000); ++round) {
        Graph graph;
        std::uint32_t index = 0;
        Formula formula = random_formula(graph, random, round, index, 4);
        Formula result = simplify(formula);
        ASSERT_EQ(truth_table(result, kSimplifyNames), truth_table(formula, kSimplifyNames))
            << "round " << round << ": " << formula << " became " << result;
        std::string text = result.to_string();
        ASSERT_LE(text.size(), formula.to_string().size()) << formula << " became " << result;
        ASSERT_EQ(simplify(result).to_string(), text) << formula;
        shorter += text.size() < formula.to_string().size() ? 1 : 0;
    }
    EXPECT_GT(shorter, repeats(5'000));
}

TEST(Simplify, ResultBelongsToTheGraphOfTheFormula) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b");
    EXPECT_EQ(simplify(a & (a | b)), a);
    EXPECT_EQ((simplify(!!a & true) | b).to_string(), "a | b");
    EXPECT_EQ(simplify(a & b), a & b);
    EXPECT_EQ(simplify(Formula(true)), Formula(true));
}

TEST(Simplify, KeepsAChoiceWhoseAlternativesAreSimple) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b");
    Formula open = choice({a, b});
    EXPECT_EQ(simplify(open & true & open), open);
    EXPECT_EQ(simplify(open & !open), Formula(false));
    EXPECT_EQ(simplify(open | true), Formula(true));
    EXPECT_EQ(simplify(open | (open & a)), open);
}

TEST(Simplify, SimplifiesAlternativesAndKeepsTheirNumberAndSharing) {
    EXPECT_EQ(simplified("p := [a & a, !!b, a & !a]@and; p & c | !p"), "p := [a, b, false]@and; p & c | !p");
    EXPECT_EQ(simplified("[a, a]"), "[a, a]");
    EXPECT_EQ(simplified("[a & a]"), "[a]");
    EXPECT_EQ(simplified("[[a & a, b], c] & true"), "[[a, b], c]");
}

TEST(Simplify, SharesChangedChoicesAmongSeveralFormulas) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b");
    Formula open = choice({a & a, b});
    std::vector<Formula> results = simplify({open & b, !open, Formula(true)});
    EXPECT_EQ(take_census(results).choices, 1U);
    EXPECT_EQ(results[1][0], results[0][0]);
    EXPECT_EQ(results[2], Formula(true));
    EXPECT_TRUE(simplify(std::vector<Formula>{}).empty());
}

TEST(Simplify, LeavesHolesAsTheyAre) {
    EXPECT_EQ(simplified("age > ? & (age > ? | a) & true"), "age > ? & (age > ? | a)");
    EXPECT_EQ(simplified("p := age > ?; p & (p | a)"), "age > ?");
}

// The formula after every choice has selected its alternative `index`.
Formula resolved(const Formula& formula, std::size_t index) {
    if (formula.kind() == Kind::choice) return resolved(formula[index], index);
    if (formula.kind() == Kind::negation) return !resolved(formula[0], index);
    if (formula.size() == 0) return formula;
    std::vector<Formula> operands;
    for (std::size_t i = 0; i < formula.size(); ++i) operands.push_back(resolved(formula[i], index));
    return formula.kind() == Kind::conjunction ? all_of(operands) : any_of(operands);
}

TEST(Simplify, KeepsTheFunctionUnderEverySelection) {
    RandomFormulas formulas(kSimplifyNames, 31);
    for (std::uint32_t round = 0; round < repeats(2000); ++round) {
        Graph graph;
        Formula open = choice(
            {formulas.make(graph, 3 * round, 2), formulas.make(graph, 3 * round + 1, 2), graph.var("e")});
        Formula formula = substitute(formulas.make(graph, 3 * round + 2, 4), {{"a", open}, {"b", !open}});
        Formula result = simplify(formula);
        for (std::size_t index : {0U, 1U, 2U}) {
            ASSERT_EQ(truth_table(resolved(result, index), kSimplifyNames),
                      truth_table(resolved(formula, index), kSimplifyNames))
                << formula << " became " << result;
        }
    }
}

TEST(Simplify, WorksOnFormulasOfAnyDepth) {
    Graph graph;
    Formula a = graph.var("a");
    Formula negations = a;
    for (int i = 0; i < 100'000; ++i) negations = !negations;
    EXPECT_EQ(simplify(negations), a);

    std::vector<Formula> leaves = {a};
    Formula left = a;
    Formula right = a;
    Formula alternating = a;
    for (int i = 0; i < 100'000; ++i) {
        Formula next = graph.var("x" + std::to_string(i));
        leaves.push_back(next);
        left = all_of({left, next});
        right = all_of({next, right});
        alternating = i % 2 == 0 ? all_of({alternating, next}) : any_of({alternating, next});
    }
    EXPECT_EQ(simplify(left), all_of(leaves));
    EXPECT_EQ(simplify(right).size(), 100'001U);
    EXPECT_EQ(simplify(alternating), alternating);
}

// Flattened at each of its uses, this graph of 60 000 nodes would have 10^9 operands.
TEST(Simplify, BoundsTheWorkOnSharedParts) {
    Graph graph;
    Formula shared = graph.var("a");
    std::vector<Formula> uses;
    for (int i = 0; i < 30'000; ++i) {
        shared = all_of({shared, graph.var("x" + std::to_string(i))});
        uses.push_back(any_of({shared, graph.var("y" + std::to_string(i))}));
    }
    Formula formula = all_of(uses);
    std::size_t before = graph.node_count();
    Formula result = simplify(formula);
    EXPECT_LT(graph.node_count(), 3 * before);
    EXPECT_TRUE(equivalent(result[0], formula[0]));
}

TEST(Simplify, BoundsTheWorkOnHugeJoins) {
    Formula literals = formula_of("or(i in 1..50000: x[i]) | or(i in 1..50000: x[i] & y)");
    EXPECT_EQ(simplify(literals).size(), 50'000U);
    Formula atoms = formula_of("or(i in 1..20000: age = i)");
    EXPECT_TRUE(equivalent(simplify(atoms), atoms));
}

using Rewrite = void (*)(Join&);
struct NamedRewrite {
    const char* name;
    Rewrite apply;
};

class Rewrites : public ::testing::TestWithParam<NamedRewrite> {};

// The rewrite keeps every truth table and changes some joins.
TEST_P(Rewrites, KeepsTheFunction) {
    loh::Random random(9, Stream::testing);
    std::size_t changed = 0;
    for (std::uint32_t round = 0; round < repeats(5'000); ++round) {
        Graph graph;
        std::uint32_t index = 0;
        std::vector<NodeId> operands;
        for (int i = 0; i < 5; ++i) operands.push_back(random_formula(graph, random, round, index, 1).id());
        Kind kind = round % 2 == 0 ? Kind::conjunction : Kind::disjunction;
        Join join{*graph.data(), kind, operands};
        GetParam().apply(join);
        auto build = [&](const std::vector<NodeId>& ids) {
            NodeId id =
                kind == Kind::conjunction ? graph.data()->conjunction(ids) : graph.data()->disjunction(ids);
            return truth_table(Formula(graph.data(), id), kSimplifyNames);
        };
        ASSERT_EQ(build(join.operands), build(operands)) << "round " << round;
        changed += join.operands != operands ? 1 : 0;
    }
    EXPECT_GT(changed, repeats(5'000) / 50);
}

std::string rewrite_name(const ::testing::TestParamInfo<NamedRewrite>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Each, Rewrites,
                         ::testing::Values(NamedRewrite{"Flatten", flatten},
                                           NamedRewrite{"FoldConstants", fold_constants},
                                           NamedRewrite{"DropDuplicates", drop_duplicates},
                                           NamedRewrite{"DecideOpposites", decide_opposites},
                                           NamedRewrite{"Absorb", absorb}),
                         rewrite_name);

}  // namespace
}  // namespace loh::testing
