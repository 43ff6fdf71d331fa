// Templates, atoms with bound names, warnings, origins of choices.
#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

using Lines = std::vector<std::string>;

TEST(Templates, EveryCallHasSeparateChoices) {
    EXPECT_EQ(space_of("template t(x) := [x, true]\nt(a) & t(a)").size(), 4U);
    EXPECT_EQ(space_of("template t() := [a, b]\nt() & t()").size(), 4U);
}

TEST(Templates, FormulaParameterUsedTwiceIsShared) {
    EXPECT_EQ(space_of("template t(x) := x & x\nt([a, b])"), (Lines{"a & a", "b & b"}));
    EXPECT_EQ(take_census(elaborated("template t(x) := x <-> !x\nt([a, b])").formulas()).choices, 1U);
}

TEST(Templates, ValueParameterIsAnIndex) {
    EXPECT_EQ(meaning("template t(k) := x[k] & x[k+1]\nt(3)"), "x[3] & x[4]\n");
    EXPECT_EQ(meaning("const n = 2\ntemplate t(k) := x[k]\nt(n) & t(-n) & t(n*2)"), "x[2] & x[-2] & x[4]\n");
    EXPECT_EQ(meaning("template t(e) := x[e]\nt(\"red\")"), "x[red]\n");
    EXPECT_EQ(meaning("template t(k) := and(i in 1..k: x[i])\nt(2)"), "x[1] & x[2]\n");
    EXPECT_EQ(meaning("template t(c) := age > c\nt(2.5)"), "age > 2.5\n");
}

TEST(Templates, BoundNamesArePassedAsValues) {
    EXPECT_EQ(meaning("template t(k) := x[k]\nand(i in 1..2: t(i))"), "x[1] & x[2]\n");
    EXPECT_EQ(meaning("template t(k) := x[k]\nand(e in {u, v}: t(e))"), "x[u] & x[v]\n");
}

TEST(Templates, FormulaParameterCannotBeAnIndex) {
    EXPECT_EQ(message_of("template t(k) := x[k]\nt(a)"), "the parameter 'k' is a formula here, not a value");
    EXPECT_EQ(message_of("template t(k) := k\nt(3)"), "'k' is the number 3 here, not a proposition");
}

TEST(Templates, CannotUseBoundNamesOfTheCaller) {
    EXPECT_EQ(meaning("template t() := x[i]\nand(i in 1..2: t())"), "x[i] & x[i]\n");
    EXPECT_EQ(meaning("template s() := f\ntemplate t(f) := s() & f\nt(a)"), "f & a\n");
}

TEST(Templates, CallTemplatesDeclaredLater) {
    EXPECT_EQ(meaning("template t(x) := s(x) | b\ntemplate s(x) := !x\nt(a)"), "!a | b\n");
    EXPECT_EQ(message_of("template t(x) := s(x)\ntemplate s(x) := t(x)\nt(a)"),
              "cyclic templates: t -> s -> t");
}

TEST(Templates, NestedCallsOfOneTemplateAreAllowed) {
    EXPECT_EQ(meaning("template t(x) := !x\nt(t(a))"), "!!a\n");
}

TEST(Templates, RejectWrongNumbersOfArguments) {
    Diagnostic error = error_of("template t(x, y) := x\nt(a)");
    EXPECT_EQ(error.message, "the template 't' takes 2 arguments, not 1");
    EXPECT_EQ(error.notes.at(0).line, 1U);
    EXPECT_EQ(message_of("template t(x) := x\nt()"), "the template 't' takes 1 argument, not 0");
    EXPECT_EQ(message_of("template t(x, x) := x\nt(a, b)"), "the parameter 'x' is declared twice");
}

TEST(Atoms, PutTheColumnOnTheLeft) {
    EXPECT_EQ(meaning("3 < age & 3 = age & ? >= age"), "age > 3 & age = 3 & age <= ?\n");
    EXPECT_EQ(meaning("age in [20, 40)"), "20 <= age < 40\n");
}

TEST(Atoms, UseBoundNamesAndConstants) {
    EXPECT_EQ(space_of("[i in 1..2: age > 10*i]"), (Lines{"age > 10", "age > 20"}));
    EXPECT_EQ(space_of("[i in 1..2: x[i] > x[i+1]]"), (Lines{"x[1] > x[2]", "x[2] > x[3]"}));
    EXPECT_EQ(space_of("[c in {red, \"dark blue\"}: color = c]"),
              (Lines{"color = \"red\"", "color = \"dark blue\""}));
    EXPECT_EQ(meaning("const n = 3\nage > n & age in [n, 2*n) & age in {n, 5}"),
              "age > 3 & 3 <= age < 6 & age in {3, 5}\n");
    EXPECT_EQ(meaning("domain D = {red, 3}\ncolor in D"), "color in {\"red\", 3}\n");
    EXPECT_EQ(meaning("domain D = {red, 3}\ncolor not in D"), "color not in {\"red\", 3}\n");
}

TEST(Atoms, ComparisonsOfValuesAreFolded) {
    EXPECT_EQ(meaning("and(i in 1..3: i < 3)"), "true & true & false\n");
    EXPECT_EQ(meaning("const n = 2\nn = 2 | n in {3} | n in [2, 3) | n not in {2} | \"a\" = \"b\""),
              "true | false | true | false | false\n");
    EXPECT_EQ(message_of("and(c in {red}: c < 3)"),
              "text has no order: \"red\" can only be compared with = and !=");
}

TEST(Atoms, AreSharedButHolesAreNot) {
    Census parts = take_census(elaborated("age > 3 & age > 3 & age > ? & age > ?").formulas());
    EXPECT_EQ(parts.variables, 1U);
    EXPECT_EQ(parts.holes, 2U);
}

TEST(Atoms, RejectMeaninglessComparisons) {
    EXPECT_EQ(message_of("? = ?"), "a hole is compared with a column, as in age > ?");
    EXPECT_EQ(message_of("3 < ?"), "a hole is compared with a column, as in age > ?");
    EXPECT_EQ(message_of("c not in {}"), "this set is empty, so the atom excludes no value");
    EXPECT_EQ(message_of("age in [40, 20)"), "this interval is empty");
    EXPECT_EQ(message_of("age in [20, 20)"), "this interval is empty");
    EXPECT_EQ(meaning("age in [20, 20]"), "20 <= age <= 20\n");
    EXPECT_EQ(message_of("p := a\np > 3"), "'p' is a placeholder, not a column");
    EXPECT_EQ(message_of("age > \"old\""), "text has no order: \"old\" can only be compared with = and !=");
    EXPECT_EQ(message_of("and(i in 1..2: i is missing)"), "'i' is a value here, not a column");
}

TEST(Warnings, ReportUnusedPlaceholders) {
    Elaboration elaboration = elaborated("p := a\nq := b\nq");
    ASSERT_EQ(elaboration.warnings.size(), 1U);
    EXPECT_EQ(elaboration.warnings[0].message, "the placeholder 'p' is never used");
    EXPECT_EQ(elaboration.warnings[0].line, 1U);
    EXPECT_TRUE(elaborated("p := a\noutput p").warnings.empty());
}

TEST(Warnings, ReportUndeclaredNamesCloseToAPlaceholder) {
    Elaboration elaboration = elaborated("Trigger := [a, b]\noutput p := Trigger & Triger");
    ASSERT_EQ(elaboration.warnings.size(), 1U);
    EXPECT_EQ(elaboration.warnings[0].message, "'Triger' is not declared and is treated as an input");
    EXPECT_EQ(elaboration.warnings[0].hint, "did you mean 'Trigger'?");
}

Lines origins(std::string_view text) {
    Elaboration elaboration = elaborated(text);
    Lines result;
    for (std::uint32_t id = 0; id < elaboration.graph.choice_count(); ++id)
        result.push_back(elaboration.origin({id}).to_string());
    return result;
}

TEST(Origins, ArePositionsInTheText) {
    EXPECT_EQ(origins("p := [a, b]\noutput q := p & ![c, d]"), (Lines{"test.loh:1:6", "test.loh:2:18"}));
    EXPECT_EQ(origins("[a, [b, c]]"), (Lines{"test.loh:1:5", "test.loh:1:1"}));
    EXPECT_EQ(origins("größe & [a]"), (Lines{"test.loh:1:9"}));
}

TEST(Origins, IncludeTheBoundNamesOfTheCopy) {
    EXPECT_EQ(origins("h[j in 3..4] := and(i in 7..8: [x[i], true])\nh[3] & h[4]"),
              (Lines{"test.loh:1:32 (j = 3, i = 7)", "test.loh:1:32 (j = 3, i = 8)",
                     "test.loh:1:32 (j = 4, i = 7)", "test.loh:1:32 (j = 4, i = 8)"}));
    EXPECT_EQ(origins("and(e in {u, \"v w\"}: [x[e], true])"),
              (Lines{"test.loh:1:22 (e = u)", "test.loh:1:22 (e = `v w`)"}));
    EXPECT_EQ(origins("template t(f, k) := [f, x[k]]\nand(i in 1..1: t(a, 5))"),
              (Lines{"test.loh:1:21 (i = 1, k = 5)"}));
}

TEST(Origins, OfForwardReferencesExcludeTheBoundNamesOfTheUser) {
    EXPECT_EQ(origins("output q := and(i in 1..2: p)\np := [a, b]"), (Lines{"test.loh:2:6"}));
}

TEST(Origins, OfChoicesBuiltInCppAreAUsageError) {
    Elaboration elaboration = elaborated("a");
    choice({elaboration.outputs[0].formula, true});
    EXPECT_THROW((void)elaboration.origin({0}), Error);
}

}  // namespace

}  // namespace loh::testing
