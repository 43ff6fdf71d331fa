// Rewrites of column literals: each alone and all together, on rows with missing and unseen cells.
#include <gtest/gtest.h>

#include "decision/column_meanings.hpp"
#include "features/literal_oracle.hpp"
#include "formula/graph.hpp"
#include "formula/measure.hpp"
#include "formula/rewrites/join.hpp"
#include "formula/simplify.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_columns.hpp"

namespace loh::testing {
namespace {

std::string merged_text(const std::string& text) {
    Formula result = simplify(elaborated(text).formulas()[0]);
    EXPECT_EQ(elaborated(result.to_string()).formulas()[0].to_string(), result.to_string());
    return result.to_string();
}

TEST(ColumnRewrites, KeepTheStrongestInAConjunctionAndTheWeakestInADisjunction) {
    EXPECT_EQ(merged_text("x >= 20 & x >= 40"), "x >= 40");
    EXPECT_EQ(merged_text("x >= 20 | x >= 40 | y"), "x >= 20 | y");
    EXPECT_EQ(merged_text("x > 3 & x >= 3"), "x > 3");
    EXPECT_EQ(merged_text("x in [1, 2) & x >= 1"), "1 <= x < 2");
    EXPECT_EQ(merged_text("x in [1, 2] | x in [1, 2)"), "1 <= x <= 2");
    EXPECT_EQ(merged_text("c = \"a\" & c != \"b\""), "c = \"a\"");
    EXPECT_EQ(merged_text("!(x < 3) & !(x < 4)"), "!(x < 4)");
}

TEST(ColumnRewrites, FindContradictionsAndTautologies) {
    EXPECT_EQ(merged_text("x >= 40 & x < 40"), "false");
    EXPECT_EQ(merged_text("c = \"a\" & c = \"b\""), "false");
    EXPECT_EQ(merged_text("c is missing & c != \"b\""), "false");
    EXPECT_EQ(merged_text("x != 1 & x >= 1 & x <= 1"), "false");
    EXPECT_EQ(merged_text("x >= 40 | x < 40 | x is missing"), "true");
    EXPECT_EQ(merged_text("x >= 40 | !(x >= 20)"), "!(20 <= x < 40)");
    EXPECT_EQ(merged_text("x < 1 & y >= 2"), "x < 1 & y >= 2");
}

TEST(ColumnRewrites, MergeLiteralsOfOneColumn) {
    EXPECT_EQ(merged_text("x >= 20 & x < 40"), "20 <= x < 40");
    EXPECT_EQ(merged_text("x >= 20 & y & x < 90 & x >= 40 & x <= 70"), "40 <= x <= 70 & y");
    EXPECT_EQ(merged_text("x <= 40 & x >= 40"), "x = 40");
    EXPECT_EQ(merged_text("c = \"a\" | c = \"b\" | y"), "c in {\"a\", \"b\"} | y");
    EXPECT_EQ(merged_text("c in {\"a\", \"b\", \"d\"} & c != \"a\""), "c in {\"b\", \"d\"}");
    EXPECT_EQ(merged_text("c != \"a\" & c != \"b\""), "c not in {\"a\", \"b\"}");
    EXPECT_EQ(merged_text("x != 3 & x != 4"), "x not in {3, 4}");
    EXPECT_EQ(merged_text("x < 20 | x in [20, 30) | x in [40, 50)"), "x < 30 | 40 <= x < 50");
}

// A missing cell satisfies `!(age < 40)`, and neither `age >= 40` nor `age != 40`.
TEST(ColumnRewrites, RespectMissingCells) {
    EXPECT_EQ(merged_text("x >= 40 | x < 40"), "!(x is missing)");
    EXPECT_EQ(merged_text("!(x < 20) & !(x >= 40)"), "!(x < 20) & !(x >= 40)");
    EXPECT_EQ(merged_text("!(x < 20) & x < 40"), "20 <= x < 40");
    EXPECT_EQ(merged_text("!(c = \"a\") & !(c = \"b\")"), "!(c in {\"a\", \"b\"})");
    EXPECT_EQ(merged_text("!(c = \"a\") & !(c is missing)"), "c != \"a\"");
    EXPECT_EQ(merged_text("!(x < 20) & !(x >= 20)"), "x is missing");
    EXPECT_EQ(merged_text("x >= 40 | x is missing"),
              "x >= 40 | x is missing");  // reads better than !(x < 40)
}

TEST(ColumnRewrites, MergeClausesThatDifferInOneLiteralOfAColumn) {
    EXPECT_EQ(merged_text("r & x in [20, 40) | r & x in [40, 60)"), "r & 20 <= x < 60");
    EXPECT_EQ(merged_text("r & c = \"a\" & s | t | s & c = \"b\" & r"), "r & c in {\"a\", \"b\"} & s | t");
    EXPECT_EQ(merged_text("r & x < 3 | r & x >= 3 | r & x is missing"), "r");
    EXPECT_EQ(merged_text("(r | x >= 20) & (r | x < 40)"), "r | 20 <= x < 40");
    EXPECT_EQ(merged_text("r & x < 3 | r & x >= 5"), "r & x < 3 | r & x >= 5");
    EXPECT_EQ(merged_text("x < 1 & y < 1 | x < 1 & y >= 1 & y < 2 | x >= 1 & x < 2 & y < 2"),
              "x < 2 & y < 2");
}

TEST(ColumnRewrites, DropClausesThatOthersImply) {
    EXPECT_EQ(merged_text("x >= 20 | x >= 40 & y"), "x >= 20");
    EXPECT_EQ(merged_text("x >= 40 & (x >= 20 | y)"), "x >= 40");
    EXPECT_EQ(merged_text("r & c = \"a\" & x > 3 | c in {\"a\", \"b\"} & x > 2"),
              "c in {\"a\", \"b\"} & x > 2");
    EXPECT_EQ(merged_text("r & x > 3 | s & x > 2"), "r & x > 3 | s & x > 2");
}

TEST(ColumnRewrites, AreSkippedForIndependentAtoms) {
    EXPECT_EQ(simplify(formula_of("x >= 20 & x >= 40"), AtomMeaning::anything).to_string(),
              "x >= 20 & x >= 40");
}

TEST(ColumnRewrites, LeaveColumnsWithNumbersAndCategoriesAlone) {
    EXPECT_EQ(merged_text("x >= 20 & x = \"a\""), "x >= 20 & x = \"a\"");
    EXPECT_EQ(merged_text("x in {1, \"a\"} & x != 2"), "x in {1, \"a\"} & x != 2");
    EXPECT_EQ(merged_text("x > y & x > 3"), "x > y & x > 3");
}

TEST(ColumnRewrites, MergeComparisonsOfTheSameTwoColumns) {
    EXPECT_EQ(merged_text("a < b & a >= b"), "false");
    EXPECT_EQ(merged_text("a = b & a < b"), "false");
    EXPECT_EQ(merged_text("a = b & b != a"), "false");
    EXPECT_EQ(merged_text("a < b & b < a & y"), "false");
    EXPECT_EQ(merged_text("a < b | a = b"), "a <= b");
    EXPECT_EQ(merged_text("b > a | a = b"), "b >= a");
    EXPECT_EQ(merged_text("a <= b & a != b"), "a < b");
    EXPECT_EQ(merged_text("a <= b & b <= a"), "a = b");
    EXPECT_EQ(merged_text("a < b & a <= b & a != b"), "a < b");
    EXPECT_EQ(merged_text("a > b | b < a"), "a > b");
    EXPECT_EQ(merged_text("r & a < b | r & a = b | s"), "r & a <= b | s");
    EXPECT_EQ(merged_text("a <= b | a < b & r"), "a <= b");
    EXPECT_EQ(merged_text("!(a < b) & a <= b"), "a = b");
    EXPECT_EQ(merged_text("!(a < b) & !(a = b)"), "!(a <= b)");
}

TEST(ColumnRewrites, MergeConditionsOnTheSameDifference) {
    EXPECT_EQ(merged_text("a - b >= 2 & a - b < 5"), "2 <= a - b < 5");
    EXPECT_EQ(merged_text("|a - b| = 1 | |a - b| = 2 | c"), "|a - b| in {1, 2} | c");
    EXPECT_EQ(merged_text("a - b >= 2 & a - b < 1"), "false");
    EXPECT_EQ(merged_text("a - b >= 2 | a - b < 2"), "!(a - b is missing)");
    EXPECT_EQ(merged_text("a - b >= 2 & |a - b| >= 2 & b - a >= 2"),
              "a - b >= 2 & |a - b| >= 2 & b - a >= 2");
    EXPECT_EQ(merged_text("a - b >= 2 & a >= 2"), "a - b >= 2 & a >= 2");
}

TEST(ColumnRewrites, RespectMissingAndUnseenCellsOfTwoColumns) {
    EXPECT_EQ(merged_text("a < b | a >= b"), "a < b | a >= b");  // false if a cell is missing
    EXPECT_EQ(merged_text("a = b | a != b"), "a = b | a != b");
    EXPECT_EQ(merged_text("a < b | a > b"), "a < b | a > b");  // a != b is also true if a category is unseen
    EXPECT_EQ(merged_text("a != b | !(a < b)"), "true");
    EXPECT_EQ(merged_text("!(a >= b)"), "!(a >= b)");
    EXPECT_EQ(merged_text("a = a & a < a"), "a = a & a < a");
}

// All joins of two comparisons of the same two columns, in both orders, negated or not.
TEST(ColumnRewrites, ForTwoColumnsKeepTheValueOnEveryRow) {
    Random random(5);
    const std::vector<TypedColumn> columns = {random_categories(random, "a", {"1", "2", "3"}, 100),
                                              random_categories(random, "b", {"1.0", "2", "4"}, 100)};
    auto graph = std::make_shared<GraphData>();
    std::vector<NodeId> literals;
    for (int i = 0; i < 6; ++i) {
        for (const char* left : {"a", "b"}) {
            Column right{left == std::string("a") ? "b" : "a"};
            literals.push_back(graph->atom(CompareAtom{{left}, static_cast<Comparison>(i), right}));
            literals.push_back(graph->negation(literals.back()));
        }
    }
    auto value = [&](const Formula& formula, std::size_t row) {
        Assignment values;
        for (const auto& [name, atom] : atoms_of({formula})) values[name] = literal_at(atom, columns, row);
        return evaluate(formula, values);
    };
    for (NodeId one : literals) {
        for (NodeId other : literals) {
            for (NodeId id :
                 {graph->conjunction(std::vector{one, other}), graph->disjunction(std::vector{one, other})}) {
                Formula formula(graph, id);
                Formula result = simplify(formula);
                for (std::size_t row = 0; row < repeats(100); ++row)
                    ASSERT_EQ(value(result, row), value(formula, row)) << formula << "\n" << result;
            }
        }
    }
}

constexpr std::size_t kTableRows = 60;

// Random literals of few columns, and clauses that share literals, so that merges are frequent.
class RandomJoins {
public:
    explicit RandomJoins(std::uint64_t seed)
        : random_(seed), columns_(random_columns(seed, kTableRows)), graph_(std::make_shared<GraphData>()) {}

    NodeId literal() {
        NodeId atom = graph_->atom(random_atom(random_, columns_));
        return random_.chance(25) ? graph_->negation(atom) : atom;
    }
    std::vector<NodeId> clauses(Kind kind, std::size_t count) {
        std::vector<NodeId> rest = {literal(), literal()};
        std::vector<NodeId> result;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<NodeId> literals = random_.chance(70) ? rest : std::vector{literal()};
            for (std::size_t j = 1 + random_.below(2); j-- > 0;) literals.push_back(literal());
            result.push_back(random_.chance(15) ? literal() : join(kind, literals));
        }
        return result;
    }
    NodeId join(Kind kind, const std::vector<NodeId>& operands) {
        return kind == Kind::conjunction ? graph_->conjunction(operands) : graph_->disjunction(operands);
    }
    GraphData& graph() { return *graph_; }
    Formula formula(NodeId id) { return {graph_, id}; }

    void expect_same(const Formula& result, const Formula& formula) const {
        Atoms atoms = atoms_of({formula});
        atoms.merge(atoms_of({result}));
        for (std::size_t row = 0; row < kTableRows; ++row) {
            Assignment values;
            for (const auto& [name, atom] : atoms) values[name] = literal_at(atom, columns_, row);
            ASSERT_EQ(evaluate(result, values), evaluate(formula, values))
                << "row " << row << ": " << formula << "\n"
                << result;
        }
    }

private:
    Random random_;
    std::vector<TypedColumn> columns_;
    std::shared_ptr<GraphData> graph_;
};

TEST(ColumnRewrites, KeepTheValueOnEveryRow) {
    std::size_t shorter = 0;
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        RandomJoins joins(seed);
        Kind outer = seed % 2 == 0 ? Kind::conjunction : Kind::disjunction;
        Kind inner = seed % 2 == 0 ? Kind::disjunction : Kind::conjunction;
        Formula formula = joins.formula(joins.join(outer, joins.clauses(inner, 4)));
        Formula result = simplify(formula);
        joins.expect_same(result, formula);
        ASSERT_LE(count_literals(result), count_literals(simplify(formula, AtomMeaning::anything)));
        shorter += count_literals(result) < count_literals(simplify(formula, AtomMeaning::anything)) ? 1 : 0;
        ASSERT_EQ(simplify(result).to_string(), result.to_string()) << formula;
    }
    EXPECT_GT(shorter, repeats(3000) / 10);
}

struct ColumnRewrite {
    const char* name;
    void (*apply)(Join&);
};
class EachColumnRewrite : public ::testing::TestWithParam<ColumnRewrite> {};

TEST_P(EachColumnRewrite, KeepsTheValueOnEveryRow) {
    std::size_t changed = 0;
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        RandomJoins joins(seed);
        Kind kind = seed % 2 == 0 ? Kind::conjunction : Kind::disjunction;
        Kind dual = seed % 2 == 0 ? Kind::disjunction : Kind::conjunction;
        std::vector<NodeId> operands = joins.clauses(dual, 3);
        for (std::size_t i = seed % 4; i-- > 0;) operands.push_back(joins.literal());
        Join join{joins.graph(), kind, operands};
        GetParam().apply(join);
        joins.expect_same(joins.formula(joins.join(kind, join.operands)),
                          joins.formula(joins.join(kind, operands)));
        changed += join.operands != operands ? 1 : 0;
    }
    EXPECT_GT(changed, repeats(2000) / 100);
}

std::string column_rewrite_name(const ::testing::TestParamInfo<ColumnRewrite>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Each, EachColumnRewrite,
                         ::testing::Values(ColumnRewrite{"DropImplied", drop_implied},
                                           ColumnRewrite{"MergeLiterals", merge_literals},
                                           ColumnRewrite{"AbsorbImplied", absorb_implied},
                                           ColumnRewrite{"MergeClauses",
                                                         [](Join& join) { merge_clauses(join); }}),
                         column_rewrite_name);

}  // namespace
}  // namespace loh::testing
