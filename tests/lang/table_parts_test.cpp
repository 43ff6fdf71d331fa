// Holes, `?`, rules(n) and clauses(n), with and without a table.
#include "lang/table_parts.hpp"

#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {
namespace {

Atom at_least(double cut) { return CompareAtom{{"age"}, Comparison::greater_equal, cut}; }

ElaborateOptions with_offer() {
    auto candidates = std::make_shared<StoredCandidates>();
    candidates->kept_candidates = {
        {"age", {20.0, 40.5}}, {"job", {"clerk", "nurse"}}, {"x[1]", {1.0}}, {"x[2]", {2.0, 3.0}}};
    candidates->kept_literals = {at_least(20), at_least(40.5), MissingAtom{{"job"}}};
    ElaborateOptions options;
    options.candidates = candidates;
    return options;
}

// The program with the table has the same meaning as the program written out by hand without it.
void expect_filled(std::string_view text, std::string_view by_hand) {
    EXPECT_EQ(elaborated(text, with_offer()).to_string(), elaborated(by_hand).to_string()) << text;
}

TEST(TableParts, AHoleIsAChoiceAmongTheCandidates) {
    expect_filled("age > ?", "[age > 20, age > 40.5]");
    expect_filled("? > age & a", "[age < 20, age < 40.5] & a");
    expect_filled("age >= ? | age <= ?", "[age >= 20, age >= 40.5] | [age <= 20, age <= 40.5]");
    expect_filled("job = ?", "[job = \"clerk\", job = \"nurse\"]");
    expect_filled("[!(job != ?), true]", "[![job != \"clerk\", job != \"nurse\"], true]");
}

TEST(TableParts, AHoleForASetIsAnySetOfCategories) {
    expect_filled("job in ?", "[job = \"clerk\", false] | [job = \"nurse\", false]");
    expect_filled("job not in ?", "[job != \"clerk\", true] & [job != \"nurse\", true]");
}

TEST(TableParts, AHoleAloneIsAChoiceAmongAllLiterals) {
    const std::string any = "[age >= 20, age >= 40.5, job is missing]";
    expect_filled("?", any);
    expect_filled("and(i in 1..2: [?, true])", "[" + any + ", true] & [" + any + ", true]");
}

TEST(TableParts, RulesAndClausesAreNetworksOverAllLiterals) {
    const std::string literals = "x[1] := age >= 20; x[2] := age >= 40.5; x[3] := job is missing;";
    expect_filled("rules(2)",
                  literals + "r[j in 1..2] := and(i in 1..3: [x[i], true]); or(j in 1..2: [r[j], false])");
    expect_filled(
        "a & clauses(2)",
        literals + "r[j in 1..2] := or(i in 1..3: [x[i], false]); a & and(j in 1..2: [r[j], true])");
    expect_filled("const n = 1; template t(k) := a & clauses(k); t(n + 1)",
                  elaborated("a & clauses(2)", with_offer()).to_string());
}

TEST(TableParts, EveryCopyHasSeparateChoicesAndANameSharesThem) {
    auto choices = [](std::string_view text) {
        return take_census(elaborated(text, with_offer()).formulas()).choices;
    };
    EXPECT_EQ(choices("age > ? & age > ?"), 2U);
    EXPECT_EQ(choices("or(i in 1..5: age > ?)"), 5U);
    EXPECT_EQ(choices("p := age > ?; p & (p | a)"), 1U);
    EXPECT_EQ(choices("template t(f) := f | f & a; t(?)"), 1U);
    EXPECT_EQ(choices("template t(k) := age > ? & b[k]; t(1) | t(2)"), 2U);
    EXPECT_EQ(choices("rules(2)"), 8U);
    EXPECT_EQ(choices("rules(2) | rules(1)"), 12U);
}

TEST(TableParts, AColumnMayDependOnALoop) {
    expect_filled("and(i in 1..2: x[i] > ?)", "[x[1] > 1] & [x[2] > 2, x[2] > 3]");
}

TEST(TableParts, ADeclaredTemplateReplacesTheBuiltInOne) {
    expect_filled("template rules(n) := a[n]; rules(3)", "a[3]");
    EXPECT_EQ(message_of("rules := a; rules(3) & rules"), "there is no template 'rules'");
}

TEST(TableParts, OriginsOfChoicesArePositionsInTheText) {
    Elaboration elaboration = elaborated("a &\n(age > ? | rules(2))", with_offer());
    EXPECT_EQ(elaboration.origin({0}).to_string(), "test.loh:2:2");
    EXPECT_EQ(elaboration.origin({1}).to_string(), "test.loh:2:12 (rules = 1)");
    EXPECT_EQ(elaboration.origin({8}).to_string(), "test.loh:2:12 (rules = 2)");
}

TEST(TableParts, StayOpenWithoutATable) {
    const std::string text = "? & age > ? & job in ? & rules(2) & clauses(n) & !?\n";
    EXPECT_EQ(parsed(text), text);
    Elaboration elaboration = elaborated("const n = 3; " + text);
    EXPECT_EQ(elaboration.to_string(), "? & age > ? & job in ? & rules(2) & clauses(3) & !?\n");
    EXPECT_EQ(take_census(elaboration.formulas()).holes, 6U);
    EXPECT_EQ(take_census(elaboration.formulas()).variables, 0U);
}

TEST(TableParts, ErrorsHaveThePositionInTheProgram) {
    auto error = [](std::string_view text) { return error_of(text, with_offer()); };
    EXPECT_EQ(error("a & aeg > ?").message, "no candidates for column aeg");
    EXPECT_EQ(error("a & aeg > ?").column, 5U);
    EXPECT_EQ(error("job >= ?").message, "column job has categories, which have no order");
    for (const char* text : {"age = ?", "age != ?", "age in ?", "age not in ?"})
        EXPECT_EQ(error(text).message,
                  "column age has numbers: a hole stands for a cut point, not for a single value")
            << text;
    EXPECT_EQ(error("template t(x) := x & aeg > ?; t(a)").notes.size(), 1U);
    EXPECT_EQ(message_of("or(c in {age}: c in ?)"), "a hole is compared with a column, as in age > ?");
}

TEST(TableParts, TheNumberOfRulesMustBeAWholeNumber) {
    for (const char* text :
         {"rules(0)", "rules(-1)", "rules(2.5)", "rules(a)", "rules(true)", "clauses(\"x\")"})
        EXPECT_NE(message_of(text).find("must be a whole number, at least 1"), std::string::npos) << text;
    EXPECT_EQ(message_of("rules()"), "'rules' takes one argument, the maximum number of rules");
    EXPECT_EQ(error_of("rule(3)").hint, "did you mean 'rules'?");
}

TEST(TableParts, RespectTheExpansionLimit) {
    ElaborateOptions options = with_offer();
    options.limits.max_expansion = 1000;
    EXPECT_EQ(error_of("rules(1000000000)", options).kind, ErrorKind::limit);
    EXPECT_EQ(error_of("or(i in 1..200: age > ?)", options).kind, ErrorKind::limit);
}

}  // namespace
}  // namespace loh::testing
