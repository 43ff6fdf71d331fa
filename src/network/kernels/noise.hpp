// Noise for many places at once, vectorized: from the random words of Random to uniform, logistic and Gumbel numbers.
//
// Logistic and Gumbel noise are computed in float and to base 2: a word w stands for u = (w + 1/2) 2^-32, as in Random. Both
// tails keep the resolution of the words, because u and 1 - u are each rounded from whole numbers and never subtracted from
// one. The noise ends at u = 2^-33 and u = 1 - 2^-33: at +-22.9 for logistic, at -3.1 and 22.9 for Gumbel numbers. It differs
// from the double precision of Random by less than one part in a million.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

inline constexpr std::uint32_t kNoiseBlock = 64;  // places whose words are computed together

// out[i] = random.coarse_bits(step, first + i). `first` is a multiple of kNoiseBlock.
void noise_words(const Random& random, std::uint32_t step, std::uint32_t first,
                 std::span<std::uint32_t> out) noexcept;

// out[i] = random.coarse_uniform(step, first + i), bit for bit.
void coarse_uniforms(const Random& random, std::uint32_t step, std::uint32_t first,
                     std::span<double> out) noexcept;

// u 2^32 if u is at most one half, otherwise (1 - u) 2^32.
LOH_INLINE float nearer_end(std::uint32_t word) {
    auto bits = static_cast<std::int32_t>(word);
    return static_cast<float>(bits ^ (bits >> 31)) + 0.5F;
}

// log2(u / (1 - u)): logistic noise divided by ln 2. The nearer end gives the absolute value, the first bit the sign.
LOH_INLINE float logistic_log2(std::uint32_t word) {
    float end = nearer_end(word);
    float size = vector_log2(end / (0x1p32F - end));
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) ^ (word & 0x80000000U));
}

// -log2(-log2 u): Gumbel noise divided by ln 2, up to a constant that is the same for all alternatives of a choice.
LOH_INLINE float gumbel_log2(std::uint32_t word) {
    float end = nearer_end(word) * 0x1p-32F;
    bool low = static_cast<std::int32_t>(word) >= 0;
    FloatParts parts = parts_of(end);
    float log = (low ? parts.exponent : 0) + vector_log2_of_one_plus(low ? parts.fraction : -end);
    return -vector_log2(-log);
}

}  // namespace loh
