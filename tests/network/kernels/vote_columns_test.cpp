// The loops of the head `vote` against plain loops, one row and one class at a time, with sums in double, for numbers of rows
// around the padding; the gradients against finite differences of that loss.
#include "network/kernels/vote_columns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "network/kernels/lanes.hpp"

namespace loh::testing {
namespace {

constexpr double kVoteUnit = 0.01;

// Scores of rows with labels and weights. The padding has scores, too, as in training.
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

// Rules and their points on the rows of a case. The values of rules in the padding must not matter.
struct RulesCase {
    VoteShape shape;
    std::vector<std::vector<float>> rules;    // [rule][row]
    std::vector<std::vector<float>> by_rule;  // [rule][row]
    std::vector<float> points;                // [rule][class], then the base [class]
    std::vector<float> by_points;             // the same
    std::vector<const float*> rule_columns;   // [rule]
    std::vector<float*> by_rule_columns;      // [rule]

    [[nodiscard]] bool holds(std::size_t rule, std::size_t row) const { return rules[rule][row] > 0.5F; }
    [[nodiscard]] float point(std::size_t rule, std::size_t c) const {
        return points[rule * shape.classes + c];
    }
};

RulesCase random_rules(std::size_t count, const VoteCase& given) {
    constexpr float kUnset = 7;
    loh::Random random(count * 1000 + given.rows, Stream::testing);
    RulesCase result{{count, given.classes, given.stride}, {}, {}, {}, {}, {}, {}};
    result.rules.assign(count, std::vector<float>(given.stride));
    result.by_rule.assign(count, std::vector<float>(given.stride, kUnset));
    for (std::uint32_t j = 0; j < count; ++j) {
        for (std::uint32_t row = 0; row < given.stride; ++row)
            result.rules[j][row] = row % 5 == 0 ? 0.5F : static_cast<float>(random.uniform(j, row));
        result.rule_columns.push_back(result.rules[j].data());
        result.by_rule_columns.push_back(result.by_rule[j].data());
    }
    for (std::uint32_t i = 0; i < (count + 1) * given.classes; ++i)
        result.points.push_back(static_cast<float>(std::nearbyint(100 * random.normal(1'000'000, i))));
    result.by_points.assign(result.points.size(), kUnset);
    return result;
}

constexpr std::size_t kNumbersOfRules[] = {0, 1, 2, 3, 4, 5, 11};

TEST_P(VoteColumns, ScoresSumTheBaseAndThePointsOfRulesThatHold) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    for (std::size_t count : kNumbersOfRules) {
        RulesCase voting = random_rules(count, given);
        std::vector<float> scores(given.scores.size(), 7);
        add_votes(voting.shape, voting.rule_columns.data(), voting.points.data(), scores.data());
        for (std::size_t c = 0; c < classes; ++c) {
            for (std::size_t row = 0; row < rows; ++row) {
                float expected = voting.point(count, c);
                for (std::size_t j = 0; j < count; ++j)
                    expected += voting.holds(j, row) ? voting.point(j, c) : 0;
                ASSERT_EQ(scores[c * given.stride + row], expected)
                    << count << " rules, class " << c << ", row " << row;
            }
        }
    }
}

TEST_P(VoteColumns, LossAndGradientsAgreeWithCrossEntropy) {
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

TEST_P(VoteColumns, PaddingHasNoGradient) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    std::vector<double> scratch(given.stride, 7);
    softmax_slopes(given.softmax(1), classes, given.stride, given.scores, scratch);
    for (std::size_t c = 0; c < classes; ++c) {
        for (std::size_t row = rows; row < given.stride; ++row)
            ASSERT_EQ(given.scores[c * given.stride + row], 0) << "class " << c << ", row " << row;
    }
}

std::vector<float> slopes_of(const VoteCase& given) {
    std::vector<double> scratch(given.stride);
    std::vector<float> slopes = given.scores;
    softmax_slopes(given.softmax(1), given.classes, given.stride, slopes, scratch);
    return slopes;
}

// The results of vote_slopes, one number at a time and in the same order: the same bits.
float slope_by_rule(const RulesCase& voting, std::span<const float> slopes, std::size_t rule,
                    std::size_t row) {
    float sum = 0;
    for (std::size_t c = 0; c < voting.shape.classes; ++c)
        sum += voting.point(rule, c) * slopes[c * voting.shape.stride + row];
    return sum;
}

float slope_by_point(const RulesCase& voting, std::span<const float> slopes, std::size_t rule,
                     std::size_t of_class) {
    float lanes[kLanes] = {};
    for (std::size_t row = 0; row < voting.shape.stride; ++row) {
        if (voting.holds(rule, row)) lanes[row % kLanes] += slopes[of_class * voting.shape.stride + row];
    }
    float sum = 0;
    for (float lane : lanes) sum += lane;
    return sum;
}

TEST_P(VoteColumns, GradientsEqualPlainLoopsBitForBit) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    std::vector<float> slopes = slopes_of(given);
    for (std::size_t count : kNumbersOfRules) {
        RulesCase voting = random_rules(count, given);
        vote_slopes(voting.shape, voting.rule_columns.data(), slopes.data(), voting.points.data(),
                    voting.by_rule_columns.data(), voting.by_points.data());
        for (std::size_t j = 0; j < count; ++j) {
            for (std::size_t row = 0; row < given.stride; ++row)
                ASSERT_EQ(voting.by_rule[j][row], slope_by_rule(voting, slopes, j, row))
                    << "rule " << j << " of " << count << ", row " << row;
            for (std::size_t c = 0; c < classes; ++c)
                ASSERT_EQ(voting.by_points[j * classes + c], slope_by_point(voting, slopes, j, c))
                    << "rule " << j << " of " << count << ", class " << c;
        }
        for (std::size_t c = 0; c < classes; ++c) {
            double sum = 0;
            for (std::size_t row = 0; row < rows; ++row)
                sum += static_cast<double>(slopes[c * given.stride + row]);
            ASSERT_EQ(voting.by_points[count * classes + c], static_cast<float>(sum)) << "class " << c;
        }
    }
}

// `slopes` are the derivatives with respect to the logits. The derivative of a rule is their sum weighted by its points, and that
// of a point their sum over the rows in which the rule holds.
TEST_P(VoteColumns, GradientsOfRulesAndPointsAreSums) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes);
    std::vector<float> slopes = slopes_of(given);
    RulesCase voting = random_rules(1, given);
    for (float& point : voting.points) point *= static_cast<float>(kVoteUnit);
    vote_slopes(voting.shape, voting.rule_columns.data(), slopes.data(), voting.points.data(),
                voting.by_rule_columns.data(), voting.by_points.data());
    std::vector<double> expected_points(classes, 0);
    for (std::size_t row = 0; row < given.stride; ++row) {
        double expected = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            auto slope = static_cast<double>(slopes[c * given.stride + row]);
            expected += static_cast<double>(voting.point(0, c)) * slope;
            expected_points[c] += voting.holds(0, row) ? slope : 0;
        }
        ASSERT_NEAR(voting.by_rule[0][row], expected, 1e-5) << "row " << row;
        if (row >= rows) {
            ASSERT_EQ(voting.by_rule[0][row], 0) << "row " << row;
        }
    }
    for (std::size_t c = 0; c < classes; ++c) ASSERT_NEAR(voting.by_points[c], expected_points[c], 1e-4);
}

TEST_P(VoteColumns, FirstClassWithTheMostPointsWins) {
    auto [rows, classes] = GetParam();
    VoteCase given = random_votes(rows, classes, 1.5);  // many ties
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
                                            ::testing::Values(1, 2, 3, 5, 26, 27, 100)),
                         vote_size_name);

TEST(SoftmaxSlopes, MillionsOfPointsDoNotOverflow) {
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
