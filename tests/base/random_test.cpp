#include "base/random.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace loh {
namespace {

// Test vectors published for Philox4x32-10.
TEST(Random, PhiloxMatchesPublishedTestVectors) {
    using Words = std::array<std::uint32_t, 4>;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, DependsOnlyOnSeedStreamStepAndIndex) {
    Random random(7, Stream::noise);
    EXPECT_EQ(random.bits(3, 5), Random(7, Stream::noise).bits(3, 5));
    EXPECT_NE(random.bits(3, 5), random.bits(5, 3));
    EXPECT_NE(random.bits(3, 5), Random(7, Stream::shuffling).bits(3, 5));
    EXPECT_NE(random.bits(3, 5), Random(8, Stream::noise).bits(3, 5));
}

// Largest distance between the empirical and the true distribution function; 1.63 / sqrt(n) is the 1 % level.
template <class Draw, class Distribution>
double kolmogorov_distance(Draw draw, Distribution distribution) {
    constexpr std::uint32_t kDraws = 100'000;
    std::vector<double> sample;
    for (std::uint32_t i = 0; i < kDraws; ++i) sample.push_back(draw(i));
    std::sort(sample.begin(), sample.end());
    double distance = 0;
    for (std::uint32_t i = 0; i < kDraws; ++i) {
        double expected = distribution(sample[i]);
        distance = std::max({distance, std::abs(expected - i / double{kDraws}),
                             std::abs(expected - (i + 1) / double{kDraws})});
    }
    return distance;
}

constexpr double kOnePercentLevel = 1.63 / 316.2;  // sqrt(100 000)

TEST(Random, DrawsFollowTheirDistributions) {
    Random random(1, Stream::testing);
    EXPECT_LT(kolmogorov_distance([&](std::uint32_t i) { return random.uniform(0, i); },
                                  [](double x) { return x; }),
              kOnePercentLevel);
    EXPECT_LT(kolmogorov_distance([&](std::uint32_t i) { return random.gumbel(1, i); },
                                  [](double x) { return std::exp(-std::exp(-x)); }),
              kOnePercentLevel);
    EXPECT_LT(kolmogorov_distance([&](std::uint32_t i) { return random.logistic(2, i); },
                                  [](double x) { return 1 / (1 + std::exp(-x)); }),
              kOnePercentLevel);
    EXPECT_LT(kolmogorov_distance([&](std::uint32_t i) { return random.normal(3, i); },
                                  [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }),
              kOnePercentLevel);
}

TEST(Random, TheDifferenceOfTwoGumbelsIsLogistic) {
    Random random(2, Stream::testing);
    auto difference = [&](std::uint32_t i) { return random.gumbel(0, i) - random.gumbel(1, i); };
    EXPECT_LT(kolmogorov_distance(difference, [](double x) { return 1 / (1 + std::exp(-x)); }),
              kOnePercentLevel);
}

}  // namespace
}  // namespace loh
