// Truth values of random formulas: single assignments against truth tables.
#include <gtest/gtest.h>

#include "formula/atom.hpp"
#include "loh/loh.hpp"
#include "support/random.hpp"

namespace loh::testing {

namespace {

Formula random_formula(Graph& graph, Random& random, const std::vector<std::string>& names, int depth) {
    auto deeper = [&] { return random_formula(graph, random, names, depth - 1); };
    if (depth == 0 || random.chance(15)) {
        if (random.chance(10)) return graph.var("a") | random.chance(50);
        return graph.var(random.pick(names));
    }
    switch (random.below(6)) {
        case 0: return !deeper();
        case 1: return deeper() & deeper();
        case 2: return deeper() | deeper();
        case 3: return all_of({deeper(), deeper(), deeper()});
        case 4: return exclusive_or(deeper(), deeper());
        default: return iff(deeper(), implies(deeper(), deeper()));
    }
}

std::vector<std::string> first_names(std::size_t count) {
    const std::vector<std::string> all = {"a", "b", "two words", "d", "e", "f", "g", "h", "i", "j"};
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(Evaluate, AgreesWithTheTruthTable) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        Graph graph;
        std::vector<std::string> names = first_names(random.between(1, 9));
        Formula formula = random_formula(graph, random, names, 4);
        std::vector<std::uint64_t> table = truth_table(formula, names);
        ASSERT_EQ(table.size(), names.size() <= 6 ? 1U : std::size_t{1} << (names.size() - 6));
        for (std::size_t row = 0; row < (std::size_t{1} << names.size()); row += random.between(1, 5)) {
            Assignment assignment;
            for (std::size_t i = 0; i < names.size(); ++i) assignment[names[i]] = (row >> i & 1U) != 0;
            ASSERT_EQ(evaluate(formula, assignment), (table[row / 64] >> (row % 64) & 1U) != 0)
                << "seed " << seed << ", row " << row << ": " << formula;
        }
    }
}

TEST(TruthTable, UnusedRowsAreZero) {
    Graph graph;
    EXPECT_EQ(truth_table(!graph.var("a"), {"a"})[0], 0b01U);
    EXPECT_EQ(truth_table(Formula(true), {})[0], 0b1U);
    EXPECT_EQ(truth_table(Formula(true), {"a", "b"})[0], 0b1111U);
    EXPECT_EQ(truth_table((!graph.var("a")) | true, {"a", "b"})[0], 0b1111U);
}

TEST(TruthTable, BitOfARowIsTheValueOfItsVariable) {
    Graph graph;
    EXPECT_EQ(truth_table(graph.var("b"), {"a", "b"})[0], 0b1100U);
    EXPECT_EQ(truth_table(graph.var("a") & graph.var("b"), {"a", "b"})[0], 0b1000U);
    std::vector<std::uint64_t> seventh = truth_table(graph.var("g"), first_names(7));
    EXPECT_EQ(seventh, (std::vector<std::uint64_t>{0, ~std::uint64_t{0}}));
}

TEST(TruthTable, TreatsAtomsLikeVariables) {
    Elaboration meaning = elaborate(Program::parse("age > 3 & !(color = \"red\")"));
    EXPECT_EQ(truth_table(meaning.outputs[0].formula, {"age > 3", "color = \"red\""})[0], 0b0010U);
}

TEST(Evaluate, RejectsChoicesHolesAndMissingNames) {
    Graph graph;
    Formula a = graph.var("a");
    EXPECT_THROW(evaluate(choice({a, true}), {{"a", true}}), Error);
    EXPECT_THROW(evaluate(a, {{"b", true}}), Error);
    EXPECT_THROW(truth_table(choice({a, true}), {"a"}), Error);
    EXPECT_THROW(truth_table(a, {"b"}), Error);
    Elaboration hole = elaborate(Program::parse("age > ?"));
    EXPECT_THROW(evaluate(hole.outputs[0].formula, {{"age > ?", true}}), Error);
}

TEST(TruthTable, RejectsTooManyVariables) {
    std::vector<std::string> names;
    for (int i = 0; i < 25; ++i) names.push_back("v" + std::to_string(i));
    try {
        truth_table(Formula(true), names);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit);
    }
}

TEST(Atom, IsSpelledAsInTheLanguage) {
    EXPECT_EQ(spell(Atom(CompareAtom{{"age"}, Comparison::not_equal, 37.5})), "age != 37.5");
    EXPECT_EQ(spell(Atom(CompareAtom{{"c"}, Comparison::equal, std::string("a\"b")})), R"(c = "a\"b")");
    EXPECT_EQ(spell(Atom(CompareAtom{{"x[1]"}, Comparison::less, Column{"y"}})), "x[1] < y");
    EXPECT_EQ(spell(Atom(CompareAtom{{"x"}, Comparison::greater, Hole{}})), "x > ?");
    EXPECT_EQ(spell(Atom(MemberAtom{{"c"}, {1.0, std::string("red")}})), "c in {1, \"red\"}");
    EXPECT_EQ(spell(Atom(MemberAtom{{"c"}, {1.0, 2.5}, true})), "c not in {1, 2.5}");
    EXPECT_EQ(spell(Atom(IntervalAtom{{"age"}, 20, 40, true, false})), "20 <= age < 40");
    EXPECT_EQ(spell(Atom(IntervalAtom{{"age"}, 20, 40, false, true})), "20 < age <= 40");
    EXPECT_EQ(spell(Atom(MissingAtom{{"age"}})), "age is missing");
    EXPECT_EQ(mirrored(Comparison::less_equal), Comparison::greater_equal);
    EXPECT_EQ(mirrored(Comparison::not_equal), Comparison::not_equal);
}

}  // namespace

}  // namespace loh::testing
