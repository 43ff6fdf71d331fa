#include <gtest/gtest.h>

#include "formula/graph.hpp"
#include "model/model_rows.hpp"
#include "rules/measure.hpp"
#include "rules/simplify.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_columns.hpp"

namespace loh::testing {
namespace {

std::string simplified_columns(const std::string& text) {
    return simplify(elaborated(text).formulas()[0], LiteralsOf::columns).to_string();
}

TEST(DropImplied, KeepsTheStrongestInAConjunctionAndTheWeakestInADisjunction) {
    EXPECT_EQ(simplified_columns("x >= 20 & x >= 40 & x < 90 & x < 70"), "x >= 40 & x < 70");
    EXPECT_EQ(simplified_columns("x >= 20 | x >= 40 | y"), "x >= 20 | y");
    EXPECT_EQ(simplified_columns("x > 3 & x >= 3"), "x > 3");
    EXPECT_EQ(simplified_columns("x in [1, 2) & x >= 1"), "x in [1, 2)");
    EXPECT_EQ(simplified_columns("x in [1, 2] | x in [1, 2)"), "x in [1, 2]");
    EXPECT_EQ(simplified_columns("c = \"a\" & c != \"b\""), "c = \"a\"");
}

TEST(DropImplied, FindsContradictionsInConjunctionsOnly) {
    EXPECT_EQ(simplified_columns("x >= 40 & x < 40"), "false");
    EXPECT_EQ(simplified_columns("x <= 40 & x >= 40"), "x <= 40 & x >= 40");
    EXPECT_EQ(simplified_columns("c = \"a\" & c = \"b\""), "false");
    EXPECT_EQ(simplified_columns("c is missing & c != \"b\""), "false");
    EXPECT_EQ(simplified_columns("x >= 40 | x < 40"), "x >= 40 | x < 40");  // not where it is missing
    EXPECT_EQ(simplified_columns("x < 1 & y >= 2"), "x < 1 & y >= 2");
}

TEST(DropImplied, IsOnlyForAtomsThatAreComputed) {
    EXPECT_EQ(simplify(elaborated("x >= 20 & x >= 40").formulas()[0]).to_string(), "x >= 20 & x >= 40");
}

// Random joins of random atoms, two levels deep, on random rows with missing and unseen cells.
TEST(DropImplied, KeepsTheValueOnEveryRow) {
    constexpr std::size_t kRows = 60;
    std::size_t shorter = 0;
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        Random random(seed);
        std::vector<TypedColumn> columns = random_columns(seed, kRows);
        auto graph = std::make_shared<GraphData>();
        auto join = [&](bool both, const std::vector<NodeId>& operands) {
            return both ? graph->conjunction(operands) : graph->disjunction(operands);
        };
        std::vector<NodeId> parts;
        for (std::size_t part = 0; part < 3; ++part) {
            std::vector<NodeId> atoms;
            for (std::size_t i = 0; i < 4; ++i) atoms.push_back(graph->atom(random_atom(random, columns)));
            parts.push_back(join(seed % 2 == 1, atoms));
        }
        Formula formula(graph, join(seed % 2 == 0, parts));
        Formula result = simplify(formula, LiteralsOf::columns);
        shorter += count_literals(result) < count_literals(simplify(formula)) ? 1 : 0;
        ASSERT_EQ(simplify(result, LiteralsOf::columns).to_string(), result.to_string());
        Atoms atoms = atoms_of({formula});
        for (std::size_t row = 0; row < kRows; ++row) {
            Assignment values;
            for (const auto& [name, atom] : atoms) values[name] = AtomOracle(columns, row).holds(atom);
            ASSERT_EQ(evaluate(result, values), evaluate(formula, values)) << formula << "\n" << result;
        }
    }
    EXPECT_GT(shorter, repeats(2000) / 20);
}

}  // namespace
}  // namespace loh::testing
