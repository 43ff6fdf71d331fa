// A scorecard decides like the network it comes from, with as few rules as possible.
#include "decision/scorecard.hpp"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "formula/simplify.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kCardRows = 32;  // all assignments of five variables

struct VotingNetwork {
    std::vector<Formula> rules;
    std::vector<std::int32_t> points;  // [rule][class], then the base
    std::size_t classes = 2;
};

// They include constants, duplicate rules and rules without influence.
VotingNetwork random_network(RandomFormulas& formulas, Graph& graph, std::uint32_t round) {
    Random random(round);
    VotingNetwork result;
    result.classes = 2 + round % 3;
    for (std::uint32_t r = 0, count = static_cast<std::uint32_t>(random.below(9)); r < count; ++r) {
        bool again = !result.rules.empty() && random.chance(25);
        result.rules.push_back(again ? Formula(random.pick(result.rules))
                                     : simplify(formulas.make(graph, 20 * round + r, 2)));
    }
    for (std::size_t r = 0; r <= result.rules.size(); ++r) {
        bool flat = random.chance(15);
        auto common = static_cast<std::int32_t>(random.below(9)) - 4;
        for (std::size_t c = 0; c < result.classes; ++c)
            result.points.push_back(flat ? common : static_cast<std::int32_t>(random.below(9)) - 4);
    }
    return result;
}

// The first class with the most points for each row, with every rule counted separately.
std::vector<std::uint32_t> classes_by_network(const VotingNetwork& network,
                                              const std::vector<std::string>& names) {
    std::vector<std::uint64_t> holds;  // [rule], then the base
    for (const Formula& rule : network.rules) holds.push_back(truth_table(rule, names)[0]);
    holds.push_back(~std::uint64_t{0});
    std::vector<std::uint32_t> result;
    for (std::size_t row = 0; row < kCardRows; ++row) {
        std::vector<std::int64_t> scores(network.classes);
        for (std::size_t r = 0; r < holds.size(); ++r) {
            for (std::size_t c = 0; (holds[r] >> row & 1U) != 0 && c < network.classes; ++c)
                scores[c] += network.points[r * network.classes + c];
        }
        result.push_back(
            static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()));
    }
    return result;
}

std::int64_t influence(const Scorecard& card, std::size_t rule) {
    std::int64_t least = card.at(rule, 0);
    std::int64_t most = least;
    for (std::size_t c = 1; c < card.classes; ++c) {
        least = std::min(least, card.at(rule, c));
        most = std::max(most, card.at(rule, c));
    }
    return most - least;
}

class ScorecardOfNetworks : public ::testing::Test {
protected:
    // Calls check(network, scored) for many random networks.
    template <class Check>
    void for_each_network(const Check& check) {
        for (std::uint32_t round = 0; round < repeats(2000); ++round) {
            SCOPED_TRACE(round);
            Graph graph;
            VotingNetwork network = random_network(formulas_, graph, round);
            check(network, scorecard_of(network.rules, network.points, network.classes));
            if (HasFatalFailure()) return;
        }
    }
    RandomFormulas formulas_{{"a", "b", "c", "d", "e"}, 12};
};

TEST_F(ScorecardOfNetworks, PredictsLikeTheNetworkOnEveryRow) {
    std::size_t joined = 0;
    for_each_network([&](const VotingNetwork& network, const ScoredRules& scored) {
        std::vector<Bits> holds;
        for (const Formula& rule : scored.rules) holds.push_back({truth_table(rule, formulas_.names())[0]});
        ASSERT_EQ(most_points(scores_of(scored.card, holds, kCardRows), network.classes),
                  classes_by_network(network, formulas_.names()));
        joined += scored.rules.size() + 2 < network.rules.size() ? 1 : 0;
    });
    EXPECT_GT(joined, repeats(2000) / 10);  // some rules were merged
}

TEST_F(ScorecardOfNetworks, HasNoDuplicateOrIneffectiveRules) {
    for_each_network([&](const VotingNetwork& network, const ScoredRules& scored) {
        ASSERT_EQ(scored.card.classes, network.classes);
        ASSERT_EQ(scored.card.rules(), scored.rules.size());
        ASSERT_EQ(scored.card.base.size(), network.classes);
        std::set<std::string> texts;
        for (std::size_t r = 0; r < scored.rules.size(); ++r) {
            ASSERT_GT(influence(scored.card, r), 0);
            ASSERT_FALSE(variables(scored.rules[r]).empty());
            ASSERT_TRUE(texts.insert(scored.rules[r].to_string()).second);
        }
    });
}

TEST_F(ScorecardOfNetworks, HasTheMostInfluentialRuleFirst) {
    for_each_network([&](const VotingNetwork&, const ScoredRules& scored) {
        for (std::size_t r = 1; r < scored.rules.size(); ++r)
            ASSERT_LE(influence(scored.card, r), influence(scored.card, r - 1));
    });
}

TEST_F(ScorecardOfNetworks, WithTwoClassesEveryRuleFavoursOne) {
    for_each_network([&](const VotingNetwork& network, const ScoredRules& scored) {
        if (network.classes != 2) return;
        ASSERT_EQ(std::min(scored.card.base[0], scored.card.base[1]), 0);
        for (std::size_t r = 0; r < scored.rules.size(); ++r) {
            std::size_t favoured = favoured_class(scored.card, r);
            ASSERT_EQ(scored.card.at(r, 1 - favoured), 0);
            ASSERT_GT(scored.card.at(r, favoured), 0);
        }
    });
}

TEST(Scorecard, MergesEqualRulesAndMovesConstantsIntoTheBase) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b");
    std::vector<Formula> rules = {a, Formula(true), b, Formula(false), a};
    std::vector<std::int32_t> points = {1, 2, 0, 5, 0, 0, 3, 3, 3, 9, 0, 0, 0, 4, -2, 1, 1, 0};
    EXPECT_EQ(joined_points(rules, points, 3),
              (std::vector<std::int64_t>{1, 6, -2, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0, 0, 6, 1, 0}));
    ScoredRules scored = scorecard_of(rules, points, 3);
    EXPECT_EQ(scored.rules, std::vector<Formula>{a});
    EXPECT_EQ(scored.card.points, (std::vector<std::int64_t>{1, 6, -2}));
    EXPECT_EQ(scored.card.base, (std::vector<std::int64_t>{6, 1, 0}));
}

TEST(Scorecard, WithoutRulesTheBaseDecides) {
    ScoredRules scored = scorecard_of({}, std::vector<std::int32_t>{-3, 4}, 2);
    EXPECT_TRUE(scored.rules.empty());
    EXPECT_EQ(scored.card.rules(), 0U);
    EXPECT_EQ(scored.card.base, (std::vector<std::int64_t>{0, 7}));
    EXPECT_EQ(most_points(scores_of(scored.card, {}, 3), 2), (std::vector<std::uint32_t>{1, 1, 1}));
}

TEST(Scorecard, ScoresSumTheBaseAndThePointsOfRulesThatHold) {
    Random random(3);
    for (std::size_t rows : {0U, 1U, 63U, 64U, 65U, 200U}) {
        Scorecard card{3, Votes::points, {1, -2, 0}, {}};
        std::vector<Bits> holds(7, Bits(bit_words(rows), 0));
        for (Bits& bits : holds) {
            for (std::size_t row = 0; row < rows; ++row) {
                if (random.chance(40)) set_bit(bits, row);
            }
            for (int c = 0; c < 3; ++c)
                card.points.push_back(static_cast<std::int64_t>(random.below(2'000'000)) - 1'000'000);
        }
        std::vector<std::int64_t> scores = scores_of(card, holds, rows);
        ASSERT_EQ(scores.size(), 3 * rows);
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t c = 0; c < 3; ++c) {
                std::int64_t expected = card.base[c];
                for (std::size_t r = 0; r < holds.size(); ++r) {
                    if (bit_at(holds[r], row)) expected += card.at(r, c);
                }
                ASSERT_EQ(scores[row * 3 + c], expected);
            }
        }
    }
}

TEST(Scorecard, FirstClassWinsTies) {
    std::vector<std::int64_t> scores = {1, 1, 0, 0, 2, 2, -1, -1, -1};
    EXPECT_EQ(most_points(scores, 3), (std::vector<std::uint32_t>{0, 1, 0}));
}

}  // namespace
}  // namespace loh::testing
