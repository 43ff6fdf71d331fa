// Formulas as text.
#include "formula/print.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

class Print : public ::testing::Test {
protected:
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
};

// The printed text has the meaning of the formula: the same choices with the same sharing.
void expect_reads_back(const Formula& formula) {
    std::string text = formula.to_string();
    try {
        Elaboration again = elaborated(text);
        EXPECT_EQ(again.outputs.at(0).formula.to_string(), text);
        EXPECT_EQ(space_of(again.formulas()), space_of({formula}));
    } catch (const Error& error) {
        ADD_FAILURE() << text << "\n" << error.what();
    }
}

TEST_F(Print, PrintsAllConnectivesAndModes) {
    EXPECT_EQ(((a | b) & !(a & c)).to_string(), "(a | b) & !(a & c)");
    EXPECT_EQ(((!choice({a, b & c})) | c).to_string(), "![a, b & c] | c");
    EXPECT_EQ(choice({a}, ChoiceMode::disjunctive).to_string(), "[a]@or");
    EXPECT_EQ(choice({a, b}, ChoiceMode::conjunctive).to_string(), "[a, b]@and");
}

TEST_F(Print, PrintsASharedChoiceAsAPlaceholder) {
    Formula shared = choice({a, b});
    EXPECT_EQ((shared & shared).to_string(), "p1 := [a, b]; p1 & p1");
    expect_reads_back(shared & shared);
}

TEST_F(Print, PrintsNestedSharedChoicesAsPlaceholders) {
    Formula inner = choice({a, b});
    Formula outer = choice({inner & c, inner});
    EXPECT_EQ((outer | !outer).to_string(), "p1 := [a, b]; p2 := [p1 & c, p1]; p2 | !p2");
    expect_reads_back(outer | !outer);
}

TEST_F(Print, RepeatsSharedFormulasWithoutChoices) {
    Formula part = a & b;
    EXPECT_EQ((part | !part).to_string(), "a & b | !(a & b)");
}

TEST_F(Print, UsesPlaceholdersIfTheTextWouldDoubleRepeatedly) {
    Formula all = a;
    for (int i = 0; i < 100; ++i) all = all_of({all, all});
    EXPECT_LT(all.to_string().size(), 5000U);
    expect_reads_back(all);
}

TEST_F(Print, PlaceholderNamesAvoidVariables) {
    Formula shared = choice({graph.var("p1"), b});
    EXPECT_EQ((shared & shared).to_string(), "p2 := [p1, b]; p2 & p2");
    Formula indexed = elaborated("([x, y] <-> z) & p1[3] & p2 > 5").outputs[0].formula;
    expect_reads_back(indexed);
    EXPECT_EQ(indexed.to_string().substr(0, 3), "p3 ");
}

TEST_F(Print, PlaceholderNamesAvoidColumnsOnTheRightOfAComparison) {
    expect_reads_back(elaborated("([a, b] <-> c) & x > p1").outputs[0].formula);
}

TEST_F(Print, PlaceholderNamesAvoidOutputsWithQuotedNames) {
    std::string text = meaning("output `a\\`b` := [x, y]\noutput q := `a\\`b` & z");
    EXPECT_NO_THROW(elaborated(text)) << text;
}

TEST_F(Print, RejectsNamesThatCannotBeParsed) {
    EXPECT_EQ(message_of("x[\"\"]"), "a name cannot be empty");
    EXPECT_EQ(message_of("[c in {\"\"}: c]"), "a name cannot be empty");
}

TEST_F(Print, KeepsDeclaredNamesOfPlaceholders) {
    EXPECT_EQ(meaning("Dry := [a, b]\noutput q := Dry & Dry"), "Dry := [a, b]\noutput q := Dry & Dry\n");
    EXPECT_EQ(meaning("h[j in 1..1] := [a, b]\noutput q := h[1] & h[1]"),
              "p1 := [a, b]\noutput q := p1 & p1\n");
}

TEST_F(Print, PrintsASharedHoleAsAPlaceholder) {
    EXPECT_EQ(meaning("t := age > ?\nt & t"), "p1 := age > ?\np1 & p1\n");
    EXPECT_EQ(meaning("age > ? & age > ?"), "age > ? & age > ?\n");
}

TEST_F(Print, PutsNegatedAtomsInParentheses) {
    EXPECT_EQ(meaning("!(age > 3) & !(c in {\"x\"}) & !a"), "!(age > 3) & !(c in {\"x\"}) & !a\n");
}

TEST_F(Print, PrintsDeepFormulasWithoutRecursion) {
    Formula deep = a;
    for (int i = 0; i < 200'000; ++i) deep = !deep;
    EXPECT_EQ(deep.to_string().size(), 200'001U);
}

TEST_F(Print, RejectsTextsThatAreTooLong) {
    Formula all = a;
    for (int i = 0; i < 60; ++i) all = all_of({all, all});
    try {
        print_tree(*graph.data(), all.id());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit);
    }
}

// Each of them was once printed in time linear in the whole graph.
TEST_F(Print, ClausesOfALargeFormulaTakeTheirOwnTime) {
    Formula formula = formula_of("or(i in 1..60000: x[i] & x[i+1] & x[i+2])");
    ASSERT_EQ(formula.size(), 60000U);
    auto start = std::chrono::steady_clock::now();
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < formula.size(); ++i) bytes += formula[i].to_string().size();
    EXPECT_EQ(formula[0].to_string(), "x[1] & x[2] & x[3]");
    EXPECT_GT(bytes, 60000U);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace

}  // namespace loh::testing
