// Numbers of hypotheses: exact within the limits, upper bounds beyond.
#include <chrono>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

std::string network(int neurons, int inputs) {
    std::string n = std::to_string(neurons);
    return "h[j in 1.." + n + "] := and(i in 1.." + std::to_string(inputs) + ": [x[i], true])\nor(j in 1.." +
           n + ": h[j])";
}

TEST(Count, IsMarkedAsABoundBeyondTheLimit) {
    SpaceOptions options;
    options.max_selections = 100;
    std::vector<Formula> outputs = elaborated("and(i in 1..7: [x[i], true])").formulas();
    EXPECT_EQ(count_hypotheses(outputs, options).to_string(), "<= 128");
    options.max_selections = 128;
    EXPECT_EQ(count_hypotheses(outputs, options).to_string(), "128");
}

TEST(Count, PrintsHugeBounds) {
    EXPECT_EQ(count_hypotheses(elaborated(network(56, 155)).formulas()).to_string(), "<= 10^2613");  // 2^8680
    EXPECT_EQ(count_hypotheses(elaborated(network(1, 100)).formulas()).to_string(),
              "<= 1267650600228229401496703205376");
    EXPECT_EQ(bound_hypotheses(elaborated(network(1, 199)).formulas()).digits,
              "803469022129495137770981046170581301261101496891396417650688");
    EXPECT_EQ(bound_hypotheses(elaborated(network(1, 300)).formulas()).to_string(), "<= 10^91");
}

TEST(Count, IsOneForAFormulaWithoutChoices) {
    EXPECT_EQ(count_hypotheses({Formula(true)}).to_string(), "1");
    EXPECT_EQ(bound_hypotheses(elaborated("a & !b").formulas()).to_string(), "1");
}

TEST(Count, BoundCountsASharedChoiceOnce) {
    EXPECT_EQ(bound_hypotheses(elaborated("p := [a,b]; p & p & p").formulas()).to_string(), "<= 2");
    EXPECT_EQ(
        bound_hypotheses(elaborated("p[0] := [a,b]; p[i in 1..60] := p[i-1] & p[i-1]; p[60]").formulas())
            .to_string(),
        "<= 2");
}

TEST(Count, DoesNotEnumerateAHugeProgram) {
    auto start = std::chrono::steady_clock::now();
    std::vector<Formula> outputs =
        elaborated("p := and(i in 1..200000: x[i]); [a, b] & [c, d] & p & and(i in 1..14: [y[i], p])")
            .formulas();
    SpaceOptions options;
    options.max_steps = 1'000'000;
    EXPECT_EQ(count_hypotheses(outputs, options).to_string(), "<= 65536");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Count, StopsWhenTheVisitorReturnsFalse) {
    std::size_t visited = 0;
    bool all = for_each_hypothesis(elaborated(network(10, 10)).formulas(),
                                   [&](const std::vector<Formula>&) { return ++visited < 5; });
    EXPECT_FALSE(all);
    EXPECT_EQ(visited, 5U);
}

TEST(Count, ListingTooManyHypothesesIsALimitError) {
    Formula formula = elaborated(network(10, 10)).formulas()[0];
    SpaceOptions few;
    few.max_selections = 100'000;
    try {
        static_cast<void>(hypotheses(formula, few));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit);
    }
}

TEST(Count, SeveralOutputsShareASelection) {
    EXPECT_EQ(
        count_hypotheses(elaborated("p := [a,b]; output x := p; output y := !p").formulas()).to_string(),
        "2");
    EXPECT_EQ(count_hypotheses(elaborated("output x := [a,b]; output y := [a,b]").formulas()).to_string(),
              "4");
}

TEST(Count, HolesStayOpen) {
    EXPECT_EQ(space_of("[age > ?, color = ?] & a"),
              (std::vector<std::string>{"age > ? & a", "color = ? & a"}));
}

TEST(Count, RejectsAnEmptyListOfOutputs) { EXPECT_THROW(static_cast<void>(count_hypotheses({})), Error); }

TEST(Count, MillionChoicesElaborateWithinTwoSeconds) {
    auto start = std::chrono::steady_clock::now();
    Elaboration elaboration = elaborated(network(1000, 1000));
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(take_census(elaboration.formulas()).choices, 1'000'000U);
    EXPECT_EQ(elaboration.origin(ChoiceId{1007}).to_string(), "test.loh:1:38 (j = 2, i = 8)");
#if defined(NDEBUG) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(seconds, 2.0);
#else
    EXPECT_LT(seconds, 60.0);
#endif
}

// Functions that differ on one of 2^n assignments: random assignments do not tell them apart.
TEST(Count, FunctionsThatAreAlmostEqualAreCounted) {
    SpaceOptions options;
    options.up_to_equivalence = true;
    auto count = [&](std::size_t n) {
        std::string text = "or(i in 1.." + std::to_string(n) + ": [x[i], !x[i]])";
        return count_hypotheses(elaborated(text).formulas(), options).to_string();
    };
    EXPECT_EQ(count(10), "1024");
    EXPECT_EQ(count(12), "4096");
    EXPECT_EQ(count(14), "16384");
    EXPECT_EQ(count(18), "<= 262144");  // too many calls of the solver
}

}  // namespace
}  // namespace loh::testing
