// The interval of a rule's precision.
#include <gtest/gtest.h>

#include "loh/decision.hpp"

namespace loh::testing {
namespace {

PrecisionInterval interval(std::size_t right, std::size_t support) {
    return precision_interval({support, right, 0, 0, 0});
}

TEST(PrecisionInterval, IsWilsons) {
    EXPECT_NEAR(interval(8, 10).low, 0.4901625, 1e-6);
    EXPECT_NEAR(interval(8, 10).high, 0.9433178, 1e-6);
    EXPECT_NEAR(interval(50, 100).low, 0.4038315, 1e-6);
    EXPECT_NEAR(interval(50, 100).high, 0.5961685, 1e-6);
}

TEST(PrecisionInterval, StaysBetweenZeroAndOneAndShrinksWithSupport) {
    EXPECT_EQ(interval(0, 0).low, 0);
    EXPECT_EQ(interval(0, 0).high, 1);
    EXPECT_EQ(interval(0, 5).low, 0);
    EXPECT_EQ(interval(5, 5).high, 1);
    double width = 1;
    for (std::size_t support = 10; support <= 100'000; support *= 10) {
        PrecisionInterval own = interval(support / 2, support);
        EXPECT_LT(own.high - own.low, width);
        width = own.high - own.low;
    }
}

}  // namespace
}  // namespace loh::testing
