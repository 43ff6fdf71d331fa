#include "base/upper_count.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace loh {

namespace {

UpperCount power(std::uint64_t base, int exponent) {
    UpperCount result(1);
    for (int i = 0; i < exponent; ++i) result *= UpperCount(base);
    return result;
}

TEST(UpperCount, ShowsSmallNumbersExactly) {
    EXPECT_EQ(UpperCount(0).digits(60), "0");
    EXPECT_EQ(UpperCount(UINT64_MAX).digits(60), "18446744073709551615");
}

TEST(UpperCount, ShowsNumbersBeyond64BitsExactly) {
    EXPECT_EQ(power(2, 64).digits(60), "18446744073709551616");
    EXPECT_EQ(power(10, 40).digits(60), "1" + std::string(40, '0'));
    EXPECT_EQ(power(3, 100).digits(60), "515377520732011331036461129765621272702107522001");
}

TEST(UpperCount, AddsBeyond64Bits) {
    UpperCount sum(UINT64_MAX);
    sum += UpperCount(1);
    EXPECT_EQ(sum.digits(60), "18446744073709551616");
    UpperCount small(2);
    small += sum;
    EXPECT_EQ(small.digits(60), "18446744073709551618");
}

TEST(UpperCount, AddsToItself) {
    UpperCount doubled(std::uint64_t{1} << 63U);
    doubled += doubled;
    EXPECT_EQ(doubled.digits(60), "18446744073709551616");
    UpperCount squared(std::uint64_t{1} << 40U);
    squared *= squared;
    EXPECT_EQ(squared.digits(60), "1208925819614629174706176");
}

TEST(UpperCount, HasNoDigitsBeyondTheGivenMaximum) {
    EXPECT_EQ(UpperCount(1000).digits(3), "");
    EXPECT_EQ(UpperCount(999).digits(3), "999");
    EXPECT_EQ(power(10, 60).digits(60), "");
    EXPECT_EQ(power(10, 59).digits(60), "1" + std::string(59, '0'));
}

TEST(UpperCount, HasTheLogarithmOfHugeNumbers) {
    UpperCount huge = power(2, 8680);
    EXPECT_EQ(huge.digits(60), "");
    EXPECT_NEAR(huge.log10(), 8680 * std::log10(2.0), 1e-9);
    EXPECT_GE(huge.log10(), 8680 * std::log10(2.0) - 1e-12);
}

TEST(UpperCount, NeverOverflows) {
    UpperCount huge(3);
    for (int i = 0; i < 28; ++i) huge *= UpperCount(huge);
    EXPECT_NEAR(huge.log10() / std::ldexp(std::log10(3.0), 28), 1, 1e-9);
    for (int i = 0; i < 100; ++i) huge *= UpperCount(huge);
    EXPECT_TRUE(power(3, 1000).less_than(huge));
    EXPECT_EQ(huge.digits(60), "");
}

TEST(UpperCount, ZeroHasLogarithmMinusInfinityAndMakesProductsZero) {
    EXPECT_EQ(UpperCount(0).log10(), -INFINITY);
    UpperCount zero = power(7, 100);
    zero *= UpperCount(0);
    EXPECT_EQ(zero.digits(60), "0");
}

TEST(UpperCount, ComparesSmallAndLarge) {
    EXPECT_TRUE(UpperCount(1).less_than(UpperCount(2)));
    EXPECT_FALSE(UpperCount(2).less_than(UpperCount(2)));
    EXPECT_TRUE(UpperCount(UINT64_MAX).less_than(power(2, 64)));
    EXPECT_FALSE(power(2, 64).less_than(UpperCount(UINT64_MAX)));
    EXPECT_TRUE(power(2, 300).less_than(power(2, 301)));
}

TEST(UpperCount, CopiesAreIndependent) {
    UpperCount first = power(2, 100);
    UpperCount second = first;
    second *= UpperCount(2);
    EXPECT_TRUE(first.less_than(second));
    first = second;
    EXPECT_FALSE(first.less_than(second));
    UpperCount moved = std::move(second);
    EXPECT_EQ(moved.digits(60), first.digits(60));
}

}  // namespace

}  // namespace loh
