// Atoms over columns, index arithmetic and conditions.
#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

TEST(ParserAtoms, ReadsComparisons) {
    for (const char* text :
         {"age >= 37.5", "income > debt", "color = \"red\"", "x != -1", "3 < x", "\"a\" = c", "x <= n+1",
          "(n+1)*2 < x", "-n < x", "x[1] > y[n, a]", "age > ?", "? <= age"})
        EXPECT_EQ(parsed_formula(text), text);
}

TEST(ParserAtoms, ReadsMembersIntervalsAndMissing) {
    for (const char* text :
         {"c in {\"red\", blue, 3}", "c in {}", "c in D", "c not in {1, red}", "c not in D", "20 <= age < 40",
          "-1 <= age <= n*2", "0 < x[1] < 1", "age is missing", "x[1] is missing"})
        EXPECT_EQ(parsed_formula(text), text);
}

TEST(ParserAtoms, IntervalIsADoubleComparison) {
    EXPECT_EQ(parsed_formula("age in [20, 40)"), "20 <= age < 40");
    EXPECT_EQ(parsed_formula("age in (20, n+1]"), "20 < age <= n+1");
    EXPECT_EQ(parsed_formula("40 > age >= 20"), "20 <= age < 40");
    EXPECT_EQ(parsed_formula("40 >= age > 20"), "20 < age <= 40");
}

TEST(ParserAtoms, NotInTakesASetAndIsNotANegation) {
    EXPECT_EQ(parsed_formula("!(c not in {1})"), "!(c not in {1})");
    EXPECT_EQ(parsed_formula("[c not in {1}, i in 1..2: x[i]]"), "[c not in {1}, i in 1..2: x[i]]");
    EXPECT_FALSE(Program::parse("c not in {1}") == Program::parse("!(c in {1})"));
    EXPECT_EQ(message_of("age not in [20, 40)"), "expected a set after 'in', found '['");
    EXPECT_EQ(message_of("c ! in {1}"),
              "expected a connective or the end of the statement after 'c', found '!'");
}

TEST(ParserAtoms, RejectsOtherDoubleComparisons) {
    for (const char* text : {"20 <= age > 3", "20 = age < 3", "1 != x != 2"})
        EXPECT_EQ(message_of(text),
                  "a double comparison has two < or <=, or two > or >=, as in 20 <= age < 40")
            << text;
    for (const char* text : {"1 < 2 < 3", "a < b+1 < c"})
        EXPECT_EQ(message_of(text), "a double comparison has a column in the middle, as in 20 <= age < 40")
            << text;
    EXPECT_EQ(message_of("? < age < 3"), "a double comparison cannot have holes");
}

TEST(ParserAtoms, NegationAppliesToTheWholeAtom) {
    EXPECT_EQ(parsed_formula("!(age > 3)"), "!(age > 3)");
    EXPECT_TRUE(Program::parse("!age > 3") == Program::parse("!(age > 3)"));
}

TEST(ParserAtoms, RejectsAValueAsAFormula) {
    for (const char* text : {"3", "\"red\"", "-x", "n+1", "a & 3", "[1, 2]", "(1+2)*3"})
        EXPECT_EQ(message_of(text), "a value is not a formula") << text;
}

TEST(ParserAtoms, AcceptsAValueAsAnArgument) {
    EXPECT_EQ(parsed_formula("f(1, n+1, -2, \"red\", 2.5, (n+1)*2, x, age > 3)"),
              "f(1, n+1, -2, \"red\", 2.5, (n+1)*2, x, age > 3)");
    EXPECT_EQ(message_of("f(1 & a)"), "a value is not a formula");
    EXPECT_EQ(message_of("f(!1)"), "a value is not a formula");
    EXPECT_EQ(message_of("f([1])"), "a value is not a formula");
}

TEST(ParserAtoms, AcceptsAValueInParenthesesAsAnArgument) {
    EXPECT_EQ(parsed_formula("f((1+2))"), "f(1+2)");
    EXPECT_EQ(parsed_formula("f((3))"), "f(3)");
}

TEST(ParserAtoms, RejectsARangeAsASetForAColumn) {
    EXPECT_EQ(message_of("age in 1..10"), "a column is compared with an interval or a set, not with a range");
}

TEST(ParserArithmetic, HasTheUsualPrecedence) {
    EXPECT_EQ(parsed_formula("x[1+2*3-4/5%6]"), "x[1+2*3-4/5%6]");
    EXPECT_EQ(parsed_formula("x[(1+2)*3]"), "x[(1+2)*3]");
    EXPECT_EQ(parsed_formula("x[(1*2)+3]"), "x[1*2+3]");
    EXPECT_EQ(parsed_formula("x[1-(2-3)]"), "x[1-(2-3)]");
    EXPECT_EQ(parsed_formula("x[(1-2)-3]"), "x[1-2-3]");
    EXPECT_EQ(parsed_formula("x[8/(4/2)]"), "x[8/(4/2)]");
    EXPECT_EQ(parsed_formula("x[-(1+2)*-3]"), "x[-(1+2)*-3]");
    EXPECT_EQ(parsed_formula("x[--1]"), "x[--1]");
    EXPECT_EQ(parsed_formula("x[1 - -1]"), "x[1--1]");
}

TEST(ParserArithmetic, RejectsNumbersThatAreTooLarge) {
    EXPECT_EQ(parsed_formula("x[9007199254740992]"), "x[9007199254740992]");
    EXPECT_EQ(message_of("x[9007199254740993]"),
              "this number is larger than 2^53 and cannot be represented exactly");
    EXPECT_EQ(message_of("x[9007199254740994]"),
              "this number is larger than 2^53 and cannot be represented exactly");
    EXPECT_EQ(message_of("x > 1e999"), "this number is out of range");
}

TEST(ParserConditions, HaveThePrecedenceOfConnectives) {
    EXPECT_EQ(parsed_formula("[i in D if i = a | i = b & i != c: x]"),
              "[i in D if i = a | i = b & i != c: x]");
    EXPECT_EQ(parsed_formula("[i in D if (i = a | i = b) & !(i in E): x]"),
              "[i in D if (i = a | i = b) & !(i in E): x]");
    EXPECT_EQ(parsed_formula("[i in D if ((i = a)): x]"), "[i in D if i = a: x]");
    EXPECT_EQ(parsed_formula("[i in D if (i+1)*2 < 3: x]"), "[i in D if (i+1)*2 < 3: x]");
    EXPECT_EQ(parsed_formula("[i in D if not i in 1..3 and i in {1, 2}: x]"),
              "[i in D if !(i in 1..3) & i in {1, 2}: x]");
}

TEST(ParserConditions, RejectOtherExpressions) {
    EXPECT_EQ(message_of("[i in D if i: x]"), "expected a condition such as i < j");
    EXPECT_EQ(message_of("[i in D if i < 1 & 2: x]"), "expected a condition such as i < j");
    EXPECT_EQ(message_of("[i in D if !i: x]"), "expected a condition such as i < j");
    EXPECT_EQ(message_of("[i in D if (i < 1) + 2 < 3: x]"), "expected a number, found a condition");
}

TEST(ParserSets, RejectOtherExpressions) {
    EXPECT_EQ(message_of("[i in 3: x]"),
              "expected a set: a range 1..10, elements {a, b} or the name of a domain");
    EXPECT_EQ(message_of("[i in D[1]: x]"),
              "expected a set: a range 1..10, elements {a, b} or the name of a domain");
}

}  // namespace

}  // namespace loh::testing
