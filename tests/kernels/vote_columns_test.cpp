// The loops of the head `vote` against sums in double, one row and one class at a time, for numbers of rows around the
// padding; the slopes against finite differences of that loss.
#include "kernels/vote_columns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "kernels/lanes.hpp"

namespace loh::testing {
namespace {

constexpr double kVoteUnit = 0.01;

// Scores of some rows with labels and weights. The padding has scores as well, as it has in training.
struct VoteCase {
    std::size_t rows, classes, stride;
    std::vector<float> scores;  // [class][row]
    std::vector<std::uint32_t> labels;
    std::vector<float> weights;

    [[nodiscard]] SoftmaxRows softmax(double scale) const { return {labels, weights, kVoteUnit, scale}; }
    [[nodiscard]] double score(std::size_t row, std::size_t of_class) const {
        return static_cast<double>(scores[of_class * stride + row]);
    }
};

VoteCase random_votes(std::size_t rows, std::size_t classes, double spread = 300) {
    loh::Random random(rows * 100 + classes, Stream::testing);
    VoteCase result{rows, classes, padded(rows), {}, {}, {}};
    for (std::uint32_t i = 0; i < classes * result.stride; ++i)
        result.scores.push_back(static_cast<float>(std::nearbyint(spread * random.normal(0, i))));
    for (std::uint32_t row = 0; row < rows; ++row) {
        result.labels.push_back(static_cast<std::uint32_t>(random.bits(1, row) % classes));
        result.weights.push_back(static_cast<float>(0.25 + random.uniform(2, row)));
    }
    return result;
}

// -log of the softmax of one row; z: logits.
double cross_entropy_of(const std::vector<double>& z, std::size_t label) {
    double largest = *std::max_element(z.begin(), z.end());
    double sum = 0;
    for (double value : z) sum += std::exp(value - largest);
    return std::log(sum) + largest - z[label];
}

std::vector<double> logits_of_row(const VoteCase& given, std::size_t row) {
    std::vector<double> z;
    for (std::size_t c = 0; c < given.classes; ++c) z.push_back(kVoteUnit * given.score(row, c));
    return z;
}

class VoteColumns : public ::testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {};

TEST_P(VoteColumns, PointsAreAddedWhereTheRuleHolds) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    loh::Random random(5, Stream::testing);
    std::vector<float> rule, points;
    for (std::uint32_t i = 0; i < given.stride; ++i)
        rule.push_back(i % 5 == 0 ? 0.5F : static_cast<float>(random.uniform(0, i)));
    for (std::uint32_t c = 0; c < classes; ++c)
        points.push_back(static_cast<float>(std::nearbyint(100 * random.normal(1, c))));
    std::vector<float> scores = given.scores;
    add_votes(rule, points, scores);
    for (std::size_t c = 0; c < classes; ++c) {
        for (std::size_t row = 0; row < rows; ++row) {
            double expected = given.score(row, c) + (rule[row] > 0.5F ? static_cast<double>(points[c]) : 0.0);
            ASSERT_EQ(scores[c * given.stride + row], expected) << "class " << c << ", row " << row;
        }
    }
}

TEST_P(VoteColumns, LossAndSlopesAreThoseOfCrossEntropy) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    constexpr double kScale = 0.3;
    constexpr double kDifference = 1e-5;
    std::vector<float> slopes = given.scores;
    std::vector<double> scratch(given.stride);
    double loss = softmax_slopes(given.softmax(kScale), classes, given.stride, slopes, scratch);
    double expected_loss = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        double factor = kScale * static_cast<double>(given.weights[row]);
        std::vector<double> z = logits_of_row(given, row);
        expected_loss += factor * cross_entropy_of(z, given.labels[row]);
        for (std::size_t c = 0; c < classes; ++c) {
            std::vector<double> more = z;
            std::vector<double> less = z;
            more[c] += kDifference;
            less[c] -= kDifference;
            double expected =
                factor *
                (cross_entropy_of(more, given.labels[row]) - cross_entropy_of(less, given.labels[row])) /
                (2 * kDifference);
            ASSERT_NEAR(slopes[c * given.stride + row], expected, 2e-7) << "class " << c << ", row " << row;
        }
    }
    EXPECT_NEAR(loss, expected_loss, 1e-6 * (1 + expected_loss));
}

TEST_P(VoteColumns, ThePaddingHasNoSlope) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    std::vector<double> scratch(given.stride, 7);
    softmax_slopes(given.softmax(1), classes, given.stride, given.scores, scratch);
    for (std::size_t c = 0; c < classes; ++c) {
        for (std::size_t row = rows; row < given.stride; ++row)
            ASSERT_EQ(given.scores[c * given.stride + row], 0) << "class " << c << ", row " << row;
    }
}

// `slopes` are those by the logits, so the rule's are their sum by its points, and a point's is their sum over the rows where
// the rule holds.
TEST_P(VoteColumns, SlopesOfARuleAndOfItsPointsAreSums) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    std::vector<double> scratch(given.stride);
    std::vector<float> slopes = given.scores;
    softmax_slopes(given.softmax(1), classes, given.stride, slopes, scratch);
    loh::Random random(6, Stream::testing);
    std::vector<float> rule(given.stride), points(classes);
    for (std::uint32_t i = 0; i < rule.size(); ++i) rule[i] = static_cast<float>(random.uniform(0, i));
    for (std::uint32_t c = 0; c < classes; ++c) points[c] = static_cast<float>(random.normal(1, c));
    std::vector<float> by_rule(given.stride, 7);
    std::vector<float> by_points(classes, 7);
    vote_slopes(rule, slopes, points, by_rule, by_points);
    std::vector<double> expected_points(classes, 0);
    for (std::size_t row = 0; row < given.stride; ++row) {
        double expected = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            auto slope = static_cast<double>(slopes[c * given.stride + row]);
            expected += static_cast<double>(points[c]) * slope;
            expected_points[c] += rule[row] > 0.5F ? slope : 0;
        }
        ASSERT_NEAR(by_rule[row], expected, 1e-5) << "row " << row;
        if (row >= rows) {
            ASSERT_EQ(by_rule[row], 0) << "row " << row;
        }
    }
    for (std::size_t c = 0; c < classes; ++c) ASSERT_NEAR(by_points[c], expected_points[c], 1e-4);
}

TEST_P(VoteColumns, TheMostPointsWinAndOfEqualsTheFirst) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes, 1.5);  // many equals
    std::vector<std::uint32_t> chosen(rows, 99);
    most_votes(given.scores, classes, given.stride, chosen);
    for (std::size_t row = 0; row < rows; ++row) {
        ASSERT_LT(chosen[row], classes);
        for (std::uint32_t c = 0; c < classes; ++c) {
            double difference = given.score(row, chosen[row]) - given.score(row, c);
            ASSERT_TRUE(c < chosen[row] ? difference > 0 : difference >= 0) << "row " << row;
        }
    }
}

std::string vote_size_name(const ::testing::TestParamInfo<std::tuple<std::size_t, std::size_t>>& info) {
    return "Rows" + std::to_string(std::get<0>(info.param)) + "Classes" +
           std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Sizes, VoteColumns,
                         ::testing::Combine(::testing::Values(0, 1, 15, 16, 17, 100),
                                            ::testing::Values(2, 3, 26)),
                         vote_size_name);

TEST(SoftmaxSlopes, MillionsOfPointsOverflowNothing) {
    constexpr float kMost = 8e6F;
    for (std::uint32_t label : {0U, 1U, 2U}) {
        std::vector<float> columns(3 * kLanes, 0);
        columns[0] = kMost;
        columns[kLanes] = -kMost;
        std::vector<std::uint32_t> labels = {label};
        std::vector<float> weights = {1};
        std::vector<double> scratch(kLanes);
        double loss = softmax_slopes({labels, weights, kVoteUnit, 1}, 3, kLanes, columns, scratch);
        const double expected[] = {0, 160'000, 80'000};
        EXPECT_NEAR(loss, expected[label], 1e-6);
        for (std::uint32_t c = 0; c < 3; ++c) {
            float slope = (c == 0 ? 1.0F : 0.0F) - (c == label ? 1.0F : 0.0F);
            EXPECT_NEAR(columns[c * kLanes], slope, 1e-6F) << "class " << c << ", label " << label;
        }
    }
}

}  // namespace
}  // namespace loh::testing
