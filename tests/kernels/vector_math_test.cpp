// Vectorized functions against the standard library, and random numbers in bulk against one at a time.
#include "kernels/vector_math.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/gates.hpp"
#include "kernels/noise.hpp"

namespace loh::testing {
namespace {

// Distance in units in the last place of the expected value.
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

TEST(VectorMath, UniformNumbersInBulkAreThoseOfOneAtATime) {
    for (std::size_t count : {0U, 4U, 8U, 60U, 64U, 68U, 1000U}) {
        loh::Random random(0x123456789ABCDEFULL, Stream::noise);
        std::vector<double> bulk(count);
        coarse_uniforms(random, 7, 8, bulk);
        for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(bulk[i], random.coarse_uniform(7, 8 + i)) << i;
    }
}

TEST(VectorMath, NoiseIsMadeFromTheUniformNumbers) {
    std::vector<double> uniforms = {0.1, 0.5, 0.9, 0x1p-33, 1 - 0x1p-33};
    std::vector<double> logistic(uniforms.size(), 1);
    std::vector<double> gumbel(uniforms.size(), 1);
    add_logistic(2, uniforms, logistic);
    add_gumbel(2, uniforms, gumbel);
    for (std::size_t i = 0; i < uniforms.size(); ++i) {
        double u = uniforms[i];
        EXPECT_NEAR(logistic[i], 1 + 2 * std::log(u / (1 - u)), 1e-12);
        EXPECT_NEAR(gumbel[i], 1 - 2 * std::log(-std::log(u)), 1e-9);
    }
}

}  // namespace
}  // namespace loh::testing
