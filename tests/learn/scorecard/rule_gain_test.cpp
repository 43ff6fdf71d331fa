// The rule with the largest gain, against all rules of up to two literals.
#include "learn/scorecard/rule_gain.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

struct GainExample {
    std::vector<Bits> literals;
    std::vector<CandidateLiteral> candidates;
    RowSlopes slopes;
};

GainExample gain_example(std::uint64_t seed, std::size_t rows, std::size_t literals, std::size_t classes) {
    Random random(seed);
    GainExample example;
    for (std::uint32_t i = 0; i < literals; ++i) {
        example.literals.emplace_back(bit_words(rows), 0);
        example.candidates.push_back({i, i % 3 != 0});
        for (std::size_t row = 0; row < rows; ++row) {
            if (random.chance(50)) set_bit(example.literals.back(), row);
        }
    }
    for (std::size_t c = 0; c < classes; ++c) {
        example.slopes.first.emplace_back();
        example.slopes.second.emplace_back();
        for (std::size_t row = 0; row < rows; ++row) {
            double p = static_cast<double>(1 + random.below(98)) / 100;
            bool held = bit_at(example.literals[1], row) && !bit_at(example.literals[2], row);
            example.slopes.first.back().push_back(p - (random.chance(held ? 80 : 45) ? 1 : 0));
            example.slopes.second.back().push_back(p * (1 - p));
        }
    }
    return example;
}

double best_by_hand(const GainExample& example, std::size_t rows) {
    std::vector<LiteralRule> singles;
    for (CandidateLiteral candidate : example.candidates) {
        singles.push_back({{candidate.literal, true}});
        if (candidate.may_be_negated) singles.push_back({{candidate.literal, false}});
    }
    double best = 0;
    for (const LiteralRule& a : singles) {
        for (const LiteralRule& b : singles) {
            Bits cover = all_ones(rows);
            for (const LiteralRule* one : {&a, &b}) {
                const Bits& bits = example.literals[(*one)[0].literal];
                for (std::size_t w = 0; w < cover.size(); ++w)
                    cover[w] &= (*one)[0].holds ? bits[w] : ~bits[w];
            }
            best = std::max(best, exact_gain(example.slopes, cover, 1) * literal_share(a == b ? 1 : 2));
        }
    }
    return best;
}

TEST(RuleGain, FindsTheBestRuleOfTwoLiterals) {
    for (std::size_t classes : {1U, 3U}) {
        for (std::size_t rows : {63U, 64U, 300U}) {
            GainExample example = gain_example(classes + rows, rows, 9, classes);
            GainedRule found =
                find_gained_rule(example.literals, example.candidates, rows, example.slopes, {2, 1});
            EXPECT_NEAR(found.gain, best_by_hand(example, rows), 1e-9) << rows;
            for (SignedLiteral literal : found.rule)
                EXPECT_TRUE(literal.holds || example.candidates[literal.literal].may_be_negated);
        }
    }
}

TEST(RuleGain, PrefersOneLiteralIfTheSecondAddsLittle) {
    GainExample example = gain_example(5, 400, 6, 1);
    for (std::size_t row = 0; row < 400; ++row)  // only literal 4 matters
        example.slopes.first[0][row] = bit_at(example.literals[4], row) ? -0.5 : 0.01;
    GainedRule found = find_gained_rule(example.literals, example.candidates, 400, example.slopes, {3, 1});
    EXPECT_EQ(found.rule, (LiteralRule{{4, true}}));
}

TEST(RuleGain, FindsNothingWithoutSlopes) {
    GainExample example = gain_example(5, 100, 4, 2);
    for (std::vector<double>& of_class : example.slopes.first)
        std::fill(of_class.begin(), of_class.end(), 0.0);
    EXPECT_TRUE(
        find_gained_rule(example.literals, example.candidates, 100, example.slopes, {3, 1}).rule.empty());
}

}  // namespace
}  // namespace loh::testing
