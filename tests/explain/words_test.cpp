#include <gtest/gtest.h>

#include "loh/explain.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

std::string words(const std::string& text) { return in_words(elaborated(text).formulas()[0]); }

TEST(InWords, PrintsLiteralsAsSentences) {
    EXPECT_EQ(words("age >= 40"), "age is at least 40");
    EXPECT_EQ(words("20 <= age < 40"), "age is from 20 to below 40");
    EXPECT_EQ(words("20 < age <= 40"), "age is above 20 up to 40");
    EXPECT_EQ(words("income > debt"), "income is above debt");
    EXPECT_EQ(words("income < debt"), "income is below debt");
    EXPECT_EQ(words("from = to"), "from is equal to to");
    EXPECT_EQ(words("from != `home town`"), "from is different from home town");
    EXPECT_EQ(words("job = \"admin\""), "job is admin");
    EXPECT_EQ(words("job in {\"admin\", \"tech\", \"nurse\"}"), "job is admin, tech or nurse");
    EXPECT_EQ(words("job not in {\"admin\", \"tech\"}"), "job is other than admin and tech");
    EXPECT_EQ(words("age is missing"), "age is missing");
    EXPECT_EQ(words("a & !b"), "a and not b");
    EXPECT_EQ(words("`body height` > `two words` & `two words`"),
              "body height is above two words and two words");
}

TEST(InWords, NamesBothColumnsOfADifference) {
    EXPECT_EQ(words("income - debt >= 2000"), "income - debt is at least 2000");
    EXPECT_EQ(words("2 <= |`body height` - `arm span`| < 5"),
              "|body height - arm span| is from 2 to below 5");
    EXPECT_EQ(words("!(`a b` - `c d` in {1, 2})"), "a b - c d is missing or not 1 or 2");
}

TEST(InWords, MentionsMissingCellsInNegations) {
    EXPECT_EQ(words("!(age >= 40)"), "age is missing or not at least 40");
    EXPECT_EQ(words("!(age is missing)"), "age is not missing");
    EXPECT_EQ(words("!(income >= debt)"), "income or debt is missing or income is not at least debt");
    EXPECT_EQ(words("!(a = b) & c"), "(a or b is missing or a is not equal to b) and c");
    EXPECT_EQ(words("!(job = \"admin\") & b"), "(job is missing or not admin) and b");
}

TEST(InWords, PutsNestedFormulasInParentheses) {
    EXPECT_EQ(words("a & (b | c)"), "a and (b or c)");
    EXPECT_EQ(words("a & b | c"), "(a and b) or c");
    EXPECT_EQ(words("!(a & b)"), "not (a and b)");
    EXPECT_EQ(words("true"), "true");
}

}  // namespace
}  // namespace loh::testing
