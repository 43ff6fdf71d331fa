// Philox for consecutive counters {first + i, step, stream, kind}, in lanes of 64 bits of which the lower 32 are used: a
// product of two words then needs no conversion.
#include <array>
#include <bit>
#include <cstring>

#include "base/vector_clones.hpp"
#include "network/kernels/noise.hpp"

#if defined(LOH_MAY_HAVE_AVX2)
#include <immintrin.h>
#endif

namespace loh {

namespace {

constexpr std::uint32_t kCounters = kNoiseBlock / 4;  // calls of the generator for a block

struct Place {
    std::uint32_t step;
    std::uint32_t stream;
    std::array<std::uint32_t, 2> key;
};

// The blocks from counter `first` on, computed by Random; for machines without AVX2.
void plain_blocks(const Place& at, std::uint32_t first, std::size_t blocks, std::uint32_t* out) {
    for (std::size_t b = 0; b < blocks; ++b, out += kNoiseBlock) {
        for (std::size_t i = 0; i < kCounters; ++i) {
            auto words =
                philox<Random::kCoarseRounds>({first++, at.step, at.stream, Random::kCoarse}, at.key);
            out[2 * i] = words[0];
            out[2 * i + 1] = words[1];
            out[kNoiseBlock / 2 + 2 * i] = words[2];
            out[kNoiseBlock / 2 + 2 * i + 1] = words[3];
        }
    }
}

#if defined(LOH_MAY_HAVE_AVX2)
LOH_AVX2 inline __m256i broadcast(std::uint32_t word) {
    return _mm256_set1_epi64x(static_cast<long long>(word));
}

// Written with intrinsics, because compilers make three multiplications of a product if they do not know that the upper halves
// of its factors are irrelevant.
LOH_AVX2 void avx2_blocks(const Place& at, std::uint32_t first, std::size_t blocks, std::uint32_t* out) {
    const __m256i factor0 = broadcast(0xD2511F53U);
    const __m256i factor1 = broadcast(0xCD9E8D57U);
    __m256i keys[Random::kCoarseRounds][2];
    for (std::uint32_t round = 0; round < Random::kCoarseRounds; ++round) {
        keys[round][0] = broadcast(at.key[0] + round * 0x9E3779B9U);
        keys[round][1] = broadcast(at.key[1] + round * 0xBB67AE85U);
    }
    const __m256i step = broadcast(at.step);
    const __m256i stream = broadcast(at.stream);
    const __m256i kind = broadcast(Random::kCoarse);
    const __m256i four = broadcast(4);
    __m256i counters = _mm256_add_epi64(broadcast(first), _mm256_set_epi64x(3, 2, 1, 0));
    for (std::size_t group = 0; group < blocks * kCounters / 4; ++group) {
        __m256i w0 = counters;
        __m256i w1 = step;
        __m256i w2 = stream;
        __m256i w3 = kind;
        for (const auto& key : keys) {
            __m256i product0 = _mm256_mul_epu32(w0, factor0);
            __m256i product1 = _mm256_mul_epu32(w2, factor1);
            w0 = _mm256_xor_si256(_mm256_srli_epi64(product1, 32), _mm256_xor_si256(w1, key[0]));
            w2 = _mm256_xor_si256(_mm256_srli_epi64(product0, 32), _mm256_xor_si256(w3, key[1]));
            w1 = product1;
            w3 = product0;
        }
        // Words 0 and 1 interleaved, words 2 and 3 interleaved.
        std::uint32_t* to = out + group / 4 * kNoiseBlock + group % 4 * 8;
        __m256i low = _mm256_blend_epi32(w0, _mm256_slli_epi64(w1, 32), 0xAA);
        __m256i high = _mm256_blend_epi32(w2, _mm256_slli_epi64(w3, 32), 0xAA);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + kNoiseBlock / 2), high);
        counters = _mm256_add_epi64(counters, four);
    }
}
#endif

void make_blocks(const Place& at, std::uint32_t first, std::size_t blocks, std::uint32_t* out) {
#if defined(LOH_MAY_HAVE_AVX2)
    if (machine_has_avx2()) return avx2_blocks(at, first, blocks, out);
#endif
    plain_blocks(at, first, blocks, out);
}

}  // namespace

void noise_words(const Random& random, std::uint32_t step, std::uint32_t first,
                 std::span<std::uint32_t> out) noexcept {
    Place at{step, static_cast<std::uint32_t>(random.stream()), random.key()};
    std::size_t blocks = out.size() / kNoiseBlock;
    make_blocks(at, first / 4, blocks, out.data());
    std::size_t left = out.size() % kNoiseBlock;
    if (left == 0) return;
    std::array<std::uint32_t, kNoiseBlock> last;
    make_blocks(at, first / 4 + static_cast<std::uint32_t>(blocks) * kCounters, 1, last.data());
    std::memcpy(out.data() + blocks * kNoiseBlock, last.data(), left * sizeof(std::uint32_t));
}

// The conversion adds 2^52, which works on every instruction set.
LOH_VECTOR_CLONES void coarse_uniforms(const Random& random, std::uint32_t step, std::uint32_t first,
                                       std::span<double> out) noexcept {
    std::array<std::uint32_t, kNoiseBlock> words;
    for (std::size_t done = 0; done < out.size(); done += kNoiseBlock) {
        std::size_t count = out.size() - done < kNoiseBlock ? out.size() - done : kNoiseBlock;
        noise_words(random, step, first + static_cast<std::uint32_t>(done), {words.data(), count});
        for (std::size_t i = 0; i < count; ++i) {
            auto large = std::bit_cast<double>(std::uint64_t{words[i]} | 0x4330000000000000ULL);
            out[done + i] = (large - 4503599627370496.0 + 0.5) * 0x1p-32;
        }
    }
}

}  // namespace loh
