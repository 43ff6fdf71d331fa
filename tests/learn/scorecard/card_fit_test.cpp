// Points of given rules: logits with the smallest loss, and whole points that follow from them.
#include "learn/scorecard/card_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

struct CardExample {
    std::vector<Bits> covers;
    Labels labels;
    std::size_t classes;

    [[nodiscard]] RowGroups groups(std::span<const float> weights = {}) const {
        return grouped(covers, Rows::all(labels.size()), labels, weights, classes);
    }
};

// Rows in which each rule holds by chance, with classes drawn from the softmax of planted points.
CardExample planted_card(std::uint64_t seed, std::size_t rows, const std::vector<std::vector<double>>& points,
                         double unit) {
    Random random(seed);
    CardExample example{{}, {}, points[0].size()};
    example.covers.assign(points.size() - 1, Bits(bit_words(rows), 0));
    std::vector<std::uint32_t> labels;
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> scores = points.back();
        for (std::size_t r = 0; r + 1 < points.size(); ++r) {
            if (!random.chance(40)) continue;
            set_bit(example.covers[r], row);
            for (std::size_t c = 0; c < scores.size(); ++c) scores[c] += points[r][c];
        }
        double sum = 0;
        for (double& score : scores) sum += score = std::exp(unit * score);
        double drawn = sum * static_cast<double>(random.below(1'000'000)) / 1e6;
        std::uint32_t label = 0;
        while (label + 1 < scores.size() && drawn >= scores[label]) drawn -= scores[label++];
        labels.push_back(label);
    }
    example.labels = std::move(labels);
    return example;
}

// Log loss and penalty of logits, one row at a time.
double loss_by_hand(const CardExample& example, const std::vector<double>& logits) {
    double loss = 0;
    std::size_t classes = example.classes;
    for (std::size_t row = 0; row < example.labels.size(); ++row) {
        double sum = 0;
        double own = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            double score = logits[example.covers.size() * classes + c];
            for (std::size_t r = 0; r < example.covers.size(); ++r)
                score += bit_at(example.covers[r], row) ? logits[r * classes + c] : 0;
            sum += std::exp(score);
            if (c == example.labels[row]) own = score;
        }
        loss += std::log(sum) - own;
    }
    for (std::size_t i = 0; i < example.covers.size() * classes; ++i)
        loss += kCardRidge / 2 * logits[i] * logits[i];
    return loss;
}

TEST(CardFit, LogitsHaveTheLeastLoss) {
    for (std::size_t classes : {2U, 4U}) {
        std::vector<std::vector<double>> points(5, std::vector<double>(classes, 0));
        for (std::size_t r = 0; r < points.size(); ++r) points[r][(r + 1) % classes] = r % 2 == 0 ? 2 : -1;
        CardExample example = planted_card(classes, 500, points, 0.7);
        std::vector<double> logits(5 * classes, 0);
        fit_logits(example.groups(), logits);
        double least = loss_by_hand(example, logits);
        for (std::size_t i = classes == 2 ? 1 : 0; i < logits.size(); i += classes == 2 ? 2 : 1) {
            for (double step : {-0.05, 0.05}) {
                std::vector<double> moved = logits;
                moved[i] += step;
                EXPECT_GT(loss_by_hand(example, moved), least - 1e-3) << classes << " " << i;
            }
        }
    }
}

TEST(CardFit, FindsPlantedPoints) {
    CardExample two = planted_card(1, 20'000, {{0, 3}, {0, -2}, {0, 1}, {0, 5}, {0, -2}}, 0.6);
    std::vector<double> logits(10, 0);
    fit_logits(two.groups(), logits);
    EXPECT_EQ(fit_points(two.groups(), logits, 5),
              (std::vector<std::int32_t>{0, 3, 0, -2, 0, 1, 0, 5, 0, -2}));
}

// A limit of 2 cannot hold 1 : 8, but the loss must not be that of points that are clipped to 2.
TEST(CardFit, StaysWithinTheLimit) {
    for (std::int32_t most : {1, 2, 3, 10}) {
        for (std::size_t classes : {2U, 3U}) {
            std::vector<std::vector<double>> points(6, std::vector<double>(classes, 0));
            for (std::size_t r = 0; r < 6; ++r) points[r][1 + r % (classes - 1)] = r < 3 ? 8 : -1;
            CardExample example = planted_card(classes, 800, points, 0.4);
            std::vector<double> logits(6 * classes, 0);
            RowGroups groups = example.groups();
            fit_logits(groups, logits);
            std::vector<std::int32_t> whole = fit_points(groups, logits, most);
            ASSERT_EQ(whole.size(), logits.size());
            for (std::size_t i = 0; i < 5 * classes; ++i) {
                EXPECT_LE(whole[i], most);
                EXPECT_GE(whole[i], -most);
            }
            EXPECT_TRUE(
                std::any_of(whole.begin(), whole.end(), [](std::int32_t value) { return value != 0; }));
        }
    }
}

TEST(CardFit, WeightsEqualRepeatedRows) {
    CardExample once = planted_card(7, 200, {{0, 2}, {0, -1}, {0, 1}}, 1);
    CardExample repeated{{Bits(bit_words(400), 0), Bits(bit_words(400), 0)}, {}, 2};
    std::vector<float> weights;
    std::vector<std::uint32_t> labels;
    for (std::size_t row = 0; row < 200; ++row) {
        weights.push_back(row % 2 == 0 ? 3.0F : 1.0F);
        for (std::size_t time = 0; time < (row % 2 == 0 ? 3U : 1U); ++time) {
            for (std::size_t r = 0; r < 2; ++r) {
                if (bit_at(once.covers[r], row)) set_bit(repeated.covers[r], labels.size());
            }
            labels.push_back(once.labels[row]);
        }
    }
    repeated.labels = std::move(labels);
    std::vector<double> of_weights(6, 0);
    std::vector<double> of_repeated(6, 0);
    fit_logits(once.groups(weights), of_weights);
    fit_logits(repeated.groups(), of_repeated);
    EXPECT_EQ(of_weights, of_repeated);
    EXPECT_EQ(fit_points(once.groups(weights), of_weights, 5), fit_points(repeated.groups(), of_repeated, 5));
}

TEST(CardFit, NoRulesGiveTheFrequenciesOfTheClasses) {
    CardExample none{{}, {std::vector<std::uint32_t>{0, 0, 0, 1}}, 2};
    std::vector<double> logits(2, 0);
    fit_logits(none.groups(), logits);
    EXPECT_NEAR(logits[1], std::log(1.0 / 3), 0.01);
    EXPECT_LT(fit_points(none.groups(), logits, 5)[1], 0);
}

}  // namespace
}  // namespace loh::testing
