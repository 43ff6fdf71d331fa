#include <set>

#include <gtest/gtest.h>

#include "decision/column_meanings.hpp"
#include "features/literal_oracle.hpp"
#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_columns.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

std::string dnf(const std::string& text) { return to_dnf(formula_of(text)).to_string(); }
std::string cnf(const std::string& text) { return to_cnf(formula_of(text)).to_string(); }

bool is_literal(const Formula& formula) {
    return formula.kind() == Kind::variable ||
           (formula.kind() == Kind::negation && formula[0].kind() == Kind::variable);
}

bool is_joined(const Formula& formula, Kind kind, bool (*is_part)(const Formula&)) {
    if (formula.kind() != kind) return is_part(formula);
    for (std::size_t i = 0; i < formula.size(); ++i) {
        if (!is_part(formula[i])) return false;
    }
    return true;
}

bool is_constant(const Formula& formula) { return formula == Formula(true) || formula == Formula(false); }

bool is_dnf(const Formula& formula) {
    return is_constant(formula) || is_joined(formula, Kind::disjunction, [](const Formula& clause) {
               return is_joined(clause, Kind::conjunction, is_literal);
           });
}

bool is_cnf(const Formula& formula) {
    return is_constant(formula) || is_joined(formula, Kind::conjunction, [](const Formula& clause) {
               return is_joined(clause, Kind::disjunction, is_literal);
           });
}

// The message of the limit error; a test failure when there is none.
template <class Action>
std::string limit_message(Action action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit);
        return error.diagnostic().message;
    }
    ADD_FAILURE() << "no error";
    return {};
}

// and(i in 1..n: x[i] | y[i]), whose disjunctive normal form has 2^n clauses.
Formula pairs(Graph& graph, int n) {
    std::vector<Formula> clauses;
    for (int i = 1; i <= n; ++i)
        clauses.push_back(graph.var("x" + std::to_string(i)) | graph.var("y" + std::to_string(i)));
    return all_of(clauses);
}

TEST(NormalForm, DistributesInReadingOrder) {
    EXPECT_EQ(dnf("(a | b) & (c | d)"), "a & c | a & d | b & c | b & d");
    EXPECT_EQ(dnf("(a | b) & c"), "a & c | b & c");
    EXPECT_EQ(cnf("a & b | c & d"), "(a | c) & (a | d) & (b | c) & (b | d)");
    EXPECT_EQ(cnf("a & c | b & c"), "(a | b) & c");
}

TEST(NormalForm, KeepsAFormulaThatIsNormal) {
    EXPECT_EQ(dnf("b & !c | a | d & e"), "b & !c | a | d & e");
    EXPECT_EQ(cnf("(b | !c) & a & (d | e)"), "(b | !c) & a & (d | e)");
    EXPECT_EQ(dnf("a & !b"), "a & !b");
    EXPECT_EQ(cnf("a | !b"), "a | !b");
    EXPECT_EQ(dnf("!a"), "!a");
    EXPECT_EQ(dnf("c & a | b & c | c & b & d"), "c & a | b & c");
    EXPECT_EQ(dnf("c & (a | b) & d"), "c & a & d | c & b & d");
}

TEST(NormalForm, PushesNegationsDown) {
    EXPECT_EQ(dnf("!(a & (b | !c))"), "!a | !b & c");
    EXPECT_EQ(cnf("!(a & (b | !c))"), "(!a | !b) & (!a | c)");
    EXPECT_EQ(dnf("a -> b & c"), "!a | b & c");
    EXPECT_EQ(dnf("a <-> b"), "!a & !b | b & a");
}

TEST(NormalForm, DropsContradictionsAndSubsumedClauses) {
    EXPECT_EQ(dnf("(a | b) & (!a | b) & (a | c)"), "b & a | b & c");
    EXPECT_EQ(dnf("(a | b) & !a & !b"), "false");
    EXPECT_EQ(cnf("a & b | !a | !b"), "true");
}

TEST(NormalForm, KeepsConstants) {
    EXPECT_EQ(to_dnf(Formula(true)), Formula(true));
    EXPECT_EQ(to_cnf(Formula(false)), Formula(false));
    EXPECT_EQ(dnf("a | true"), "true");
    EXPECT_EQ(cnf("a & false"), "false");
    EXPECT_EQ(to_dnf(formula_of("a & !a"), 0), Formula(false));
    EXPECT_EQ(to_cnf(formula_of("a | !a"), 0), Formula(true));
}

TEST(NormalForm, LiteralsOfColumnsStayLiterals) {
    EXPECT_EQ(dnf("!(age >= 40) & (a | b)"), "!(age >= 40) & a | !(age >= 40) & b");
    EXPECT_EQ(dnf("(age >= 20 | a) & (age < 40 | a)"), "20 <= age < 40 | a");
    EXPECT_EQ(dnf("(age < 20 | a) & (age >= 40 | b)"), "age < 20 & b | a & age >= 40 | a & b");
    EXPECT_EQ(cnf("age >= 20 & c = \"x\" | age >= 30"), "age >= 20 & (c = \"x\" | age >= 30)");
    Formula opaque = to_dnf(formula_of("(age < 20 | a) & (age >= 40 | b)"), 10, AtomMeaning::anything);
    EXPECT_EQ(opaque.to_string(), "age < 20 & age >= 40 | age < 20 & b | a & age >= 40 | a & b");
}

TEST(NormalForm, BelongsToTheGraphOfTheFormula) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
    EXPECT_EQ((to_dnf((a | b) & c) | c).to_string(), "a & c | b & c | c");
}

TEST(NormalForm, RejectsChoicesAndHoles) {
    for (const char* text : {"[a, b] & c", "age > ? | c"}) {
        try {
            to_dnf(formula_of(text));
            ADD_FAILURE() << "no error";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
        }
    }
}

TEST(NormalForm, AllowsExactlyTheLimit) {
    Graph graph;
    EXPECT_EQ(to_dnf(pairs(graph, 5), 32).size(), 32U);
    EXPECT_EQ(limit_message([&] { to_dnf(pairs(graph, 5), 31); }),
              "the disjunctive normal form has 32 clauses; the limit is 31");
    EXPECT_EQ(limit_message([&] { to_cnf(!pairs(graph, 5), 31); }),
              "the conjunctive normal form has 32 clauses; the limit is 31");
    EXPECT_EQ(limit_message([&] { to_dnf(formula_of("a"), 0); }),
              "the disjunctive normal form has 1 clause; the limit is 0");
}

// Two of the three clauses on the way contradict the rest: the limit is about the result.
TEST(NormalForm, CountsTheClausesOfTheResultOnly) {
    EXPECT_EQ(to_dnf(formula_of("(a & x | b & y | c & z) & !x & !y"), 1).to_string(), "c & z & !x & !y");
}

TEST(NormalForm, ReportsHugeFormsQuickly) {
    Graph graph;
    EXPECT_EQ(
        limit_message([&] { to_dnf(pairs(graph, 40)); }),
        "the disjunctive normal form is too large: 1099511627776 clauses by distribution; the limit is 1000");
    EXPECT_EQ(limit_message([&] { to_dnf(pairs(graph, 1000)); }),
              "the disjunctive normal form is too large: 10^302 clauses by distribution; the limit is 1000");
    Formula parity = graph.var("v0");
    for (int i = 1; i < 200; ++i) parity = exclusive_or(parity, graph.var("v" + std::to_string(i)));
    limit_message([&] { to_dnf(parity, 100); });
    limit_message([&] { to_cnf(parity, 100); });
}

class EachForm : public ::testing::TestWithParam<bool> {};

TEST_P(EachForm, IsNormalEqualSimplifiedAndStable) {
    bool disjunctive = GetParam();
    const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
    RandomFormulas formulas(names, 8);
    std::size_t several = 0;
    for (std::uint32_t round = 0; round < repeats(6000); ++round) {
        Graph graph;
        Formula formula = round % 2 == 0
                              ? formulas.make(graph, round, 5)
                              : formulas.make_normal_form(graph, round, !disjunctive, 2 + round % 7);
        Formula result = disjunctive ? to_dnf(formula) : to_cnf(formula);
        ASSERT_TRUE(disjunctive ? is_dnf(result) : is_cnf(result)) << formula << " became " << result;
        ASSERT_EQ(truth_table(result, names), truth_table(formula, names))
            << "round " << round << ": " << formula << " became " << result;
        ASSERT_EQ(simplify(result), result) << formula;
        ASSERT_EQ(disjunctive ? to_dnf(result) : to_cnf(result), result) << formula;
        several += result.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(several, repeats(6000) / 3);
}

// The same formula in a graph with other nodes, and so with other ids.
TEST_P(EachForm, DoesNotDependOnTheRestOfTheGraph) {
    bool disjunctive = GetParam();
    RandomFormulas formulas({"a", "b", "c", "d"}, 9);
    for (std::uint32_t round = 0; round < repeats(500); ++round) {
        Graph plain;
        Graph crowded;
        for (const char* name : {"d", "b", "a", "c"}) crowded.var(name);
        formulas.make(crowded, round + 1000, 4);
        Formula one = formulas.make(plain, round, 4);
        Formula other = formulas.make(crowded, round, 4);
        ASSERT_EQ((disjunctive ? to_dnf(one) : to_cnf(one)).to_string(),
                  (disjunctive ? to_dnf(other) : to_cnf(other)).to_string());
    }
}

TEST_P(EachForm, KeepsTheValueOnEveryRowOfATable) {
    bool disjunctive = GetParam();
    Random random(4);
    std::vector<TypedColumn> columns = random_columns(4, 40);
    for (std::uint64_t round = 0; round < repeats(600); ++round) {
        Graph graph;
        Formula formula = random_rules(random, graph, columns, 2).back();
        std::optional<Formula> result;
        try {
            result = disjunctive ? to_dnf(formula, 2000) : to_cnf(formula, 2000);
        } catch (const Error&) {
            continue;
        }
        ASSERT_TRUE(disjunctive ? is_dnf(*result) : is_cnf(*result)) << formula << "\n" << *result;
        Atoms atoms = atoms_of({formula, *result});
        for (std::size_t row = 0; row < 40; ++row) {
            Assignment values;
            for (const auto& [name, atom] : atoms) values[name] = literal_at(atom, columns, row);
            ASSERT_EQ(evaluate(*result, values), evaluate(formula, values)) << formula << "\n" << *result;
        }
    }
}

TEST_P(EachForm, HandlesDeepFormulasOrReportsTheLimit) {
    bool disjunctive = GetParam();
    Graph graph;
    Formula a = graph.var("a");
    Formula negations = a;
    for (int i = 0; i < 100'001; ++i) negations = !negations;
    EXPECT_EQ(disjunctive ? to_dnf(negations) : to_cnf(negations), !a);

    Formula chain = a;  // one clause of 100 000 literals
    for (int i = 0; i < 100'000; ++i) {
        Formula next = graph.var("x" + std::to_string(i));
        chain = disjunctive ? all_of({chain, next}) : any_of({chain, next});
    }
    EXPECT_EQ((disjunctive ? to_dnf(chain) : to_cnf(chain)).size(), 100'001U);

    Formula alternating = a;  // clauses of growing length, quadratic when written out
    for (int i = 0; i < 100'000; ++i) {
        Formula next = graph.var("x" + std::to_string(i));
        alternating = i % 2 == 0 ? any_of({alternating, next}) : all_of({alternating, next});
    }
    limit_message([&] { disjunctive ? to_dnf(alternating) : to_cnf(alternating); });
}

std::string form_name(const ::testing::TestParamInfo<bool>& info) {
    return info.param ? "Disjunctive" : "Conjunctive";
}

INSTANTIATE_TEST_SUITE_P(Both, EachForm, ::testing::Bool(), form_name);

}  // namespace
}  // namespace loh::testing
