// Bulk noise against Random, one number at a time and in double; and its distribution, including the tails.
#include "network/kernels/noise.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace loh::testing {
namespace {

// The exact values of logistic_log2 and gumbel_log2, in double.
double logistic(std::uint32_t word) {
    double u = (word + 0.5) * 0x1p-32;
    return std::log(u / (1 - u));
}
double gumbel(std::uint32_t word) {
    double u = (word + 0.5) * 0x1p-32;
    double not_u = (~word + 0.5) * 0x1p-32;
    return -std::log(u < 0.5 ? -std::log(u) : -std::log1p(-not_u));
}

double logistic_in_float(std::uint32_t word) { return std::log(2.0) * double{logistic_log2(word)}; }
double gumbel_in_float(std::uint32_t word) {
    return std::log(2.0) * double{gumbel_log2(word)} - std::log(std::log(2.0));  // including the constant
}

TEST(Noise, BulkWordsEqualSingleWords) {
    for (std::size_t count : {0U, 1U, 8U, 31U, 63U, 64U, 65U, 128U, 1000U}) {
        loh::Random random(0x123456789ABCDEFULL, Stream::noise);
        std::vector<std::uint32_t> words(count);
        std::vector<double> uniforms(count);
        noise_words(random, 7, 64, words);
        coarse_uniforms(random, 7, 64, uniforms);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(words[i], random.coarse_bits(7, 64 + i)) << i;
            ASSERT_EQ(uniforms[i], random.coarse_uniform(7, 64 + i)) << i;
        }
    }
}

TEST(Noise, PlacesHaveDifferentWords) {
    std::vector<std::uint32_t> words(40'000);
    noise_words(loh::Random(3, Stream::noise), 1, 0, words);
    std::sort(words.begin(), words.end());
    auto equal = words.end() - std::unique(words.begin(), words.end());
    EXPECT_LT(equal, 4);  // 0.2 expected by chance
}

TEST(Noise, AgreesWithDoublePrecisionInTheTails) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        for (std::uint32_t offset : {0U, 1U, 2U, 5U, ~0U, ~1U}) {
            words.push_back((1U << bit) + offset);
            words.push_back(~((1U << bit) + offset));
        }
    }
    std::vector<std::uint32_t> more(100'000);
    noise_words(loh::Random(1, Stream::testing), 0, 0, more);
    words.insert(words.end(), more.begin(), more.end());
    for (std::uint32_t word : words) {
        ASSERT_NEAR(logistic_in_float(word), logistic(word), 2e-7 + 4e-7 * std::abs(logistic(word))) << word;
        ASSERT_NEAR(gumbel_in_float(word), gumbel(word), 2e-7 + 4e-7 * std::abs(gumbel(word))) << word;
    }
}

TEST(Noise, HasTheDocumentedRange) {
    EXPECT_NEAR(logistic_in_float(0), -22.87, 0.01);
    EXPECT_NEAR(logistic_in_float(~0U), 22.87, 0.01);
    EXPECT_NEAR(gumbel_in_float(0), -3.13, 0.01);
    EXPECT_NEAR(gumbel_in_float(~0U), 22.87, 0.01);
}

// The noise is monotone in the word, up to rounding.
TEST(Noise, IsMonotoneInTheWord) {
    for (std::uint32_t start : {0U, 0x7FFFF000U, 0x80000000U, 0xFFFFE000U}) {
        for (std::uint32_t word = start; word < start + 4096; ++word) {
            ASSERT_LE(logistic_log2(word), logistic_log2(word + 1) + 1e-6F) << word;
            ASSERT_LE(gumbel_log2(word), gumbel_log2(word + 1) + 4e-6F) << word;
        }
    }
}

// Mean, variance, and the number of a million draws beyond points of the tails, within five standard deviations.
template <class Draw, class Beyond>
void expect_distribution(Draw draw, double mean, double variance, double fourth_moment, Beyond beyond) {
    constexpr std::uint32_t kDraws = 1'000'000;
    std::vector<std::uint32_t> words(kDraws);
    noise_words(loh::Random(5, Stream::testing), 3, 0, words);
    double sum = 0;
    double squares = 0;
    for (std::uint32_t word : words) {
        double value = draw(word) - mean;
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / kDraws, 0, 5 * std::sqrt(variance / kDraws));
    EXPECT_NEAR(squares / kDraws, variance, 5 * std::sqrt((fourth_moment - variance * variance) / kDraws));
    for (double point : {-12.0, -8.0, -5.0, -2.0, -1.0, 0.0, 1.0, 2.0, 5.0, 8.0, 12.0}) {
        auto seen = static_cast<double>(std::count_if(
            words.begin(), words.end(), [&](std::uint32_t word) { return draw(word) > point; }));
        double expected = beyond(point);
        EXPECT_NEAR(seen, kDraws * expected, 5 * std::sqrt(kDraws * expected * (1 - expected)) + 1e-6)
            << point;
    }
}

TEST(Noise, HasTheMomentsAndTailsOfItsDistribution) {
    constexpr double kPi = 3.14159265358979323846;
    double logistic_variance = kPi * kPi / 3;
    expect_distribution(logistic_in_float, 0, logistic_variance, 4.2 * logistic_variance * logistic_variance,
                        [](double x) { return 1 / (1 + std::exp(x)); });
    double gumbel_variance = kPi * kPi / 6;
    expect_distribution(gumbel_in_float, 0.57721566490153286, gumbel_variance,
                        5.4 * gumbel_variance * gumbel_variance,
                        [](double x) { return -std::expm1(-std::exp(-x)); });
}

}  // namespace
}  // namespace loh::testing
