// Index arithmetic, conditions and sets.
#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

// The value of an expression, used as an index.
std::string value(const std::string& expression) {
    std::string text = meaning("const n = 7\nx[" + expression + "]");
    return text.substr(2, text.size() - 4);
}

// The values of i in 1..4 that satisfy a filter, in order.
std::string passing(const std::string& condition) {
    std::string result;
    Elaboration elaboration =
        elaborated("domain D = {1, 3}\nor(false, i in 1..4 if " + condition + ": x[i])");
    for (const std::string& name : variables(elaboration.outputs[0].formula)) result += name[2];
    return result;
}

TEST(Arithmetic, ComputesWithWholeNumbers) {
    EXPECT_EQ(value("1+2*3"), "7");
    EXPECT_EQ(value("(1+2)*3"), "9");
    EXPECT_EQ(value("n-10"), "-3");
    EXPECT_EQ(value("-n"), "-7");
    EXPECT_EQ(value("--n"), "7");
    EXPECT_EQ(value("2-3-4"), "-5");
}

TEST(Arithmetic, DivisionRoundsDown) {
    EXPECT_EQ(value("7/2"), "3");
    EXPECT_EQ(value("-7/2"), "-4");
    EXPECT_EQ(value("7/-2"), "-4");
    EXPECT_EQ(value("-7/-2"), "3");
    EXPECT_EQ(value("6/-2"), "-3");
}

TEST(Arithmetic, RemainderHasTheSignOfTheDivisor) {
    EXPECT_EQ(value("7%3"), "1");
    EXPECT_EQ(value("-7%3"), "2");
    EXPECT_EQ(value("7%-3"), "-2");
    EXPECT_EQ(value("-7%-3"), "-1");
    EXPECT_EQ(value("6%3"), "0");
}

TEST(Arithmetic, DecimalsAgreeWithWholeNumbers) {
    EXPECT_EQ(meaning("x > 7.5-0.5*2"), "x > 6.5\n");
    EXPECT_EQ(meaning("x > 7/2.0"), "x > 3.5\n");
    EXPECT_EQ(meaning("x > -7.0%3"), meaning("x > -7%3"));
    EXPECT_EQ(meaning("x > 7.0%-3"), meaning("x > 7%-3"));
}

TEST(Arithmetic, ReportsDivisionByZero) {
    EXPECT_EQ(message_of("x[1/0]"), "division by zero");
    EXPECT_EQ(message_of("x[1%(2-2)]"), "division by zero");
    EXPECT_EQ(message_of("x > 1/0.0"), "the result of this calculation is not finite");
    EXPECT_EQ(message_of("x > 1.0%0"), "the result of this calculation is not finite");
}

TEST(Arithmetic, RejectsOperandsThatAreNotNumbers) {
    EXPECT_EQ(message_of("x[a+1]"), "'a' is not a number");
    EXPECT_EQ(message_of("x[-\"red\"]"), "'red' is not a number");
    EXPECT_EQ(message_of("x[1.5]"), "an index is a whole number or a name");
    EXPECT_EQ(message_of("x[y[1]]"), "an index is a number or a name, not an indexed name");
}

TEST(Conditions, CompareNumbers) {
    EXPECT_EQ(passing("i < 3"), "12");
    EXPECT_EQ(passing("i <= 3"), "123");
    EXPECT_EQ(passing("i > 3"), "4");
    EXPECT_EQ(passing("i >= 3"), "34");
    EXPECT_EQ(passing("i = 3"), "3");
    EXPECT_EQ(passing("i != 3"), "124");
    EXPECT_EQ(passing("i*i = i+2"), "2");
    EXPECT_EQ(passing("i < 2.5"), "12");
}

TEST(Conditions, SupportConnectives) {
    EXPECT_EQ(passing("i = 1 | i > 2 & i%2 = 0"), "14");
    EXPECT_EQ(passing("(i = 1 | i > 2) & i%2 = 0"), "4");
    EXPECT_EQ(passing("!(i = 1) & !!(i < 4)"), "23");
}

TEST(Conditions, TestMembership) {
    EXPECT_EQ(passing("i in {1, 4, x}"), "14");
    EXPECT_EQ(passing("i in 2..3"), "23");
    EXPECT_EQ(passing("i in D"), "13");
    EXPECT_EQ(passing("i in 3..1"), "");
}

TEST(Conditions, LargeNumbersAreComparedExactly) {
    EXPECT_EQ(passing("9007199254740987+i = 9007199254740990"), "3");
    EXPECT_EQ(passing("9007199254740987+i > 9007199254740990"), "4");
}

TEST(Arithmetic, IsLimitedToExactDoubles) {
    EXPECT_EQ(message_of("x[9007199254740992+1]"), "this number is not between -2^53 and 2^53");
    EXPECT_EQ(message_of("x[-9007199254740992-1]"), "this number is not between -2^53 and 2^53");
    EXPECT_EQ(message_of("x[9007199254740992*9007199254740992]"),
              "this number is not between -2^53 and 2^53");
}

TEST(Conditions, NamesHaveNoOrder) {
    EXPECT_EQ(message_of("[i in {a, b} if i < b: x[i]]"), "'a' is not a number, so it has no order");
    EXPECT_EQ(space_of("[i in {a, b} if i != b: x[i]]"), (std::vector<std::string>{"x[a]"}));
    EXPECT_EQ(space_of("[i in {a, 1} if i = 1: x[i]]"), (std::vector<std::string>{"x[1]"}));
}

TEST(Sets, KeepTheWrittenOrder) {
    EXPECT_EQ(space_of("[i in {c, a, 2, \"b\"}: x[i]]"),
              (std::vector<std::string>{"x[c]", "x[a]", "x[2]", "x[b]"}));
}

TEST(Sets, RangesIncludeBothEnds) {
    EXPECT_EQ(space_of("[i in -1..1: x[i]]"), (std::vector<std::string>{"x[-1]", "x[0]", "x[1]"}));
    EXPECT_EQ(meaning("or(i in 2..1: x[i])"), "false\n");
}

TEST(Sets, RejectDuplicates) {
    EXPECT_EQ(message_of("[i in {a, b, a}: x[i]]"), "'a' is in this set twice");
    EXPECT_EQ(message_of("[i in {1, 2-1}: x[i]]"), "'1' is in this set twice");
    EXPECT_EQ(space_of("[i in {9007199254740991+0, 9007199254740991+1}: x[i]]").size(), 2U);
}

TEST(Sets, RangesNeedWholeNumbers) {
    EXPECT_EQ(message_of("[i in 1..m: x[i]]"),
              "the ends of a range must be whole numbers; 'm' is not a whole number");
    EXPECT_EQ(message_of("[i in 1..2.5: x[i]]"),
              "the ends of a range must be whole numbers; '2.5' is not a whole number");
}

TEST(Sets, LaterBindersUseEarlierNames) {
    EXPECT_EQ(space_of("[i in 1..2, j in i..2: x[i, j]]"),
              (std::vector<std::string>{"x[1, 1]", "x[1, 2]", "x[2, 2]"}));
}

TEST(Sets, RejectDuplicateBoundNames) {
    EXPECT_EQ(message_of("[i in 1..2, i in 1..2: x[i]]"), "'i' is bound twice here");
    EXPECT_EQ(message_of("h[i in 1..2, i in 1..2] := x[i]\noutput h"), "'i' is bound twice here");
}

TEST(Sets, InnerLoopsHideOuterNames) {
    EXPECT_EQ(meaning("and(i in 1..2: or(i in 5..6: x[i]))"), "(x[5] | x[6]) & (x[5] | x[6])\n");
}

TEST(Constants, MayUseEarlierConstants) {
    EXPECT_EQ(meaning("const n = 2\nconst m = n*n+1\nx[m]"), "x[5]\n");
    EXPECT_EQ(message_of("const m = n\nconst n = 2\nx[m]"),
              "a constant must be a number; 'n' is not a number");
}

TEST(Constants, CanBeReplacedByAnOption) {
    ElaborateOptions options;
    options.constants = {{"n", 4}};
    EXPECT_EQ(elaborated("const n = 2\nconst m = n+1\nx[n, m]", options).to_string(), "x[4, 5]\n");
    Diagnostic error = error_of("const nn = 2\nx[nn]", options);
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(error.message, "the program declares no constant 'n'");
}

TEST(Domains, MayBeRangesSetsOrOtherDomains) {
    EXPECT_EQ(space_of("domain D = 1..2\ndomain E = D\n[i in E: x[i]]"),
              (std::vector<std::string>{"x[1]", "x[2]"}));
    EXPECT_EQ(message_of("domain Domain = {a}\n[i in Dmoain: x]"), "there is no domain 'Dmoain'");
}

}  // namespace

}  // namespace loh::testing
