// The head `vote`: exact sums of points, functions that no single conjunction per class expresses, stored states, and
// learning-rate schedules.
#include "learn/gradient/vote_head.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

// Rules that are conjunctions of literals of six inputs.
std::string voting_text(int rules) {
    return "output rule[j in 1.." + std::to_string(rules) +
           "] := and(i in 1..6: [x[i], true]) & and(i in 1..6: [!x[i], true])";
}

// A program whose outputs are its inputs.
std::string plain_outputs(std::size_t count) {
    std::string text;
    for (std::size_t o = 0; o < count; ++o)
        text += "output o" + std::to_string(o) + " := x" + std::to_string(o) + "\n";
    return text;
}

LearnOptions voting_options() {
    LearnOptions options;
    options.batch = 32;
    options.learning_rate = 0.05;
    options.noise = 0.1;
    options.initial_literals = 2;
    return options;
}

TEST(VoteLayout, PointsAreHundredthsOfALogit) {
    std::vector<double> votes = {0, 0.011, -0.019, 1.234, -3, 0.004};
    EXPECT_EQ((VoteLayout{Votes::points, 2, 2}.round(votes)),
              (std::vector<std::int32_t>{0, 1, -2, 123, -300, 0}));
}

// For votes of any size, the sum over all rules and the base is exact in float.
TEST(VoteLayout, PointsAreLimitedSoThatSumsAreExact) {
    for (std::size_t rules : {0U, 1U, 2U, 63U, 1024U, 100'000U}) {
        for (double vote : {1e300, 1e9, 1e6, -1e6, -1e300}) {
            std::vector<double> votes(rules + 1, vote);
            std::vector<std::int32_t> points = VoteLayout{Votes::points, rules, 1}.round(votes);
            double sum = 0;
            for (std::int32_t value : points) {
                ASSERT_EQ(value > 0, vote > 0);
                sum += value;
            }
            ASSERT_LE(std::abs(sum), 0x1p23) << rules << " rules";
            ASSERT_GT(std::abs(sum), 0x1p22);
        }
    }
}

TEST(VoteScores, DoNotDependOnTheOrderOfTheRules) {
    constexpr std::size_t kRules = 40;
    constexpr std::size_t kRows = 50;
    constexpr std::size_t kClasses = 3;
    CompiledProgram program = compile(elaborated(plain_outputs(kRules)).formulas());
    loh::Random random(3, Stream::testing);
    std::vector<std::vector<float>> holds(kRules, std::vector<float>(kRows));  // [rule][row]
    std::vector<double> votes;
    for (std::uint32_t r = 0; r <= kRules; ++r) {
        for (std::uint32_t row = 0; r < kRules && row < kRows; ++row)
            holds[r][row] = static_cast<float>(random.uniform(r, row));
        for (std::uint32_t c = 0; c < kClasses; ++c) votes.push_back(1e5 * random.normal(r, 1000 + c));
    }
    std::vector<std::int32_t> points = VoteLayout{Votes::points, kRules, kClasses}.round(votes);
    for (std::size_t first : {0U, 1U, 17U, 39U}) {  // rotations of the order
        Batch batch(program, Semantics::goedel, kRows);
        batch.set_rows(kRows);
        std::vector<std::int32_t> turned;
        for (std::size_t r = 0; r < kRules; ++r) {
            std::size_t rule = (first + r) % kRules;
            std::copy(holds[rule].begin(), holds[rule].end(), batch.input(r).begin());
            turned.insert(turned.end(), points.begin() + static_cast<std::ptrdiff_t>(rule * kClasses),
                          points.begin() + static_cast<std::ptrdiff_t>((rule + 1) * kClasses));
        }
        turned.insert(turned.end(), points.end() - kClasses, points.end());
        batch.forward({});
        VoteScores scores(kRules, kClasses);
        scores.set_points(turned);
        scores.compute(batch);
        std::vector<std::uint32_t> chosen(kRows);
        scores.classes(chosen);
        for (std::size_t row = 0; row < kRows; ++row) {
            std::vector<std::int64_t> expected(points.end() - kClasses, points.end());
            for (std::size_t r = 0; r < kRules; ++r) {
                for (std::size_t c = 0; holds[r][row] > 0.5F && c < kClasses; ++c)
                    expected[c] += points[r * kClasses + c];
            }
            for (std::size_t c = 0; c < kClasses; ++c)
                ASSERT_EQ(static_cast<std::int64_t>(scores.columns()[c * scores.shape().stride + row]),
                          expected[c]);
            ASSERT_EQ(chosen[row], std::max_element(expected.begin(), expected.end()) - expected.begin());
        }
    }
}

TEST(VoteLayout, CountedVotesAreZeroOrOneWithABaseInVotes) {
    VoteLayout layout{Votes::count, 2, 2};
    std::vector<double> votes = {0.3, -0.01, 7, 0, 1.26, -0.1, std::log(0.5)};
    EXPECT_EQ(layout.round(votes), (std::vector<std::int32_t>{1, 0, 1, 0, 3, 0}));
    EXPECT_EQ(layout.parameters(), votes.size());
    EXPECT_DOUBLE_EQ(layout.unit(votes), 0.5);
    EXPECT_EQ(layout.round(layout.initial()), std::vector<std::int32_t>(6, 0));
}

// With base 0, the unit is the only parameter in which the loss is smooth.
TEST(VoteHead, UnitGradientMatchesFiniteDifferences) {
    constexpr std::size_t kRules = 5;
    constexpr std::size_t kRows = 40;
    constexpr std::size_t kClasses = 3;
    CompiledProgram program = compile(elaborated(plain_outputs(kRules)).formulas());
    Batch batch(program, Semantics::goedel, kRows);
    batch.set_rows(kRows);
    loh::Random random(4, Stream::testing);
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < kRows; ++row) {
        labels.push_back(row % kClasses);
        for (std::uint32_t r = 0; r < kRules; ++r)
            batch.input(r)[row] = static_cast<float>(random.uniform(r, row));
    }
    batch.forward({});
    std::vector<float> weights(kRows, 1);
    VoteLayout layout{Votes::count, kRules, kClasses};
    auto state_with = [&](double log_unit) {
        VoteState state{layout.initial(), {}};
        for (std::uint32_t i = 0; i < kRules * kClasses; ++i) state.votes[i] = random.normal(i, 99);
        state.votes.back() = log_unit;
        state.adam.mean.assign(state.votes.size(), 0);
        state.adam.variance.assign(state.votes.size(), 0);
        return state;
    };
    auto loss = [&](double log_unit) {
        VoteHead head(layout, 0.1);
        head.restore(state_with(log_unit));
        return head.compute({labels, weights, 1}, batch, false);
    };
    for (double log_unit : {-2.0, -0.5, 0.5}) {
        VoteHead head(layout, 0.1);
        head.restore(state_with(log_unit));
        head.compute({labels, weights, 1}, batch, true);
        head.update();  // after the first step, Adam's mean is a tenth of the gradient
        double slope = static_cast<double>(head.state().adam.mean.back()) * 10;
        double step = 1e-3;
        double expected = (loss(log_unit + step) - loss(log_unit - step)) / (2 * step);
        EXPECT_NEAR(slope, expected, 1e-3 * std::abs(expected) + 1e-3) << log_unit;
    }
}

// The number of epochs until there is no mistake; 0 if that is never reached.
std::uint32_t epochs_to_learn(const std::function<std::uint32_t(const Assignment&, std::uint32_t)>& label,
                              std::uint32_t classes, Votes votes) {
    CompiledProgram program = trainable(compile(elaborated(voting_text(24)).formulas()), Semantics::goedel);
    Examples examples = random_examples(program, 200, 4, label, classes);
    LearnOptions options = voting_options();
    options.votes = votes;
    Trainer trainer(program, Head::vote, examples, Rows::all(200), options, 1);
    while (trainer.epochs() < 200) {
        trainer.epoch();
        if (trainer.evaluate_training().confusion.accuracy() == 1) return trainer.epochs();
    }
    return 0;
}

TEST(VoteHead, LearnsAFunctionThatNoConjunctionExpresses) {
    auto differ = [](const Assignment& v, std::uint32_t) { return v.at("x[2]") != v.at("x[5]") ? 1U : 0U; };
    for (Votes votes : {Votes::points, Votes::count}) EXPECT_GT(epochs_to_learn(differ, 2, votes), 0U);
}

TEST(VoteHead, LearnsSeveralClasses) {
    auto label = [](const Assignment& v, std::uint32_t) {
        return v.at("x[1]") != v.at("x[3]") ? 2U : v.at("x[6]") && v.at("x[2]") ? 1U : 0U;
    };
    for (Votes votes : {Votes::points, Votes::count}) EXPECT_GT(epochs_to_learn(label, 3, votes), 0U);
}

struct VotingProblem {
    CompiledProgram program = trainable(compile(elaborated(voting_text(8)).formulas()), Semantics::goedel);
    Examples examples = random_examples(program, 100, 4, [](const Assignment& v, std::uint32_t) {
        return v.at("x[2]") != v.at("x[5]") ? 1U : 0U;
    });
};

TEST(VoteHead, ContinuesFromAStoredStateWithTheSameBits) {
    VotingProblem problem;
    LearnOptions options = voting_options();
    options.rate_schedule = RateSchedule::linear;
    options.epochs = 8;
    auto trainer = [&](std::uint64_t seed) {
        return Trainer(problem.program, Head::vote, problem.examples, Rows::all(100), options, seed);
    };
    Trainer whole = trainer(9);
    for (int step = 0; step < 10; ++step) whole.step();  // in the middle of an epoch
    Trainer other = trainer(9);
    other.restore(whole.state());
    for (int step = 0; step < 20; ++step) ASSERT_EQ(whole.step(), other.step()) << "step " << step;
    EXPECT_EQ(whole.votes(), other.votes());
    EXPECT_TRUE(std::equal(whole.logits().begin(), whole.logits().end(), other.logits().begin()));
    EXPECT_EQ(whole.state().vote.adam.mean, other.state().vote.adam.mean);
    EXPECT_EQ(whole.state().vote.adam.variance, other.state().vote.adam.variance);
    EXPECT_EQ(whole.votes().size(), 18U);
    std::vector<double> votes = whole.votes();
    EXPECT_GT(*std::max_element(votes.begin(), votes.end()), 0);
    Trainer another = trainer(10);
    another.epoch();
    EXPECT_NE(another.votes(), whole.votes());
}

TEST(VoteHead, StartsWithoutPoints) {
    VotingProblem problem;
    Trainer trainer(problem.program, Head::vote, problem.examples, Rows::all(100), voting_options(), 1);
    EXPECT_EQ(trainer.votes(), std::vector<double>(18, 0));
    EXPECT_NEAR(trainer.evaluate_training().loss, std::log(2), 1e-6);
}

// The largest change of a vote in each step. With all rows in one batch the gradients change little, and Adam's steps are
// about as large as the learning rate.
std::vector<double> changes_of_votes(RateSchedule schedule, std::size_t epochs) {
    VotingProblem problem;
    LearnOptions options = voting_options();
    options.rate_schedule = schedule;
    options.learning_rate = 0.001;
    options.batch = 1000;
    options.noise = 0;
    options.epochs = 100;
    Trainer trainer(problem.program, Head::vote, problem.examples, Rows::all(100), options, 1);
    std::vector<double> result;
    while (result.size() < epochs) {
        std::vector<double> before = trainer.votes();
        trainer.epoch();
        std::vector<double> after = trainer.votes();
        double largest = 0;
        for (std::size_t i = 0; i < after.size(); ++i)
            largest = std::max(largest, std::abs(after[i] - before[i]));
        result.push_back(largest);
    }
    return result;
}

TEST(RateSchedules, LinearDecaysToTheSmallestRateAndStaysThere) {
    std::vector<double> linear = changes_of_votes(RateSchedule::linear, 120);
    std::vector<double> constant = changes_of_votes(RateSchedule::constant, 120);
    EXPECT_EQ(linear[0], constant[0]);
    EXPECT_NEAR(linear[0], 0.001, 1e-5);
    for (std::size_t epoch : {10U, 50U, 90U})
        EXPECT_NEAR(linear[epoch] / constant[epoch], 1 - static_cast<double>(epoch) / 100, 0.15) << epoch;
    for (std::size_t epoch = 99; epoch < 120; ++epoch) {
        EXPECT_GT(linear[epoch], 0);
        EXPECT_LT(linear[epoch], 2e-5) << epoch;
    }
    EXPECT_GT(constant[119], 2e-4);
}

}  // namespace
}  // namespace loh::testing
