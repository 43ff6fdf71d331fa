#include "formula/cell_set.hpp"

#include <gtest/gtest.h>

#include "features/literal_oracle.hpp"
#include "support/effort.hpp"
#include "support/random_columns.hpp"

namespace loh::testing {
namespace {

std::string spelled(const CellLiteral& literal) {
    return literal.negated ? "!(" + spell(literal.atom) + ")" : spell(literal.atom);
}

// The literal of a set as text, if there is one.
std::string literal_of(const CellSet& cells) {
    std::optional<CellLiteral> literal = literal_for(cells, {"x"});
    return literal ? spelled(*literal) : "";
}

CellSet below(double number) { return CellSet::of(CompareAtom{{"x"}, Comparison::less, number}).value(); }

TEST(CellSet, ConvertsEveryAtomToASetAndBack) {
    const std::vector<Atom> atoms = {
        CompareAtom{{"x"}, Comparison::less, 3.0},
        CompareAtom{{"x"}, Comparison::less_equal, 3.0},
        CompareAtom{{"x"}, Comparison::greater, 3.0},
        CompareAtom{{"x"}, Comparison::greater_equal, 3.0},
        CompareAtom{{"x"}, Comparison::equal, 3.0},
        CompareAtom{{"x"}, Comparison::not_equal, 3.0},
        CompareAtom{{"x"}, Comparison::equal, "a"},
        CompareAtom{{"x"}, Comparison::not_equal, "a"},
        MemberAtom{{"x"}, {1.0, 2.0}},
        MemberAtom{{"x"}, {1.0, 2.0}, true},
        MemberAtom{{"x"}, {"a", "b"}},
        MemberAtom{{"x"}, {"a", "b"}, true},
        IntervalAtom{{"x"}, 1, 2, true, false},
        IntervalAtom{{"x"}, 1, 2, false, true},
        MissingAtom{{"x"}},
    };
    for (const Atom& atom : atoms) {
        CellSet cells = CellSet::of(atom).value();
        EXPECT_EQ(literal_of(cells), spell(atom));
        EXPECT_EQ(literal_of(cells.complement()), "!(" + spell(atom) + ")");
        EXPECT_FALSE(cells.is_empty());
        EXPECT_TRUE(unite(cells, cells.complement()).is_full());
        EXPECT_TRUE(intersect(cells, cells.complement()).is_empty());
    }
}

TEST(CellSet, HasNoLiteralForSetsThatNeedTwoLiterals) {
    EXPECT_EQ(literal_of(unite(below(1), below(3).complement())), "!(1 <= x < 3)");  // with the missing cell
    CellSet gap = intersect(unite(below(1), below(3).complement()), CellSet::only_missing().complement());
    EXPECT_EQ(literal_of(gap), "");
    EXPECT_EQ(literal_of(unite(gap, CellSet::numbers({1, false}, {3, true}))), "!(x is missing)");
}

TEST(CellSet, RejectsAtomsOfTwoColumnsOrMixedTypes) {
    EXPECT_FALSE(CellSet::of(CompareAtom{{"x"}, Comparison::less, Column{"y"}}));
    EXPECT_FALSE(CellSet::of(MemberAtom{{"x"}, {1.0, "a"}}));
    EXPECT_FALSE(comparable(below(1), CellSet::category("a")));
    EXPECT_TRUE(comparable(below(1), CellSet::only_missing()));
}

// Whether one literal describes the set.
void expect_value(const CellSet& cells, const std::vector<TypedColumn>& columns, std::size_t row,
                  const Column& column, bool expected) {
    if (cells.is_empty() || cells.is_full()) {
        EXPECT_EQ(cells.is_full(), expected);
    } else if (std::optional<CellLiteral> literal = literal_for(cells, column)) {
        EXPECT_EQ(literal_at(literal->atom, columns, row) != literal->negated, expected) << spelled(*literal);
    }
}

// Random sets of one column against the values of their atoms on rows.
TEST(CellSet, OperationsAgreeWithTheValuesOnRows) {
    constexpr std::size_t kRows = 40;
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        Random random(seed);
        std::vector<TypedColumn> columns = random_columns(seed, kRows);
        Atom a = random_atom(random, columns);
        Atom b = random_atom(random, columns);
        std::optional<CellSet> first = CellSet::of(a);
        std::optional<CellSet> second = CellSet::of(b);
        if (!first || !second || column_of(a) != column_of(b)) continue;
        CellSet either = unite(*first, *second);
        CellSet only_first = intersect(*first, second->complement());
        for (std::size_t row = 0; row < kRows; ++row) {
            bool in_a = literal_at(a, columns, row);
            bool in_b = literal_at(b, columns, row);
            expect_value(either, columns, row, column_of(a), in_a || in_b);
            expect_value(only_first, columns, row, column_of(a), in_a && !in_b);
        }
        EXPECT_EQ(is_subset(*first, *second), only_first.is_empty());
    }
}

}  // namespace
}  // namespace loh::testing
