// Log loss at the best unit: compared with a fine grid of units, and invariances.
#include "learn/scorecard/calibration.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

struct LabelledScores {
    std::size_t classes = 2;
    std::vector<std::int64_t> scores;  // [row][class]
    std::vector<std::uint32_t> labels;

    [[nodiscard]] double least() const { return least(std::vector<float>(classes, 1)); }
    [[nodiscard]] double least(const std::vector<float>& of_class) const {
        std::vector<float> weights;
        for (std::uint32_t label : labels) weights.push_back(of_class[label]);
        return least_cross_entropy(scores, labels, weights, classes);
    }

    // The definition.
    [[nodiscard]] double at(double unit) const {
        double total = 0;
        for (std::size_t row = 0; row < labels.size(); ++row) {
            long double sum = 0;
            for (std::size_t c = 0; c < classes; ++c)
                sum += std::exp(unit * static_cast<long double>(scores[row * classes + c] -
                                                                scores[row * classes + labels[row]]));
            total += static_cast<double>(std::log(sum));
        }
        return total / static_cast<double>(labels.size());
    }
};

// `known`: the mean lead of the true class, in points.
LabelledScores labelled_scores(std::uint64_t seed, std::size_t rows, std::int64_t known) {
    Random random(seed);
    LabelledScores result;
    result.classes = 2 + seed % 4;
    for (std::size_t row = 0; row < rows; ++row) {
        auto label = static_cast<std::uint32_t>(random.below(result.classes));
        result.labels.push_back(label);
        for (std::size_t c = 0; c < result.classes; ++c)
            result.scores.push_back(static_cast<std::int64_t>(random.below(100)) + (c == label ? known : 0));
    }
    return result;
}

TEST(LeastCrossEntropy, UsesTheBestUnit) {
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        LabelledScores rows = labelled_scores(seed, 1 + seed % 50, 30);
        double least = rows.least();
        double best = HUGE_VAL;
        for (double unit = 1e-4; unit < 20; unit *= 1.05) {
            ASSERT_LE(least, rows.at(unit) + 1e-9) << "seed " << seed << ", unit " << unit;
            best = std::min(best, rows.at(unit));
        }
        ASSERT_NEAR(least, best, 1e-3 * best + 1e-6) << "seed " << seed;
    }
}

TEST(LeastCrossEntropy, IsInvariantUnderScaling) {
    LabelledScores rows = labelled_scores(3, 300, 40);
    LabelledScores larger = rows;
    for (std::int64_t& score : larger.scores) score *= 1000;
    EXPECT_NEAR(larger.least(), rows.least(), 1e-9);
}

TEST(LeastCrossEntropy, IsInvariantUnderPointsCommonToAllClasses) {
    LabelledScores rows = labelled_scores(5, 300, 40);
    LabelledScores moved = rows;
    for (std::size_t i = 0; i < moved.scores.size(); ++i)
        moved.scores[i] += 1'000'000 * static_cast<std::int64_t>(i / moved.classes);
    EXPECT_EQ(moved.least(), rows.least());
}

TEST(LeastCrossEntropy, UsesRowWeights) {
    LabelledScores rows = labelled_scores(4, 200, 20);  // two classes
    LabelledScores repeated = rows;
    for (std::size_t row = 0; row < 200; ++row) {
        if (rows.labels[row] != 1) continue;
        repeated.labels.insert(repeated.labels.end(), 2, 1);
        for (int time = 0; time < 2; ++time)
            for (std::size_t c = 0; c < 2; ++c) repeated.scores.push_back(rows.scores[row * 2 + c]);
    }
    EXPECT_NEAR(rows.least({1, 3}), repeated.least(), 1e-9);
    EXPECT_NEAR(rows.least({2, 6}), repeated.least(), 1e-9);
    EXPECT_GT(std::abs(rows.least() - repeated.least()), 1e-4);
}

TEST(LeastCrossEntropy, IsLowerForMoreInformativeScores) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        double before = std::log(static_cast<double>(2 + seed % 4)) + 0.05;  // guessing, with a margin
        for (std::int64_t known : {5, 20, 40, 60}) {
            double least = labelled_scores(seed, 2000, known).least();
            EXPECT_LT(least, before) << "seed " << seed << ", known " << known;
            before = least;
        }
    }
}

TEST(LeastCrossEntropy, EqualsGuessingForMisleadingScores) {
    LabelledScores rows{3, {0, 9, 9, 9, 0, 9}, {0, 1}};
    EXPECT_NEAR(rows.least(), std::log(3.0), 1e-2);
}

TEST(LeastCrossEntropy, IsZeroWithoutMistakesOrRows) {
    LabelledScores right{2, {7, 0, 0, 1}, {0, 1}};
    EXPECT_NEAR(right.least(), 0, 1e-12);
    EXPECT_EQ((LabelledScores{2, {}, {}}.least()), 0);
    EXPECT_NEAR((LabelledScores{2, {4, 4}, {0}}.least()), std::log(2.0), 1e-12);  // undecided
    constexpr std::int64_t kHuge = std::int64_t{1} << 50;
    EXPECT_NEAR((LabelledScores{2, {kHuge, -kHuge}, {0}}.least()), 0, 1e-12);
    EXPECT_TRUE(std::isfinite((LabelledScores{2, {kHuge, -kHuge, kHuge, -kHuge}, {0, 1}}.least())));
}

}  // namespace
}  // namespace loh::testing
