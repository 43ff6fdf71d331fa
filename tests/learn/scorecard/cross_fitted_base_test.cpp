// Base points that are tuned on rows and shrunk by cross-fitting, judged on new rows.
#include "learn/scorecard/cross_fitted_base.hpp"

#include <gtest/gtest.h>

#include "learn/scorecard/scorecard_tuning.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kMinRows = 5;

struct PointRows {
    std::vector<double> points;  // [row][class]
    std::vector<std::uint32_t> labels;
};

// Each class has the same number of rows; its own points are higher by `signal` on average, those of the last class lower by `shift`.
PointRows rows_of(std::uint64_t seed, std::size_t classes, std::size_t rows_of_class, double signal,
                  double shift) {
    Random random(seed);
    PointRows result;
    for (std::size_t row = 0; row < classes * rows_of_class; ++row) {
        std::size_t label = row % classes;
        result.labels.push_back(static_cast<std::uint32_t>(label));
        for (std::size_t c = 0; c < classes; ++c) {
            double noise = static_cast<double>(random.below(200)) + static_cast<double>(random.below(200));
            result.points.push_back(noise + (c == label ? signal : 0) - (c + 1 == classes ? shift : 0));
        }
    }
    return result;
}

double macro_f1(const PointRows& rows, const std::vector<std::int64_t>& base) {
    return confusion_of_points(with_base(rows.points, base), rows.labels, base.size()).macro_f1();
}

std::vector<std::int64_t> fully_tuned(const PointRows& rows, std::size_t classes) {
    std::vector<std::int64_t> scores(rows.points.begin(), rows.points.end());
    return base_for_macro_f1(scores, rows.labels, {}, classes, kMinRows);
}

TEST(CrossFittedBase, LosesLessOnNewRowsWhereThereIsNothingToTune) {
    constexpr std::size_t kClasses = 12;
    double shrunk = 0;
    double full = 0;
    double none = 0;
    constexpr std::uint64_t kRounds = 20;
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
        PointRows rows = rows_of(seed, kClasses, 12, 150, 0);
        PointRows fresh = rows_of(seed + 1000, kClasses, 200, 150, 0);
        shrunk += macro_f1(fresh, cross_fitted_base(rows.points, rows.labels, kClasses, kMinRows)) / kRounds;
        full += macro_f1(fresh, fully_tuned(rows, kClasses)) / kRounds;
        none += macro_f1(fresh, std::vector<std::int64_t>(kClasses, 0)) / kRounds;
    }
    EXPECT_LT(full, none - 0.01);  // tuning alone fits noise
    EXPECT_GT(shrunk, full + 0.005);
}

TEST(CrossFittedBase, FindsAShiftThatNewRowsHaveToo) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        PointRows rows = rows_of(seed, 3, 100, 150, 120);
        PointRows fresh = rows_of(seed + 1000, 3, 1000, 150, 120);
        std::vector<std::int64_t> base = cross_fitted_base(rows.points, rows.labels, 3, kMinRows);
        EXPECT_GT(macro_f1(fresh, base), macro_f1(fresh, {0, 0, 0}) + 0.02) << seed;
        EXPECT_GT(base[2], base[0]) << seed;
    }
}

TEST(CrossFittedBase, GivesNoPointsToAClassOfFewRows) {
    PointRows rows = rows_of(1, 3, 4, 50, 100);
    EXPECT_EQ(cross_fitted_base(rows.points, rows.labels, 3, kMinRows), (std::vector<std::int64_t>{0, 0, 0}));
    EXPECT_EQ(cross_fitted_base({}, {}, 2, kMinRows), (std::vector<std::int64_t>{0, 0}));
}

}  // namespace
}  // namespace loh::testing
