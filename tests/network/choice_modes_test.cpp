#include "network/choice_modes.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

// One letter for each compiled choice in the order of the text: c (conjunctive) or d (disjunctive).
std::string modes(const std::string& text) {
    Elaboration elaboration = elaborated(text);
    std::vector<NodeId> roots;
    for (const Formula& formula : elaboration.formulas()) roots.push_back(formula.id());
    std::string result;
    for (ChoiceMode mode : decide_choice_modes(*elaboration.graph.data(), roots))
        result += mode == ChoiceMode::conjunctive ? 'c' : 'd';
    return result;
}

TEST(ChoiceModes, FollowThePapersExample) { EXPECT_EQ(modes("![a,b] & [b,c] & ([c,d] | ![d,e])"), "dcdc"); }

TEST(ChoiceModes, AreDisjunctiveAtTheRoot) {
    EXPECT_EQ(modes("[a, b]"), "d");
    EXPECT_EQ(modes("![a, b]"), "c");
    EXPECT_EQ(modes("!![a, b]"), "d");
}

TEST(ChoiceModes, SuffixesForceThem) {
    EXPECT_EQ(modes("[a, b]@and | [c, d]"), "cd");
    EXPECT_EQ(modes("[a, b]@or & [c, d]"), "dc");
}

// The inner choice is made first, so its letter comes first.
TEST(ChoiceModes, InnerChoicesInheritFromOuterOnes) {
    EXPECT_EQ(modes("[a, [b, c]] & d"), "cc");
    EXPECT_EQ(modes("[a, ![b, c]] & d"), "dc");
    EXPECT_EQ(modes("[a, [b, c]]@or & d"), "dd");
    EXPECT_EQ(modes("[a, [b, c] | e] & d"), "dc");
}

TEST(ChoiceModes, SharedPlaceholdersTakeTheMajority) {
    EXPECT_EQ(modes("p := [a, b]; (p & c) | (p & d) | p"), "c");
    EXPECT_EQ(modes("p := [a, b]; (p & c) | p"), "d");  // a tie
    EXPECT_EQ(modes("p := [a, b]; (p & c) | p | (!p & d)"), "d");
    EXPECT_EQ(modes("p := [a, b]; !p & (!p | c) & (!p | d)"), "c");  // !p is one node with three uses
}

TEST(ChoiceModes, MaterialConnectivesAreSeenAsRewritten) { EXPECT_EQ(modes("[a, b] -> [c, d]"), "cd"); }

}  // namespace
}  // namespace loh::testing
