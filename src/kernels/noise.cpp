#include "kernels/noise.hpp"

#include <array>

#include "kernels/vector_math.hpp"

namespace loh {

namespace {

constexpr std::size_t kBlock = 16;  // evaluations of the generator at a time

// Philox4x32-10 on counters {first + i, step, stream, kind}. Words are kept in 64 bits, of which the lower 32 count, so that
// products need no conversion.
struct PhiloxBlock {
    std::array<std::uint64_t, kBlock> word0, word1, word2, word3;
};

LOH_INLINE void philox_block(std::uint64_t first, std::uint64_t step, std::uint64_t stream,
                             std::uint64_t key0, std::uint64_t key1, PhiloxBlock& block) {
    constexpr std::uint64_t kLow = 0xFFFFFFFFU;
    for (std::size_t i = 0; i < kBlock; ++i) {
        std::uint64_t w0 = (first + i) & kLow;
        std::uint64_t w1 = step;
        std::uint64_t w2 = stream;
        std::uint64_t w3 = Random::kCoarse;
        std::uint64_t k0 = key0;
        std::uint64_t k1 = key1;
        for (int round = 0; round < 10; ++round) {
            std::uint64_t product0 = 0xD2511F53U * w0;
            std::uint64_t product1 = 0xCD9E8D57U * w2;
            w0 = (product1 >> 32U) ^ w1 ^ k0;
            w1 = product1 & kLow;
            w2 = (product0 >> 32U) ^ w3 ^ k1;
            w3 = product0 & kLow;
            k0 = (k0 + 0x9E3779B9U) & kLow;
            k1 = (k1 + 0xBB67AE85U) & kLow;
        }
        block.word0[i] = w0;
        block.word1[i] = w1;
        block.word2[i] = w2;
        block.word3[i] = w3;
    }
}

// (word + 0.5) 2^-32, the conversion by way of 2^52.
LOH_INLINE double to_uniform(std::uint64_t word) {
    return (std::bit_cast<double>(word | 0x4330000000000000ULL) - 4503599627370496.0 + 0.5) * 0x1p-32;
}

}  // namespace

LOH_VECTOR_CLONES void coarse_uniforms(const Random& random, std::uint32_t step, std::uint32_t first,
                                       std::span<double> out) noexcept {
    PhiloxBlock block;
    std::size_t evaluations = out.size() / 4;
    for (std::size_t done = 0; done < evaluations; done += kBlock) {
        philox_block(first / 4 + done, step, static_cast<std::uint32_t>(random.stream()), random.key()[0],
                     random.key()[1], block);
        std::size_t count = evaluations - done < kBlock ? evaluations - done : kBlock;
        double* to = out.data() + 4 * done;
        for (std::size_t i = 0; i < count; ++i) {
            to[4 * i] = to_uniform(block.word0[i]);
            to[4 * i + 1] = to_uniform(block.word1[i]);
            to[4 * i + 2] = to_uniform(block.word2[i]);
            to[4 * i + 3] = to_uniform(block.word3[i]);
        }
    }
}

LOH_VECTOR_CLONES void add_logistic(double beta, std::span<const double> uniforms,
                                    std::span<double> out) noexcept {
    const double* u = uniforms.data();
    double* to = out.data();
    for (std::size_t i = 0; i < out.size(); ++i) to[i] += beta * vector_log(u[i] / (1 - u[i]));
}

LOH_VECTOR_CLONES void add_gumbel(double beta, std::span<const double> uniforms,
                                  std::span<double> out) noexcept {
    const double* u = uniforms.data();
    double* to = out.data();
    for (std::size_t i = 0; i < out.size(); ++i) to[i] -= beta * vector_log(-vector_log(u[i]));
}

}  // namespace loh
