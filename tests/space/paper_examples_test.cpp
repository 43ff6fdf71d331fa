// The examples of the paper.
#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

using Lines = std::vector<std::string>;

std::string count(const std::string& text, bool up_to_equivalence = false) {
    SpaceOptions options;
    options.up_to_equivalence = up_to_equivalence;
    return count_hypotheses(elaborated(text).formulas(), options).to_string();
}

TEST(PaperExamples, TwoChoicesHaveFourFormulas) {
    EXPECT_EQ(space_of("[a,b] & [c,d] & !e"),
              (Lines{"a & c & !e", "a & d & !e", "b & c & !e", "b & d & !e"}));
}

TEST(PaperExamples, NestedChoiceHasSixFormulas) {
    EXPECT_EQ(space_of("[a, [b, c]] & ![c, d]"),
              (Lines{"a & !c", "a & !d", "b & !c", "b & !d", "c & !c", "c & !d"}));
}

TEST(PaperExamples, EqualChoicesAreIndependent) {
    EXPECT_EQ(space_of("[a,b] & [a,b]"), (Lines{"a & a", "a & b", "b & a", "b & b"}));
    EXPECT_EQ(count("[a,b] & [a,b]"), "4");
    EXPECT_EQ(count("[a,b] & [a,b]", true), "3");
}

TEST(PaperExamples, PlaceholderIsOneChoice) {
    EXPECT_EQ(space_of("p := [a,b]\np & p"), (Lines{"a & a", "b & b"}));
    EXPECT_EQ(count("p := [a,b]; p & p"), "2");
    EXPECT_EQ(count("p := [a,b]; p & p", true), "2");
}

TEST(PaperExamples, NestedAndFlatChoicesHaveTheSameSpace) {
    Lines expected = {"a", "b", "c"};
    EXPECT_EQ(space_of("[a, [b,c]]"), expected);
    EXPECT_EQ(space_of("[a, a, b, c]"), expected);
    EXPECT_EQ(space_of("[a,b,c]"), expected);
}

TEST(PaperExamples, EveryFiniteSetOfFormulasIsASpace) {
    EXPECT_EQ(space_of("[a & b, !c, a | !b & c]"), (Lines{"a & b", "!c", "a | !b & c"}));
}

TEST(PaperExamples, WildfireProgramsHaveTheStatedNumbersOfHypotheses) {
    auto size = [](const std::string& name) {
        Program program = Program::read(std::string(LOH_SOURCE_DIR) + "/examples/" + name + ".loh");
        return count_hypotheses(elaborate(program).formulas()).to_string();
    };
    EXPECT_EQ(size("wildfire-full-knowledge"), "1");
    EXPECT_EQ(size("wildfire-reliable-rules"), "32768");
    EXPECT_EQ(size("wildfire-one-rule-per-set"), "120");
    EXPECT_EQ(size("wildfire-partial-knowledge"), "2048");
}

}  // namespace
}  // namespace loh::testing
