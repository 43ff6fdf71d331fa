// Rule search: compared with all rules, if they can be enumerated, and on rows labelled by rules.
#include "learn/search/rule_set.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

struct SearchRows {
    std::vector<Bits> literals;
    std::vector<bool> wanted;
    std::vector<std::uint32_t> weights;

    [[nodiscard]] std::size_t rows() const { return wanted.size(); }
    [[nodiscard]] std::vector<CandidateLiteral> candidates() const {
        std::vector<CandidateLiteral> result;
        for (std::uint32_t i = 0; i < literals.size(); ++i) result.push_back({i});
        return result;
    }
    [[nodiscard]] std::vector<LiteralRule> found(const RuleSetOptions& options) const {
        return find_rule_set({literals, wanted, weights}, candidates(), options);
    }
    [[nodiscard]] bool holds(const LiteralRule& rule, std::size_t row) const {
        return std::all_of(rule.begin(), rule.end(), [&](SignedLiteral literal) {
            return bit_at(literals[literal.literal], row) == literal.holds;
        });
    }
    // The metric minus the penalty, computed row by row.
    [[nodiscard]] double value(const std::vector<LiteralRule>& rules, const RuleSetOptions& options) const {
        double hits = 0;
        double false_alarms = 0;
        double misses = 0;
        double rejections = 0;
        double literal_count = 0;
        for (const LiteralRule& rule : rules) literal_count += static_cast<double>(rule.size()) + 1;
        for (std::size_t row = 0; row < rows(); ++row) {
            bool says = std::any_of(rules.begin(), rules.end(),
                                    [&](const LiteralRule& rule) { return holds(rule, row); });
            double& count = says ? (wanted[row] ? hits : false_alarms) : (wanted[row] ? misses : rejections);
            count += weights[row];
        }
        double wrong = misses + false_alarms;
        double all = hits + rejections + wrong;
        auto f1 = [&](double right) { return right == 0 ? 0 : 2 * right / (2 * right + wrong); };
        double metric = options.macro_f1 ? (f1(hits) + f1(rejections)) / 2 : 1 - wrong / all;
        return metric - options.penalty * literal_count / all;
    }
};

SearchRows random_search_rows(std::uint64_t seed, std::size_t rows, std::size_t literals,
                              int largest_weight = 3) {
    Random random(seed);
    SearchRows result{std::vector<Bits>(literals, Bits(bit_words(rows), 0)), {}, {}};
    for (std::size_t row = 0; row < rows; ++row) {
        for (Bits& literal : result.literals) {
            if (random.chance(50)) set_bit(literal, row);
        }
        result.wanted.push_back(random.chance(40));
        result.weights.push_back(static_cast<std::uint32_t>(random.between(0, largest_weight)));
    }
    result.weights[0] = 1;
    return result;
}

// All conjunctions of literals with either sign.
std::vector<LiteralRule> all_rules(std::size_t literals) {
    std::vector<LiteralRule> rules = {{}};
    for (std::uint32_t literal = 0; literal < literals; ++literal) {
        std::size_t count = rules.size();
        for (std::size_t i = 0; i < count; ++i) {
            for (bool sign : {true, false}) {
                rules.push_back(rules[i]);
                rules.back().push_back({literal, sign});
            }
        }
    }
    rules.erase(rules.begin());
    return rules;
}

// The beam holds all rules of three literals, so the single rule that is found is the best of all.
TEST(RuleSet, FindsTheBestSingleRule) {
    std::vector<LiteralRule> all = all_rules(2);
    for (std::uint64_t seed = 0; seed < repeats(300); ++seed) {
        SearchRows rows = random_search_rows(seed, 1 + seed % 150, 2, seed % 3 == 0 ? 255 : 3);
        RuleSetOptions options;
        options.max_rules = 1;
        options.penalty = 0.25;
        options.macro_f1 = seed % 2 == 0;
        double best = rows.value({}, options);
        for (const LiteralRule& rule : all) best = std::max(best, rows.value({rule}, options));
        EXPECT_NEAR(rows.value(rows.found(options), options), best, 1e-12) << seed;
    }
}

// Removing a rule never improves the value. Adding or replacing one rarely does: the beam is narrow.
TEST(RuleSet, CanRarelyBeImprovedByChangingOneRule) {
    std::vector<LiteralRule> all = all_rules(4);
    std::size_t much_better = 0;
    for (std::uint64_t seed = 0; seed < repeats(60); ++seed) {
        SearchRows rows = random_search_rows(seed, 100 + seed, 4);
        RuleSetOptions options;
        options.max_rules = 3;
        std::vector<LiteralRule> rules = rows.found(options);
        double value = rows.value(rules, options);
        double best = value;
        for (std::size_t place = 0; place <= rules.size(); ++place) {
            std::vector<LiteralRule> others = rules;
            if (place < rules.size()) others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
            EXPECT_LE(rows.value(others, options), value + 1e-12);
            if (others.size() == options.max_rules) continue;
            for (const LiteralRule& rule : all) {
                others.push_back(rule);
                best = std::max(best, rows.value(others, options));
                others.pop_back();
            }
        }
        if (best > value + 0.01) ++much_better;  // the narrow beam may miss some rules
    }
    EXPECT_LE(much_better, repeats(60) / 20);
}

// Rows labelled by three rules over thirty literals: the rules that are found agree on every row.
TEST(RuleSet, RecoversTheRulesThatLabelledTheRows) {
    std::size_t exact = 0;
    for (std::uint64_t seed = 0; seed < repeats(40); ++seed) {
        SearchRows rows = random_search_rows(seed, 1500, 30);
        Random random(seed + 1000);
        std::vector<LiteralRule> truth;
        for (int rule = 0; rule < 3; ++rule) {
            truth.emplace_back();
            for (int i = 0; i < 3; ++i)
                truth.back().push_back({static_cast<std::uint32_t>(random.below(30)), random.chance(50)});
        }
        for (std::size_t row = 0; row < rows.rows(); ++row)
            rows.wanted[row] = std::any_of(truth.begin(), truth.end(),
                                           [&](const LiteralRule& rule) { return rows.holds(rule, row); });
        RuleSetOptions options;
        options.max_rules = 8;
        options.rounds = 5;
        std::vector<LiteralRule> rules = rows.found(options);
        if (rows.value(rules, options) >= rows.value(truth, options) - 1e-12) ++exact;
    }
    EXPECT_GE(exact, repeats(40) * 9 / 10);
}

// With few weights rows are counted by segments, with many by bit planes.
TEST(RuleSet, CountsARowOfWeightNLikeNRows) {
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        SearchRows rows = random_search_rows(seed, 150, 8, 100);
        SearchRows repeated{std::vector<Bits>(8), {}, {}};
        for (std::size_t row = 0; row < rows.rows(); ++row)
            repeated.wanted.insert(repeated.wanted.end(), rows.weights[row], rows.wanted[row]);
        repeated.weights.assign(repeated.rows(), 1);
        for (std::size_t i = 0; i < 8; ++i) {
            repeated.literals[i].assign(bit_words(repeated.rows()), 0);
            std::size_t place = 0;
            for (std::size_t row = 0; row < rows.rows(); ++row) {
                for (std::uint32_t time = 0; time < rows.weights[row]; ++time, ++place)
                    if (bit_at(rows.literals[i], row)) set_bit(repeated.literals[i], place);
            }
        }
        RuleSetOptions options;
        options.max_rules = 4;
        options.rounds = 2;
        options.macro_f1 = seed % 2 == 0;
        EXPECT_EQ(rows.found(options), repeated.found(options)) << seed;
        EXPECT_FALSE((RuleSetRows{rows.literals, rows.wanted, rows.weights}.segments()[0].planes.empty()));
    }
}

TEST(RuleSet, RespectsItsLimits) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        SearchRows rows = random_search_rows(seed, 400, 12);
        RuleSetOptions options;
        options.max_rules = seed % 4;
        options.max_literals = 1 + seed % 3;
        options.penalty = 0.01;
        options.rounds = 2;
        std::vector<LiteralRule> rules = rows.found(options);
        EXPECT_LE(rules.size(), options.max_rules);
        for (const LiteralRule& rule : rules) EXPECT_LE(rule.size(), options.max_literals);
    }
}

TEST(RuleSet, MoreRoundsNeverLowerTheScore) {
    for (std::uint64_t seed = 0; seed < repeats(30); ++seed) {
        SearchRows rows = random_search_rows(seed, 300, 10);
        RuleSetOptions options;
        options.max_rules = 4;
        double before = rows.value(rows.found(options), options);
        options.rounds = 6;
        double after = rows.value(rows.found(options), options);
        EXPECT_GE(after, before);
    }
}

TEST(RuleSet, HigherPenaltiesGiveFewerLiterals) {
    SearchRows rows = random_search_rows(4, 600, 12);
    std::size_t before = 1000;
    for (double penalty : {0.01, 1.0, 10.0, 1000.0}) {
        RuleSetOptions options;
        options.penalty = penalty;
        std::size_t literals = 0;
        for (const LiteralRule& rule : rows.found(options)) literals += rule.size();
        EXPECT_LT(literals, before) << penalty;
        before = literals;
    }
    EXPECT_EQ(before, 0U);
}

TEST(RuleSet, IsEmptyWithoutRowsOfTheClassOrIfStopped) {
    SearchRows rows = random_search_rows(5, 100, 5);
    RuleSetOptions options;
    EXPECT_TRUE(find_rule_set({rows.literals, rows.wanted, rows.weights}, rows.candidates(), options, [] {
                    return true;
                }).empty());
    rows.wanted.assign(rows.rows(), false);
    EXPECT_TRUE(rows.found(options).empty());
    rows.weights.assign(rows.rows(), 0);
    EXPECT_TRUE(rows.found(options).empty());
}

}  // namespace
}  // namespace loh::testing
