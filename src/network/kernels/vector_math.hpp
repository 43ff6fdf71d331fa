// Exponential and logarithm without branches and calls, so that loops over them are vectorized.
//
// The relative error is below 4 units in the last place. NaN is not handled. Contraction to fused multiply-add is switched off
// for the folders that use this (src/CMakeLists.txt), so every instruction set gives the same bits.
#pragma once

#include <bit>
#include <cstdint>

#include "base/vector_clones.hpp"

namespace loh {

// e^x for x in [-700, 700], to which it is clamped. x = n ln 2 + r with |r| <= ln 2 / 2, and e^r by its series.
LOH_INLINE double vector_exp(double x) {
    constexpr double kLog2E = 1.4426950408889634074;
    constexpr double kLn2High = 6.93147180369123816490e-01;  // ln 2 in two parts: n times the first is exact
    constexpr double kLn2Low = 1.90821492927058770002e-10;
    constexpr double kMagic =
        6755399441055744.0;  // 1.5 x 2^52: adding it rounds to a whole number, in the low bits
    x = x < -700 ? -700 : x;
    x = x > 700 ? 700 : x;
    double shifted = x * kLog2E + kMagic;
    double n = shifted - kMagic;
    double r = (x - n * kLn2High) - n * kLn2Low;
    double series = 1.0 / 6227020800;  // 1/13!
    series = series * r + 1.0 / 479001600;
    series = series * r + 1.0 / 39916800;
    series = series * r + 1.0 / 3628800;
    series = series * r + 1.0 / 362880;
    series = series * r + 1.0 / 40320;
    series = series * r + 1.0 / 5040;
    series = series * r + 1.0 / 720;
    series = series * r + 1.0 / 120;
    series = series * r + 1.0 / 24;
    series = series * r + 1.0 / 6;
    series = series * r + 0.5;
    series = series * r * r + r + 1;
    std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) + 1023U) << 52U;
    return series * std::bit_cast<double>(power);
}

// ln x for x in [1e-300, 1e300]. x = m 2^e with m in [sqrt(1/2), sqrt(2)), and ln m = 2 artanh((m - 1) / (m + 1)) by its
// series.
LOH_INLINE double vector_log(double x) {
    constexpr double kLn2High = 6.93147180369123816490e-01;
    constexpr double kLn2Low = 1.90821492927058770002e-10;
    constexpr std::uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDULL;  // the bits of sqrt(1/2)
    constexpr double kMagic = 4503599627370496.0;  // 2^52: converts small whole numbers by a bitwise or
    auto bits = std::bit_cast<std::uint64_t>(x);
    std::uint64_t above = bits - kSqrtHalf;
    // The exponent, plus 1024 so that it is not negative; converted to double by way of 2^52.
    std::uint64_t biased = (above + (std::uint64_t{1024} << 52U)) >> 52U;
    double e = std::bit_cast<double>(biased | 0x4330000000000000ULL) - kMagic - 1024;
    auto m = std::bit_cast<double>((above & 0x000FFFFFFFFFFFFFULL) + kSqrtHalf);
    double s = (m - 1) / (m + 1);
    double z = s * s;
    double series = 2.0 / 21;
    series = series * z + 2.0 / 19;
    series = series * z + 2.0 / 17;
    series = series * z + 2.0 / 15;
    series = series * z + 2.0 / 13;
    series = series * z + 2.0 / 11;
    series = series * z + 2.0 / 9;
    series = series * z + 2.0 / 7;
    series = series * z + 2.0 / 5;
    series = series * z + 2.0 / 3;
    return e * kLn2High + (e * kLn2Low + (s * z * series + 2 * s));
}

// 1 / (1 + e^-x).
LOH_INLINE double vector_sigmoid(double x) { return 1 / (1 + vector_exp(-x)); }

// The same in float, to base 2, which avoids the multiples of ln 2: callers fold them into their own scales.

// 2^x for x in [-126, 127].
LOH_INLINE float vector_exp2(float x) {
    constexpr float kMagic = 12582912.0F;  // 1.5 x 2^23
    float shifted = x + kMagic;
    float r = x - (shifted - kMagic);
    float series = 0.00015453163F;  // of (2^r - 1) / r, for |r| <= 1/2; error 1e-8
    series = series * r + 0.0013390863F;
    series = series * r + 0.009618083F;
    series = series * r + 0.05550357F;
    series = series * r + 0.24022651F;
    series = series * r + 0.69314718F;
    std::uint32_t power = (std::bit_cast<std::uint32_t>(shifted) + 127U) << 23U;
    return (series * r + 1) * std::bit_cast<float>(power);
}

// log2(1 + f) for f in [-1/2, 1/2]: 2 artanh(s) / ln 2 with s = f / (2 + f). The relative error is small for tiny f, too.
LOH_INLINE float vector_log2_of_one_plus(float f) {
    float s = f / (2 + f);
    float z = s * s;
    float series = 0.40623087F;  // of 2 artanh(s) / (s ln 2), for |s| <= 1/3; error 2e-8
    series = series * z + 0.40345195F;
    series = series * z + 0.57743287F;
    series = series * z + 0.9617917F;
    return s * (series * z + 2.88539F);
}

// A normal number x = (1 + fraction) 2^exponent with 1 + fraction in [sqrt(1/2), sqrt(2)).
struct FloatParts {
    float fraction;
    float exponent;
};
LOH_INLINE FloatParts parts_of(float x) {
    constexpr std::uint32_t kSqrtHalf = 0x3F3504F3U;  // the bits of sqrt(1/2)
    std::uint32_t above = std::bit_cast<std::uint32_t>(x) - kSqrtHalf;
    return {std::bit_cast<float>((above & 0x007FFFFFU) + kSqrtHalf) - 1,
            static_cast<float>(static_cast<std::int32_t>(above) >> 23)};
}

// log2 x for normal numbers.
LOH_INLINE float vector_log2(float x) {
    FloatParts parts = parts_of(x);
    return parts.exponent + vector_log2_of_one_plus(parts.fraction);
}

}  // namespace loh
