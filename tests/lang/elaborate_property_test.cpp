// Elaboration of random meaningful programs.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_program.hpp"

namespace loh::testing {

namespace {

std::vector<std::string> sorted(std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}

TEST(ElaborateProperty, RandomProgramsStayWithinTheirNumberOfSelections) {
    for (std::uint64_t seed = 0; seed < repeats(1'500); ++seed) {
        std::string text = random_meaningful_program(seed);
        SCOPED_TRACE("seed " + std::to_string(seed) + ":\n" + text);
        try {
            Elaboration elaboration = elaborated(text);
            SpaceSize size = count_hypotheses(elaboration.formulas());
            ASSERT_TRUE(size.exact);
            ASSERT_LE(std::stod(size.digits), ProgramShape().max_selections);
        } catch (const Error& error) {
            FAIL() << error.what();
        }
    }
}

TEST(ElaborateProperty, PrintedElaborationHasTheSameHypotheses) {
    for (std::uint64_t seed = 0; seed < repeats(1'500); ++seed) {
        std::string text = random_meaningful_program(seed);
        SCOPED_TRACE("seed " + std::to_string(seed) + ":\n" + text);
        try {
            Elaboration original = elaborated(text);
            std::string printed = original.to_string();
            SCOPED_TRACE("printed:\n" + printed);
            Elaboration again = elaborated(printed);
            ASSERT_EQ(space_of(again.formulas()), space_of(original.formulas()));
            ASSERT_EQ(again.to_string(), printed);
            Census before = take_census(original.formulas());
            Census after = take_census(again.formulas());
            ASSERT_EQ(after.choices, before.choices);
            ASSERT_EQ(after.holes, before.holes);
            ASSERT_EQ(after.nodes, before.nodes);
        } catch (const Error& error) {
            FAIL() << error.what();
        }
    }
}

TEST(ElaborateProperty, PrintedProgramHasTheSameHypotheses) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::string text = random_meaningful_program(seed);
        std::string printed = Program::parse(text).to_string();
        ASSERT_EQ(sorted(space_of(printed)), sorted(space_of(text))) << "seed " << seed;
    }
}

// The generator must make every construct; otherwise the property tests do not cover it.
TEST(ElaborateProperty, RandomProgramsUseEveryConstruct) {
    const std::vector<std::string> wanted = {"template t",  "t0(",    "[i",    "@or",        "@and", "->",
                                             "<->",         " ^ ",    "and(",  "or(",        "if ",  "input ",
                                             "output ",     "domain", "const", "age > ?",    "-1]",  "in D",
                                             "`two words`", "true",   "p1[",   "is missing", "n+1-", "%n+1"};
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
        std::string text = random_meaningful_program(seed);
        for (const std::string& construct : wanted)
            seen[construct] += text.find(construct) != std::string::npos;
    }
    for (const std::string& construct : wanted) EXPECT_GE(seen[construct], 20) << construct;
}

TEST(ElaborateProperty, MostRandomProgramsHaveSeveralHypotheses) {
    const std::uint64_t programs = repeats(1'000);
    std::uint64_t several = 0;
    for (std::uint64_t seed = 0; seed < programs; ++seed)
        several += space_of(random_meaningful_program(seed)).size() > 3 ? 1 : 0;
    EXPECT_GT(several, programs / 2);
}

}  // namespace

}  // namespace loh::testing
