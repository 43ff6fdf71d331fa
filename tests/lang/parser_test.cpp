// Formulas and statements: the parsed tree as canonical text.
#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

// One formula in canonical text.
bool same(std::string_view left, std::string_view right) {
    return Program::parse(left) == Program::parse(right);
}

TEST(Parser, ConnectivesHaveTheDocumentedPrecedence) {
    EXPECT_TRUE(same("a <-> b -> c ^ d | e & !f", "a <-> (b -> (c ^ (d | (e & (!f)))))"));
    EXPECT_TRUE(same("!a & b | c ^ d -> e <-> f", "(((((!a) & b) | c) ^ d) -> e) <-> f"));
    EXPECT_TRUE(same("a | b & c | d", "a | (b & c) | d"));
    EXPECT_TRUE(same("a & b | c & d", "(a & b) | (c & d)"));
    EXPECT_TRUE(same("a -> b | c -> d", "a -> (b | c) -> d"));
}

TEST(Parser, ChainsOfOneConnectiveAreFlat) {
    EXPECT_FALSE(same("a & b & c", "(a & b) & c"));
    EXPECT_FALSE(same("a & b & c", "a & (b & c)"));
    EXPECT_FALSE(same("a -> b -> c", "a -> (b -> c)"));
}

TEST(Parser, DropsRedundantParentheses) {
    EXPECT_TRUE(same("((a)) & (b)", "a & b"));
    EXPECT_TRUE(same("!(a)", "!a"));
    EXPECT_TRUE(same("(age > 3)", "age > 3"));
    EXPECT_TRUE(same("((age + 0) * 1) > (3)", "(age + 0) * 1 > 3"));
}

TEST(Parser, AllSpellingsGiveTheSameProgram) {
    EXPECT_TRUE(same("not a and b or ~c", "¬a ∧ b ∨ !c"));
    EXPECT_TRUE(same("true or false", "⊤ \\/ ⊥"));
    EXPECT_TRUE(same("`a` & b", "a & b"));
    EXPECT_FALSE(same("a", "A"));
}

TEST(Parser, StatementsEndAtLineEndsAndSemicolons) {
    EXPECT_EQ(parsed("p := a; q := b;; r := c\n\n\noutput p, q, r"),
              "p := a\nq := b\nr := c\noutput p, q, r\n");
    EXPECT_EQ(parsed(""), "");
    EXPECT_EQ(parsed(";\n;\n# nothing\n"), "");
}

TEST(Parser, FormulasMayContinueOnTheNextLine) {
    EXPECT_EQ(parsed_formula("p :=\n a &\n b\n | c"), "p := a & b | c");
    EXPECT_EQ(parsed_formula("p := [a,\n\n b # why\n , c\n]"), "p := [a, b, c]");
}

TEST(Parser, ReadsChoices) {
    EXPECT_EQ(parsed_formula("[a]"), "[a]");
    EXPECT_EQ(parsed_formula("[a,[b,c]@and]@or"), "[a, [b, c]@and]@or");
    EXPECT_EQ(parsed_formula("![a,b] & [c]"), "![a, b] & [c]");
    EXPECT_EQ(parsed_formula("[a, b] @or"), "[a, b]@or");
}

TEST(Parser, ReadsBigOperators) {
    EXPECT_EQ(parsed_formula("and()"), "and()");
    EXPECT_EQ(parsed_formula("or (a, b)"), "or(a, b)");
    EXPECT_EQ(parsed_formula("and(i in 1..3: x[i])"), "and(i in 1..3: x[i])");
    EXPECT_EQ(parsed_formula("a and and(b) or or(c)"), "a & and(b) | or(c)");
    EXPECT_EQ(parsed_formula("or(a, i in D, j in {u, v} if i != j: e[i, j], b)"),
              "or(a, i in D, j in {u, v} if i != j: e[i, j], b)");
    EXPECT_EQ(parsed_formula("not and(a)"), "!and(a)");
}

TEST(Parser, RejectsASpaceBeforeAnIndex) {
    EXPECT_EQ(parsed_formula("x[1]"), "x[1]");
    EXPECT_EQ(message_of("x [1]"), "expected a connective or the end of the statement after 'x', found '['");
    EXPECT_EQ(message_of("x # c\n[1] & a"), message_of("x\n[1] & a"));
    EXPECT_EQ(parsed_formula("a & [b]"), "a & [b]");
}

TEST(Parser, RejectsASpaceBeforeTheArgumentsOfACall) {
    EXPECT_EQ(parsed_formula("f(a)"), "f(a)");
    EXPECT_EQ(parsed_formula("f()"), "f()");
    EXPECT_EQ(parsed_formula("`my f`(a, 1)"), "`my f`(a, 1)");
    EXPECT_EQ(message_of("f (a)"), "expected a connective or the end of the statement after 'f', found '('");
}

TEST(Parser, BinderNeedsAColonInItsList) {
    EXPECT_EQ(parsed_formula("[x in {a}]"), "[x in {a}]");
    EXPECT_EQ(parsed_formula("[x in {a}: y]"), "[x in {a}: y]");
    EXPECT_EQ(parsed_formula("[x in {a} & b]"), "[x in {a} & b]");
    EXPECT_EQ(parsed_formula("[(x in {a}), i in 1..2: y[i]]"), "[(x in {a}), i in 1..2: y[i]]");
    EXPECT_EQ(parsed_formula("[x in {a} | b, i in 1..2: y[i]]"), "[x in {a} | b, i in 1..2: y[i]]");
    EXPECT_EQ(parsed_formula("[x in [1, 2), [i in 1..2: y[i]]]"), "[1 <= x < 2, [i in 1..2: y[i]]]");
    EXPECT_EQ(parsed_formula("[i in 1..2: x in {a}, b]"), "[i in 1..2: x in {a}, b]");
    EXPECT_EQ(parsed_formula("[i in 1..2 if i = 1 | !(i = 2 & i < 3): x]"),
              "[i in 1..2 if i = 1 | !(i = 2 & i < 3): x]");
}

TEST(Parser, BinderAtTheStartOfTheTextEndsWithItsList) {
    EXPECT_EQ(parsed("[x in {a}]\n[i in 1..2: y[i]]"), "[x in {a}]\n[i in 1..2: y[i]]\n");
    EXPECT_EQ(message_of("[x in {a}] : b"),
              "expected a connective or the end of the statement after ']', found ':'");
}

TEST(Parser, ReadsStatements) {
    EXPECT_EQ(parsed("output p:=a"), "output p := a\n");
    EXPECT_EQ(parsed("output p,q[1]"), "output p, q[1]\n");
    EXPECT_EQ(parsed("input a,v[1..10],w[D],e[i in D,{a,b} if i!=a]"),
              "input a, v[1..10], w[D], e[i in D, {a, b} if i != a]\n");
    EXPECT_EQ(parsed("domain D={a,\"b\",3}"), "domain D = {a, \"b\", 3}\n");
    EXPECT_EQ(parsed("domain D = 1..n; domain E = D"), "domain D = 1..n\ndomain E = D\n");
    EXPECT_EQ(parsed("const n=2*3"), "const n = 2*3\n");
    EXPECT_EQ(parsed("template t(x,k) := x | v[k]"), "template t(x, k) := x | v[k]\n");
    EXPECT_EQ(parsed("template t() := a"), "template t() := a\n");
    EXPECT_EQ(parsed("h[j in 1..3,D] := a"), "h[j in 1..3, D] := a\n");
    EXPECT_EQ(parsed("h[3,a] := b"), "h[3, a] := b\n");
}

TEST(Parser, KeywordsInBackquotesAreNames) {
    EXPECT_EQ(parsed("`output` := `and` | `forall`"), "`output` := `and` | `forall`\n");
    EXPECT_EQ(message_of("forall & a"), "'forall' is reserved for a later version of the language");
}

TEST(Parser, IsAndMissingAreOrdinaryNames) {
    EXPECT_EQ(parsed_formula("is & missing"), "is & missing");
    EXPECT_EQ(parsed_formula("is is missing"), "is is missing");
    EXPECT_EQ(parsed_formula("missing is missing"), "missing is missing");
}

TEST(Parser, RejectsUnclosedBracket) {
    Diagnostic error = error_of("p := [a, b\nq := c");
    EXPECT_EQ(error.message, "expected ',' or ']' after 'b', found 'q'");
    ASSERT_EQ(error.notes.size(), 1U);
    EXPECT_EQ(error.notes[0].column, 6U);
    error = error_of("p := (a & [b]");
    EXPECT_EQ(error.message, "this '(' is never closed");
    EXPECT_EQ(error.column, 6U);
}

TEST(Parser, RejectsEmptyChoice) {
    EXPECT_EQ(message_of("a & []"), "a choice needs at least one alternative");
}

TEST(Parser, EveryPrefixOfAProgramParsesOrThrows) {
    const std::string text =
        "const n = 2*(3-1); domain D = {a, \"b\"}\ninput x[1..n], `two words`[D], age\n"
        "template t(f, k) := f | x[k] -> [f, true]@or\nh[j in 1..n if !(j = 2 | j > 3)] := and(i in 1..j: "
        "[x[i], !y])\n"
        "output p := t(h[1], n-1) ^ age in [20, 40) <-> 20 <= age < 40 & age != ? & age is missing\n";
    for (std::size_t length = 0; length <= text.size(); ++length) {
        try {
            elaborated(text.substr(0, length));
        } catch (const Error& error) {
            EXPECT_NE(error.diagnostic().line, 0U) << text.substr(0, length);
        }
    }
}

}  // namespace

}  // namespace loh::testing
