// Tuning of points after training: a base for macro F1, compared with exhaustive search; and rounding to small points.
#include "learn/scorecard/scorecard_tuning.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "decision/metrics.hpp"
#include "decision/scorecard.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

struct ScoredRows {
    std::size_t classes = 2;
    std::vector<std::int64_t> scores;  // [row][class]
    std::vector<std::uint32_t> labels;

    [[nodiscard]] double macro_f1(const std::vector<std::int64_t>& base) const {
        std::vector<std::int64_t> moved = scores;
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += base[i % classes];
        std::vector<std::uint32_t> chosen = most_points(moved, classes);
        Confusion confusion(static_cast<std::uint32_t>(classes));
        for (std::size_t row = 0; row < labels.size(); ++row) confusion.add(labels[row], chosen[row]);
        return confusion.macro_f1();
    }
    [[nodiscard]] std::vector<std::int64_t> tuned() const {
        return base_for_macro_f1(scores, labels, {}, classes);
    }
};

// Scores that are informative about the labels, with few different values, so that ties occur, and classes of different size.
ScoredRows random_scores(std::uint64_t round, std::size_t classes, std::size_t rows) {
    Random random(round);
    ScoredRows result;
    result.classes = classes;
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t label = std::min(random.below(classes), random.below(classes));
        result.labels.push_back(static_cast<std::uint32_t>(label));
        for (std::size_t c = 0; c < classes; ++c)
            result.scores.push_back(static_cast<std::int64_t>(random.below(12)) - 6 + (c == label ? 3 : 0));
    }
    return result;
}

TEST(BaseForMacroF1, NeverLowersMacroF1) {
    std::size_t better = 0;
    for (std::uint64_t round = 0; round < repeats(1000); ++round) {
        ScoredRows rows = random_scores(round, 2 + round % 4, round % 40);
        std::vector<std::int64_t> none(rows.classes, 0);
        std::vector<std::int64_t> base = rows.tuned();
        ASSERT_EQ(base.size(), rows.classes);
        ASSERT_GE(rows.macro_f1(base), rows.macro_f1(none)) << "round " << round;
        better += rows.macro_f1(base) > rows.macro_f1(none) ? 1 : 0;
        if (rows.macro_f1(base) == rows.macro_f1(none)) {
            ASSERT_EQ(base, none) << "round " << round;
        }
    }
    EXPECT_GT(better, repeats(1000) / 2);
}

TEST(BaseForMacroF1, IsOptimalForTwoClasses) {
    for (std::uint64_t round = 0; round < repeats(1000); ++round) {
        ScoredRows rows = random_scores(round, 2, 1 + round % 25);
        double best = 0;
        for (std::int64_t shift = -30; shift <= 30; ++shift) best = std::max(best, rows.macro_f1({0, shift}));
        ASSERT_NEAR(rows.macro_f1(rows.tuned()), best, 1e-8) << "round " << round;
    }
}

// The rare class needs ten points to win its rows and a hundred to win those of the other class: the middle is used.
TEST(BaseForMacroF1, FindsTheShiftOfARareClass) {
    ScoredRows rows;
    for (int row = 0; row < 100; ++row) {
        bool rare = row < 5;
        rows.labels.push_back(rare ? 1 : 0);
        rows.scores.insert(rows.scores.end(), {rare ? 10 : 100, 0});
    }
    EXPECT_LT(rows.macro_f1({0, 0}), 0.5);
    std::vector<std::int64_t> base = rows.tuned();
    EXPECT_EQ(rows.macro_f1(base), 1);
    std::int64_t shift = base[1] - base[0];
    EXPECT_NEAR(static_cast<double>(shift), 55, 1);
}

TEST(BaseForMacroF1, DoesNotChangeAFlawlessScorecard) {
    ScoredRows rows;
    rows.classes = 3;
    rows.labels = {0, 1, 2, 1};
    rows.scores = {5, 1, 0, 0, 1, 0, -4, -3, -2, 0, 9, 9};
    EXPECT_EQ(rows.tuned(), (std::vector<std::int64_t>{0, 0, 0}));
}

// Class 1 wins its two rows by 30 and by 70 points, and a row of another class by 20.
TEST(BaseForMacroF1, LowersTheBaseOfASmallClass) {
    ScoredRows rows;
    rows.labels = {1, 1};
    rows.scores = {0, 30, 0, 70};
    for (int row = 0; row < 20; ++row) {
        rows.labels.push_back(0);
        rows.scores.insert(rows.scores.end(), {0, row == 0 ? 20 : -50});
    }
    std::vector<std::int64_t> base = base_for_macro_f1(rows.scores, rows.labels, {}, 2, 10);
    EXPECT_EQ(rows.macro_f1(base), 1);
    EXPECT_EQ(base[1] - base[0], -29);  // ties go to the first class
}

TEST(BaseForMacroF1, IsZeroIfAllClassesAreSmall) {
    ScoredRows rows = random_scores(1, 3, 12);
    EXPECT_EQ(base_for_macro_f1(rows.scores, rows.labels, {}, 3, 100), (std::vector<std::int64_t>(3, 0)));
}

TEST(BaseForMacroF1, IsZeroWithoutRows) {
    EXPECT_EQ(base_for_macro_f1({}, {}, {}, 4), (std::vector<std::int64_t>(4, 0)));
}

using CardPoints = std::vector<std::int32_t>;

double any_quality(std::span<const std::int32_t>) { return 0.5; }

TEST(CoarsePoints, RespectTheLimitExceptForTheBase) {
    for (std::uint64_t round = 0; round < repeats(500); ++round) {
        Random random(round);
        CardPoints points;
        for (std::size_t i = 0; i < 12; ++i)
            points.push_back(static_cast<std::int32_t>(random.below(2001)) - 1000);
        points.insert(points.end(), {70'000, -70'000});
        auto most = static_cast<std::int32_t>(1 + random.below(20));
        std::size_t calls = 0;
        auto quality = [&](std::span<const std::int32_t> tried) {
            EXPECT_EQ(tried.size(), points.size());
            ++calls;
            return static_cast<double>(random.below(100)) / 100;
        };
        CardPoints coarse = coarse_points(points, 2, most, quality);
        ASSERT_EQ(coarse.size(), points.size());
        ASSERT_GT(calls, 1U);
        for (std::size_t i = 0; i < 12; ++i) {
            ASSERT_LE(std::abs(coarse[i]), most);
            ASSERT_GE(coarse[i] * points[i], 0);  // no point changes its sign
        }
        ASSERT_GT(coarse[12], most);
        ASSERT_EQ(coarse[12], -coarse[13]);
    }
}

// Ties go to the first limit, which clips nothing.
TEST(CoarsePoints, KeepProportions) {
    CardPoints points = {1000, 0, 300, -500, 101, 0, /**/ 200, 2000};
    EXPECT_EQ(coarse_points(points, 2, 10, any_quality), (CardPoints{10, 0, 3, -5, 1, 0, /**/ 2, 20}));
}

TEST(CoarsePoints, HaveTheHighestQuality) {
    CardPoints points = {1000, 0, 100, 0, /**/ 0, 0};
    auto prefers_small_ones = [](std::span<const std::int32_t> tried) { return tried[2] / 10.0; };
    CardPoints coarse = coarse_points(points, 2, 5, prefers_small_ones);
    EXPECT_EQ(coarse[0], 5);
    EXPECT_EQ(coarse[2], 4);  // clipped at an eighth of the largest
}

TEST(CoarsePoints, KeepPointsWithinTheLimit) {
    CardPoints points = {5, 0, -3, 1, /**/ 1000, -7};
    auto never = [](std::span<const std::int32_t>) -> double {
        ADD_FAILURE() << "nothing to compare";
        return 0;
    };
    EXPECT_EQ(coarse_points(points, 2, 5, never), points);
    EXPECT_EQ(coarse_points(CardPoints{1000, 2}, 2, 5, never), (CardPoints{1000, 2}));  // only a base
}

}  // namespace
}  // namespace loh::testing
