// Counter-based random numbers: a number depends on its position in the stream, not on earlier draws. Results are the same
// for any number of threads and any order of work.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): ten
// rounds of a keyed mixing function over a 128-bit counter. The key is the seed. The counter is (index, step, stream): the
// number of the draw, the training step, and the purpose.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace loh {

// One stream of numbers for each purpose.
enum class Stream : std::uint32_t {
    initial_logits,
    noise,
    shuffling,
    splitting,
    restarts,
    testing,
    head_noise,
    mixing,
    rule_search
};

template <int Rounds = 10>
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < Rounds; ++round) {
        std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter[0];
        std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(product1),
                   static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(product0)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

class Random {
public:
    Random(std::uint64_t seed, Stream stream)
        : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)}, stream_(stream) {}

    [[nodiscard]] std::uint64_t bits(std::uint32_t step, std::uint32_t index) const {
        auto word = philox({index, step, static_cast<std::uint32_t>(stream_), 0}, key_);
        return std::uint64_t{word[1]} << 32U | word[0];
    }

    // Uniform in (0, 1), both ends excluded: 2^53 evenly spaced values.
    [[nodiscard]] double uniform(std::uint32_t step, std::uint32_t index) const {
        return (static_cast<double>(bits(step, index) >> 11U) + 0.5) * 0x1p-53;
    }

    // 32 bits for noise, which training draws in large numbers. Seven rounds are the fewest that pass all tests of
    // randomness, according to the authors. All four words of an evaluation are used: 64 consecutive indices share 16
    // evaluations. The first 32 indices take words 0 and 1 in turn, the other 32 words 2 and 3. Vectors of words have this
    // layout in memory (src/network/kernels/noise_words.cpp computes many indices at once).
    [[nodiscard]] std::uint32_t coarse_bits(std::uint32_t step, std::uint32_t index) const {
        std::uint32_t counter = index / 64 * 16 + index % 32 / 2;
        auto word =
            philox<kCoarseRounds>({counter, step, static_cast<std::uint32_t>(stream_), kCoarse}, key_);
        return word[index % 64 / 32 * 2 + index % 2];
    }

    // Uniform in (0, 1), from noise bits: 2^32 evenly spaced values.
    [[nodiscard]] double coarse_uniform(std::uint32_t step, std::uint32_t index) const {
        return (static_cast<double>(coarse_bits(step, index)) + 0.5) * 0x1p-32;
    }

    // Gumbel(0, 1): -log(-log(u)).
    [[nodiscard]] double gumbel(std::uint32_t step, std::uint32_t index) const {
        return -std::log(-std::log(coarse_uniform(step, index)));
    }

    // Logistic(0, 1), the difference of two independent Gumbel(0, 1): log(u / (1 - u)).
    [[nodiscard]] double logistic(std::uint32_t step, std::uint32_t index) const {
        double u = coarse_uniform(step, index);
        return std::log(u / (1 - u));
    }

    // Standard normal, by Box and Muller.
    [[nodiscard]] double normal(std::uint32_t step, std::uint32_t index) const {
        constexpr double kTwoPi = 6.283185307179586476925286766559;
        auto word = philox({index, step, static_cast<std::uint32_t>(stream_), 1}, key_);
        double u = (static_cast<double>(word[0]) + 0.5) * 0x1p-32;
        double v = static_cast<double>(word[1]) * 0x1p-32;
        return std::sqrt(-2 * std::log(u)) * std::cos(kTwoPi * v);
    }

    static constexpr std::uint32_t kCoarse =
        2;  // fourth word of the counter, different for each kind of draw
    static constexpr int kCoarseRounds = 7;
    [[nodiscard]] const std::array<std::uint32_t, 2>& key() const { return key_; }
    [[nodiscard]] Stream stream() const { return stream_; }

private:
    std::array<std::uint32_t, 2> key_;
    Stream stream_;
};

}  // namespace loh
