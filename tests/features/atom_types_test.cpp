// Errors and warnings about atoms that do not fit their columns.
#include "features/atom_types.hpp"

#include <gtest/gtest.h>

#include "support/learning.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

const std::vector<TypedColumn> kColumns = {
    number_column("age", {1, 2}), category_column("job", {"admin", "clerk"}),
    category_column("rank", {"1", "2"}), number_column("hours per week", {1, 2}),
    category_column("city", {"Aachen", "Bonn", "Cologne", "Duisburg", "Essen", "Frankfurt"})};

Atom atom(const std::string& column, Comparison comparison, Operand operand) {
    return CompareAtom{{column}, comparison, std::move(operand)};
}

std::string error(const Atom& wrong) {
    Diagnostic diagnostic = error_from([&] { check_atom(wrong, kColumns); });
    EXPECT_EQ(diagnostic.severity, Severity::error);
    return diagnostic.message + "; " + diagnostic.hint;
}

std::vector<std::string> warnings(const Atom& doubtful) {
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : check_atom(doubtful, kColumns)) {
        EXPECT_EQ(diagnostic.severity, Severity::warning);
        result.push_back(diagnostic.message + "; " + diagnostic.hint);
    }
    return result;
}

TEST(CheckAtom, AcceptsAtomsThatFitTheirColumns) {
    EXPECT_TRUE(check_atom(atom("age", Comparison::less, 3.0), kColumns).empty());
    EXPECT_TRUE(check_atom(atom("`hours per week`", Comparison::less, Column{"age"}), kColumns).empty());
    EXPECT_TRUE(check_atom(atom("age", Comparison::less, Column{"rank"}), kColumns).empty());
    EXPECT_TRUE(check_atom(atom("rank", Comparison::less, Column{"rank"}), kColumns).empty());
    EXPECT_TRUE(check_atom(atom("job", Comparison::equal, Column{"rank"}), kColumns).empty());
    EXPECT_TRUE(check_atom(atom("job", Comparison::not_equal, "clerk"), kColumns).empty());
    EXPECT_TRUE(check_atom(MemberAtom{{"job"}, {"admin", "clerk"}}, kColumns).empty());
    EXPECT_TRUE(check_atom(MissingAtom{{"job"}}, kColumns).empty());
}

TEST(CheckAtom, RejectsUnknownColumns) {
    EXPECT_EQ(error(atom("agee", Comparison::less, 3.0)), "there is no column agee; did you mean age?");
    EXPECT_EQ(error(atom("age", Comparison::less, Column{"`hours per wek`"})),
              "there is no column `hours per wek`; did you mean `hours per week`?");
    EXPECT_EQ(error(MissingAtom{{"zzz"}}), "there is no column zzz; ");
}

TEST(CheckAtom, RejectsNumbersForCategories) {
    std::string no_order =
        "column 'job' has categories, which have no order; categories are compared with =, != and in";
    EXPECT_EQ(error(atom("job", Comparison::greater_equal, 3.0)), no_order);
    EXPECT_EQ(error(atom("job", Comparison::less, "clerk")), no_order);
    EXPECT_EQ(error(atom("rank", Comparison::less, Column{"job"})), no_order);
    EXPECT_EQ(error(IntervalAtom{{"job"}, 1, 2}), no_order);
    EXPECT_EQ(error(atom("rank", Comparison::equal, 2.0)),
              "column 'rank' has categories, not numbers; a category is written in quotes: \"2\"");
    EXPECT_EQ(error(MemberAtom{{"rank"}, {"1", 2.0}}),
              "column 'rank' has categories, not numbers; a category is written in quotes: \"2\"");
}

TEST(CheckAtom, RejectsCategoriesForNumbers) {
    EXPECT_EQ(error(atom("age", Comparison::equal, "old")),
              "column 'age' has numbers, not categories; compare it with a number");
    EXPECT_EQ(error(MemberAtom{{"age"}, {"20"}}),
              "column 'age' has numbers, not categories; write 20 without quotes");
    EXPECT_EQ(error(atom("job", Comparison::equal, Column{"age"})),
              "column 'age' has numbers, and column 'job' has categories; they can be compared only if all "
              "categories "
              "are numbers; \"admin\" is not a number");
}

TEST(CheckAtom, RejectsHoles) {
    EXPECT_EQ(error(atom("age", Comparison::greater, Hole{})), "the hole in 'age > ?' has not been filled; ");
}

TEST(CheckAtom, WarnsAboutUnknownCategories) {
    EXPECT_EQ(warnings(atom("job", Comparison::equal, "amdin")),
              std::vector<std::string>{"column 'job' has no category \"amdin\"; did you mean \"admin\"?"});
    EXPECT_EQ(
        warnings(MemberAtom{{"city"}, {"Bonn", "Rome", "Essn"}}),
        (std::vector<std::string>{"column 'city' has no category \"Rome\"; it has \"Aachen\", \"Bonn\", "
                                  "\"Cologne\", \"Duisburg\", \"Essen\", ...",
                                  "column 'city' has no category \"Essn\"; did you mean \"Essen\"?"}));
}

}  // namespace
}  // namespace loh::testing
