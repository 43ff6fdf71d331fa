#include "formula/subsumption.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

using Clauses = std::vector<std::vector<std::uint32_t>>;

std::vector<bool> subsumed(const Clauses& clauses) {
    std::vector<ClauseLiterals> spans(clauses.begin(), clauses.end());
    std::size_t steps = SIZE_MAX;
    return find_subsumed(spans, steps);
}

bool is_part(const std::vector<std::uint32_t>& small, const std::vector<std::uint32_t>& large) {
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

TEST(Subsumption, KeepsTheFirstOfEqualClauses) {
    EXPECT_EQ(subsumed({{1, 2}, {3}, {1, 2}}), (std::vector<bool>{false, false, true}));
}

TEST(Subsumption, MarksClausesThatContainAnother) {
    EXPECT_EQ(subsumed({{1, 2, 3}, {2, 4}, {1, 3}}), (std::vector<bool>{true, false, false}));
}

TEST(Subsumption, TheEmptyClauseIsPartOfAll) {
    EXPECT_EQ(subsumed({{1}, {}, {2, 3}, {}}), (std::vector<bool>{true, false, true, true}));
    EXPECT_TRUE(subsumed({}).empty());
}

TEST(Subsumption, AgreesWithComparingAllPairs) {
    Random random(3);
    for (std::uint64_t round = 0; round < repeats(5000); ++round) {
        Clauses clauses(random.below(20));
        for (std::vector<std::uint32_t>& clause : clauses) {
            for (std::uint32_t literal = 0; literal < 8; ++literal) {
                if (random.chance(30)) clause.push_back(literal);
            }
        }
        std::vector<bool> expected;
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            bool redundant = false;
            for (std::size_t j = 0; j < clauses.size(); ++j) {
                bool equal = clauses[i] == clauses[j];
                redundant = redundant || (i != j && is_part(clauses[j], clauses[i]) && (!equal || j < i));
            }
            expected.push_back(redundant);
        }
        ASSERT_EQ(subsumed(clauses), expected) << "round " << round;
    }
}

TEST(Subsumption, StopsWhenTheStepsAreUsedUp) {
    Clauses clauses(1000, {1, 2, 3});
    std::vector<ClauseLiterals> spans(clauses.begin(), clauses.end());
    std::size_t steps = 100;
    std::vector<bool> marked = find_subsumed(spans, steps);
    EXPECT_EQ(steps, 0U);
    EXPECT_LT(std::count(marked.begin(), marked.end(), true), 100);
}

TEST(Subsumption, IsFastForManyShortClauses) {
    Clauses clauses;
    for (std::uint32_t i = 0; i < 100'000; ++i) clauses.push_back({i});
    std::vector<ClauseLiterals> spans(clauses.begin(), clauses.end());
    std::size_t steps = 1'000'000;
    std::vector<bool> marked = find_subsumed(spans, steps);
    EXPECT_GT(steps, 0U);
    EXPECT_EQ(std::count(marked.begin(), marked.end(), true), 0);
}

}  // namespace
}  // namespace loh::testing
