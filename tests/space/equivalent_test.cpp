// equivalent and difference against truth tables, and with the meaning of columns against rows of all kinds of cells.
#include <cmath>

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

constexpr EquivalenceOptions kAnything = {AtomMeaning::anything};

bool same(const std::string& left, const std::string& right, const EquivalenceOptions& options = {}) {
    return equivalent(formula_of(left), formula_of(right), options);
}

TEST(Equivalent, KnowsPropositionalLaws) {
    EXPECT_TRUE(same("!(a & b)", "!a | !b"));
    EXPECT_TRUE(same("a -> b", "!b -> !a"));
    EXPECT_TRUE(same("(a ^ b) ^ c", "a ^ (b ^ c)"));
    EXPECT_FALSE(same("a -> b", "b -> a"));
    EXPECT_FALSE(same("a", "b"));
}

TEST(Equivalent, KnowsConstants) {
    EXPECT_TRUE(equivalent(formula_of("a | !a"), Formula(true)));
    EXPECT_TRUE(equivalent(Formula(false), formula_of("a & !a")));
    EXPECT_TRUE(equivalent(Formula(true), Formula(true)));
    EXPECT_FALSE(equivalent(Formula(true), Formula(false)));
    EXPECT_TRUE(difference(Formula(true), Formula(false))->empty());
}

TEST(Equivalent, RejectsChoicesAndHoles) {
    for (const char* text : {"[a, b]", "age > ?"}) {
        try {
            equivalent(formula_of("a"), formula_of(text));
            ADD_FAILURE() << "no error";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
        }
    }
}

TEST(Equivalent, AgreesWithTruthTables) {
    const std::vector<std::string> names = {"a", "b", "c", "d"};
    RandomFormulas formulas(names, 11);
    std::size_t equal = 0;
    for (std::uint32_t round = 0; round < repeats(4000); ++round) {
        Graph first;
        Graph second;
        Formula left = formulas.make(first, 2 * round, 3);
        Formula right = round % 2 == 0 ? formulas.make(second, 2 * round + 1, 3) : to_cnf(left);
        bool expected = truth_table(left, names) == truth_table(right, names);
        std::optional<Assignment> found = difference(left, right);
        ASSERT_EQ(found.has_value(), !expected) << left << "\n" << right;
        if (found) {
            ASSERT_NE(evaluate(left, *found), evaluate(right, *found)) << left << "\n" << right;
        }
        equal += expected ? 1 : 0;
    }
    EXPECT_GE(equal, repeats(4000) / 2);
}

TEST(Equivalent, FindsADifferenceOnOneOfManyAssignments) {
    Formula all = formula_of("and(i in 1..200: x[i])");
    Formula nearly = formula_of("and(i in 1..200: x[i]) & !y");
    std::optional<Assignment> found = difference(all, nearly);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), 201U);
    EXPECT_TRUE(found->at("x[1]") && found->at("x[200]") && found->at("y"));
    EXPECT_TRUE(equivalent(all, formula_of("!or(i in 1..200: !x[201 - i])")));
}

TEST(Equivalent, WorksOnFormulasOfAnyDepth) {
    Graph graph;
    Formula a = graph.var("a");
    Formula b = graph.var("b");
    Formula deep = a;
    for (int i = 0; i < 100'000; ++i) deep = i % 2 == 0 ? !(deep & b) : deep | b;
    EXPECT_TRUE(equivalent(deep, deep | b));
    EXPECT_FALSE(equivalent(deep, !deep));
}

TEST(Equivalent, ReportsTheLimitOfTheSolver) {
    // Eight pigeons do not fit into seven holes; proving it takes more than ten conflicts.
    Formula pigeons = formula_of(
        "and(p in 1..8: or(h in 1..7: sits[p, h])) & "
        "and(h in 1..7, p in 1..8, q in 1..8 if p < q: !(sits[p, h] & sits[q, h]))");
    EquivalenceOptions options;
    options.max_conflicts = 10;
    try {
        equivalent(pigeons, Formula(false), options);
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit);
    }
    EXPECT_TRUE(equivalent(pigeons, Formula(false)));
}

TEST(EquivalentColumns, RelateAtomsOfOneColumn) {
    EXPECT_TRUE(same("age >= 40 & age >= 30", "age >= 40"));
    EXPECT_TRUE(same("age >= 20 & age < 40", "age in [20, 40)"));
    EXPECT_TRUE(same("c = \"a\" | c = \"b\"", "c in {\"a\", \"b\"}"));
    EXPECT_TRUE(same("c != \"a\" & c != \"b\"", "c not in {\"a\", \"b\"}"));
    EXPECT_FALSE(same("age >= 40", "age > 40"));
    EXPECT_FALSE(same("c != \"a\"", "c = \"b\""));
    EXPECT_FALSE(same("age >= 40 & age >= 30", "age >= 40", kAnything));
}

TEST(EquivalentColumns, RespectMissingCells) {
    EXPECT_FALSE(same("age < 40", "!(age >= 40)"));
    EXPECT_TRUE(same("age < 40", "!(age >= 40) & !(age is missing)"));
    EXPECT_TRUE(same("age >= 40 | age < 40", "!(age is missing)"));
    EXPECT_TRUE(same("income > debt & debt is missing", "false"));
    EXPECT_TRUE(same("income > debt | debt is missing | income is missing | income <= debt | income != debt",
                     "true"));
}

TEST(EquivalentColumns, RelateComparisonsOfTheSameTwoColumns) {
    EXPECT_TRUE(same("a < b", "b > a"));
    EXPECT_TRUE(same("a <= b & a != b", "a < b"));
    EXPECT_FALSE(same("a < b | a >= b", "true"));
    EXPECT_FALSE(same("a < b & b < c", "a < b & b < c & a < c"));  // not known, and documented
}

TEST(EquivalentColumns, KnowThatADifferenceIsMissingWithItsColumns) {
    EXPECT_TRUE(same("a - b >= 2 & a is missing", "false"));
    EXPECT_TRUE(same("|a - b| <= 1 & b is missing", "false"));
    EXPECT_TRUE(same("a - b is missing | a is missing", "a - b is missing"));
    EXPECT_FALSE(same("a - b is missing", "a is missing | b is missing"));  // also if a category is unseen
    EXPECT_TRUE(same("a - b >= 2 & a - b < 5", "2 <= a - b < 5"));
    EXPECT_FALSE(same("a - b >= 0", "a >= b"));  // not known, and documented
}

TEST(EquivalentColumns, KeepNumbersAndCategoriesOfOneColumnApart) {
    EXPECT_FALSE(same("x >= 3 & x = \"a\"", "false"));
    EXPECT_TRUE(same("x >= 3 & x = \"a\" & x is missing", "false"));
}

TEST(EquivalentColumns, TreatPropositionsAsFree) {
    EXPECT_FALSE(same("adult", "age >= 18"));
    EXPECT_TRUE(same("adult & age >= 18 | adult & age >= 20", "age >= 18 & adult"));
}

// Every kind of cell that atoms with the constants of random_atom can tell apart, in all combinations.
struct AllCells {
    std::vector<TypedColumn> columns;
    std::size_t rows = 0;

    AllCells() {
        std::vector<double> numbers = {-2,  -0.5, 0.25, 0.6, 0.9, 1.5, 2.1,
                                       2.3, 2.6,  3,    4.1, 5,   7,   std::nan("")};
        for (double constant : {-1.0, 0.0, 0.5, 0.75, 1.0, 2.0, 2.25, 2.5, 2.75, 4.0, 4.25, 6.0})
            numbers.push_back(constant);
        const std::vector<std::string> categories = {"blue", "green", "nowhere", "red"};
        std::vector<double> ages;
        std::vector<std::uint32_t> colors;
        for (double number : numbers) {
            for (std::uint32_t code : {0U, 1U, 2U, 3U, TypedColumn::kMissingCode, kUnseen}) {
                ages.push_back(number);
                colors.push_back(code);
            }
        }
        rows = ages.size();
        columns = {{"age", ColumnType::number, std::move(ages), {}, {}},
                   {"color", ColumnType::category, {}, std::move(colors), categories}};
    }
};

// A random formula over atoms of these two columns.
Formula two_column_formula(Random& random, Graph& graph, const std::vector<TypedColumn>& offered, int depth) {
    if (depth == 0 || random.chance(20)) {
        while (true) {
            Atom atom = random_atom(random, offered);
            const auto* member = std::get_if<MemberAtom>(&atom);
            std::vector<std::string> columns = columns_of(atom);
            bool known = columns.size() == 1 && (columns[0] == "age" || columns[0] == "color");
            if (known && (member == nullptr || !member->values.empty()))
                return {graph.data(), graph.data()->atom(atom)};
        }
    }
    std::vector<Formula> operands;
    for (std::size_t i = 1 + random.below(3); i-- > 0;) {
        Formula operand = two_column_formula(random, graph, offered, depth - 1);
        operands.push_back(random.chance(30) ? !operand : operand);
    }
    return random.chance(50) ? all_of(operands) : any_of(operands);
}

TEST(EquivalentColumns, AgreeWithAllRowsThatTwoColumnsCanHave) {
    const AllCells cells;
    const std::vector<TypedColumn> offered = random_columns(1, 1);
    Random random(12);
    std::size_t equal = 0;
    for (std::uint64_t round = 0; round < repeats(2000); ++round) {
        Graph graph;
        Formula left = two_column_formula(random, graph, offered, 2);
        Formula right = round % 2 == 0 ? to_dnf(left) : two_column_formula(random, graph, offered, 1);
        Atoms atoms = atoms_of({left, right});
        std::optional<Assignment> found = difference(left, right);
        bool differ = false;
        bool realised = false;
        for (std::size_t row = 0; row < cells.rows; ++row) {
            Assignment values;
            for (const auto& [name, atom] : atoms) values[name] = literal_at(atom, cells.columns, row);
            differ = differ || evaluate(left, values) != evaluate(right, values);
            realised = realised || values == found;
        }
        ASSERT_EQ(found.has_value(), differ) << left << "\n" << right;
        ASSERT_EQ(realised, differ) << "no row has these values: " << left << "\n" << right;
        equal += differ ? 0 : 1;
    }
    EXPECT_GE(equal, repeats(2000) / 2);
}

TEST(EquivalentColumns, ConfirmEverySimplification) {
    Random random(13);
    std::vector<TypedColumn> columns = random_columns(2, 1);
    for (std::uint64_t round = 0; round < repeats(1000); ++round) {
        Graph graph;
        for (const Formula& formula : random_rules(random, graph, columns, 3)) {
            ASSERT_TRUE(equivalent(formula, simplify(formula))) << formula << "\n" << simplify(formula);
            ASSERT_TRUE(equivalent(formula, simplify(formula, AtomMeaning::anything), kAnything)) << formula;
        }
    }
}

TEST(EquivalentColumns, TakeTimeLinearInTheAtomsOfAColumn) {
    std::string thresholds = "or(i in 1..20000: age >= i)";
    EXPECT_TRUE(same(thresholds, "age >= 1"));
    EXPECT_TRUE(same("or(i in 1..20000: age = i) & age = 7", "age = 7"));
}

}  // namespace
}  // namespace loh::testing
