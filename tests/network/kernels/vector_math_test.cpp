// Vectorized functions against the standard library.
#include "network/kernels/vector_math.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace loh::testing {
namespace {

// The distance in units in the last place of the expected value.
double ulps(double value, double expected) {
    double unit = std::nextafter(std::abs(expected), 1e308) - std::abs(expected);
    return std::abs(value - expected) / unit;
}

TEST(VectorMath, ExponentialIsAccurate) {
    loh::Random random(1, Stream::testing);
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        double x = (random.uniform(0, i) - 0.5) * (i % 2 == 0 ? 2 : 1380);
        ASSERT_LT(ulps(vector_exp(x), std::exp(x)), 4) << x;
    }
    EXPECT_EQ(vector_exp(0), 1);
}

TEST(VectorMath, LogarithmIsAccurate) {
    loh::Random random(2, Stream::testing);
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        double x = i % 2 == 0 ? random.uniform(0, i) : std::exp((random.uniform(0, i) - 0.5) * 1300);
        ASSERT_LT(ulps(vector_log(x), std::log(x)), 4) << x;
    }
    EXPECT_EQ(vector_log(1), 0);
}

// In units in the last place of a float.
double float_ulps(float value, double expected) { return ulps(value, expected) * 0x1p-29; }

TEST(VectorMath, PowersOfTwoAreAccurate) {
    loh::Random random(3, Stream::testing);
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        auto x = static_cast<float>((random.uniform(0, i) - 0.5) * (i % 2 == 0 ? 2 : 252));
        ASSERT_LT(float_ulps(vector_exp2(x), std::exp2(double{x})), 2.5) << x;
    }
    EXPECT_EQ(vector_exp2(0), 1);
    EXPECT_EQ(vector_exp2(-126), 0x1p-126F);
}

TEST(VectorMath, BinaryLogarithmsAreAccurate) {
    loh::Random random(4, Stream::testing);
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        auto x = static_cast<float>(std::exp2((random.uniform(0, i) - 0.5) * (i % 2 == 0 ? 2 : 250)));
        ASSERT_LT(float_ulps(vector_log2(x), std::log2(double{x})), 4) << x;
        auto f = static_cast<float>((random.uniform(1, i) - 0.5) * (i % 2 == 0 ? 1 : 1e-6));
        ASSERT_LT(float_ulps(vector_log2_of_one_plus(f), std::log1p(double{f}) / std::log(2)), 4) << f;
    }
    EXPECT_EQ(vector_log2(1), 0);
    EXPECT_EQ(vector_log2(0x1p-33F), -33);
}

}  // namespace
}  // namespace loh::testing
