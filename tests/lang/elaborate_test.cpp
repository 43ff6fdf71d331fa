// Names, sharing and copies.
#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

using Lines = std::vector<std::string>;

Census census(std::string_view text) { return take_census(elaborated(text).formulas()); }

TEST(Elaborate, PlaceholderUsedAThousandTimesIsOneNode) {
    std::string text = "p := [a, b] & !c\noutput q := ";
    for (int i = 0; i < 1000; ++i) text += std::string(i > 0 ? " & " : "") + "p";
    Census parts = census(text);
    EXPECT_EQ(parts.nodes, 7U);
    EXPECT_EQ(parts.choices, 1U);
}

TEST(Elaborate, SharedChoiceHasOneSelection) {
    EXPECT_EQ(space_of("p := [a, b]\np & p"), (Lines{"a & a", "b & b"}));
    EXPECT_EQ(space_of("[a, b] & [a, b]").size(), 4U);
}

TEST(Elaborate, EveryCopyOfALoopHasSeparateChoices) {
    EXPECT_EQ(census("and(i in 1..5: [x[i], true])").choices, 5U);
    EXPECT_EQ(census("and(i in 1..2, j in 1..3: [a, b])").choices, 6U);
    EXPECT_EQ(census("p := [a, b]\nand(i in 1..5: p)").choices, 1U);
}

TEST(Elaborate, EveryElementOfAnArrayHasSeparateChoices) {
    EXPECT_EQ(census("h[j in 1..4] := [a, b]\nand(j in 1..4: h[j])").choices, 4U);
    EXPECT_EQ(space_of("h[j in 1..2] := [a, b]\nh[1] & h[1] & h[2]").size(), 4U);
}

TEST(Elaborate, ArraysHaveSeveralDimensions) {
    EXPECT_EQ(meaning("h[i in 1..2, j in {u, v}] := x[i] & y[j]\nh[1, u] | h[2, v]"),
              "x[1] & y[u] | x[2] & y[v]\n");
    EXPECT_EQ(meaning("h[i in 1..3, j in i+1..3] := x[i, j]\nh[1, 2] | h[2, 3]"), "x[1, 2] | x[2, 3]\n");
    EXPECT_EQ(message_of("h[i in 1..3, j in i+1..3] := x[i, j]\nh[2, 1]"), "there is no 'h[2, 1]'");
}

TEST(Elaborate, ArrayElementsMayBeDeclaredOneByOne) {
    EXPECT_EQ(meaning("h[1] := a\nh[2] := b\nh[{u, v}] := c\nh[1] & h[2] & h[v]"), "a & b & c\n");
    EXPECT_EQ(message_of("h[1] := a\nh[1] := b\nh[1]"), "'h[1]' is already declared");
    EXPECT_EQ(message_of("h[1] := a\nh := b\nh"), "'h' is already declared with another number of indices");
}

TEST(Elaborate, ArraysMayBeRecursive) {
    EXPECT_EQ(meaning("h[0] := a\nh[j in 1..3] := h[j-1] & x[j]\nh[3]"), "((a & x[1]) & x[2]) & x[3]\n");
    EXPECT_EQ(census("h[0] := [a, b]\nh[j in 1..500] := [h[j-1], x[j]]\nh[500]").choices, 501U);
    EXPECT_EQ(message_of("h[j in 1..3] := h[j%3+1]\nh[1]"),
              "cyclic placeholders: h[1] -> h[2] -> h[3] -> h[1]");
}

TEST(Elaborate, LongChainsOfPlaceholdersNeedNoRecursion) {
    std::string text = "h[0] := a\nh[j in 1..100000] := h[j-1] | x[j]\nh[100000]";
    EXPECT_EQ(census(text).variables, 100001U);
}

TEST(Elaborate, FiltersSelectElements) {
    EXPECT_EQ(meaning("h[i in 1..4 if i%2 = 0] := x[i]\nh[2] & h[4]"), "x[2] & x[4]\n");
    EXPECT_EQ(message_of("h[i in 1..4 if i%2 = 0] := x[i]\nh[3]"), "there is no 'h[3]'");
    EXPECT_EQ(space_of("[i in 1..2, j in 1..2 if i != j: e[i, j]]"), (Lines{"e[1, 2]", "e[2, 1]"}));
}

TEST(Elaborate, UseMayComeBeforeDeclaration) {
    EXPECT_EQ(meaning("output q := p & p\np := [a, b]"), "p := [a, b]\noutput q := p & p\n");
    EXPECT_EQ(space_of("output q := p & h[2]\nh[i in 1..2] := p | x[i]\np := [a, b]").size(), 2U);
}

TEST(Elaborate, PlaceholdersCannotUseBoundNamesOfTheirUsers) {
    EXPECT_EQ(meaning("p := x[i]\nand(i in 1..2: p)"), "x[i] & x[i]\n");
}

TEST(Elaborate, CyclesAreReportedWithAllTheirNames) {
    EXPECT_EQ(message_of("p := q\nq := r & p\nr := a\np"), "cyclic placeholders: p -> q -> p");
    EXPECT_EQ(message_of("p := p\np"), "cyclic placeholders: p -> p");
    EXPECT_EQ(error_of("a := b\nb := c\nc := a\na").notes.size(), 2U);
}

TEST(Elaborate, BigOperatorsOverEmptySetsAreConstants) {
    EXPECT_EQ(meaning("and() | or()"), "true | false\n");
    EXPECT_EQ(meaning("and(i in 1..1: x[i])"), "x[1]\n");
    EXPECT_EQ(message_of("[i in 1..0: x[i]]"),
              "a choice without alternatives: the range is empty or the filter excludes all elements");
}

TEST(Elaborate, MaterialConnectivesShareTheirOperands) {
    EXPECT_EQ(space_of("[a, b] <-> c"), (Lines{"(!a | c) & (a | !c)", "(!b | c) & (b | !c)"}));
    EXPECT_EQ(space_of("[a, b] ^ c"), (Lines{"(a | c) & (!a | !c)", "(b | c) & (!b | !c)"}));
    EXPECT_EQ(meaning("a -> b -> c"), "!a | (!b | c)\n");
    EXPECT_EQ(census("[a, b] ^ [a, b] ^ [a, b]").choices, 3U);
}

TEST(Elaborate, ExclusiveOrAndEquivalenceGroupFromTheLeft) {
    EXPECT_EQ(meaning("a ^ b ^ c"), meaning("(a ^ b) ^ c"));
    EXPECT_EQ(meaning("a <-> b <-> c"), meaning("(a <-> b) <-> c"));
    EXPECT_EQ(meaning("a -> b -> c"), meaning("a -> (b -> c)"));
}

TEST(Elaborate, InputsMakeUnknownNamesErrors) {
    Elaboration elaboration = elaborated("input a, v[1..2], w[{u}]\na & v[2] & w[u]");
    EXPECT_EQ(elaboration.inputs, (Lines{"a", "v[1]", "v[2]", "w[u]"}));
    EXPECT_EQ(message_of("input a\nb"), "unknown name 'b'");
    EXPECT_EQ(message_of("input v[1..2]\nv[3]"), "unknown name 'v[3]'");
    EXPECT_EQ(message_of("input a\na & age > 3"), "unknown name 'age'");
    EXPECT_TRUE(elaborated("a").inputs.empty());
}

TEST(Elaborate, InputsMayHaveFiltersAndSeveralStatements) {
    EXPECT_EQ(elaborated("input e[i in 1..3, j in 1..3 if i < j]\ninput a\na").inputs,
              (Lines{"e[1, 2]", "e[1, 3]", "e[2, 3]", "a"}));
}

TEST(Elaborate, OutputsComeInOrder) {
    Elaboration elaboration = elaborated("output q := p\np := a\noutput r[i in 1..2] := x[i]\noutput p");
    Lines names;
    for (const Output& output : elaboration.outputs) names.push_back(output.name);
    EXPECT_EQ(names, (Lines{"q", "r[1]", "r[2]", "p"}));
}

TEST(Elaborate, ListedArrayMakesAllItsElementsOutputs) {
    EXPECT_EQ(meaning("h[i in 1..2] := x[i]\noutput h"), "output h[1] := x[1]\noutput h[2] := x[2]\n");
    EXPECT_EQ(meaning("h[i in 1..2] := x[i]\noutput h[2]"), "output h[2] := x[2]\n");
    EXPECT_EQ(message_of("h[i in 1..2] := x[i]\noutput h, h[2]"), "'h[2]' is declared as an output twice");
}

TEST(Elaborate, BareFormulaMustBeTheLastStatement) {
    EXPECT_EQ(elaborated("p := a\np").outputs[0].name, "");
    EXPECT_EQ(message_of("a\nb"), "a formula without a name is the output and must be the last statement");
    EXPECT_EQ(message_of("output p := a\nb"),
              "a formula without a name, although the program declares its outputs");
    EXPECT_EQ(message_of("p := a"), "the program has no output");
    EXPECT_EQ(message_of(""), "the program is empty");
}

TEST(Elaborate, SuffixesOfChoicesAreKept) {
    EXPECT_EQ(meaning("[a, b]@or & [c]@and & [d]"), "[a, b]@or & [c]@and & [d]\n");
}

}  // namespace

}  // namespace loh::testing
