#include "network/kernels/bit_counts.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

TEST(BitCounts, AgreeWithCountingBitByBit) {
    Random random(3);
    for (std::size_t words = 0; words < 40; ++words) {
        std::vector<std::uint64_t> a(words);
        std::vector<std::uint64_t> b(words);
        std::uint64_t expected = 0;
        for (std::size_t w = 0; w < words; ++w) {
            a[w] = random.next();
            b[w] = random.next() | random.next();
            for (unsigned bit = 0; bit < 64; ++bit) expected += (a[w] >> bit & 1U) & (b[w] >> bit & 1U);
        }
        EXPECT_EQ(count_common(a.data(), b.data(), words), expected) << words;
    }
}

TEST(BitCounts, SumsOfWeightsAgreeWithAddingBitByBit) {
    Random random(4);
    for (std::size_t words = 0; words < 12; ++words) {
        for (std::size_t planes = 0; planes <= 9; ++planes) {
            std::vector<std::uint64_t> a(words);
            std::vector<std::uint64_t> b(words);
            std::vector<std::uint64_t> weights(words * planes);
            for (std::size_t w = 0; w < words; ++w) {
                a[w] = random.chance(20) ? 0 : random.next();
                b[w] = random.next() | random.next();
            }
            for (std::uint64_t& word : weights) word = random.next();
            std::uint64_t expected = 0;
            for (std::size_t bit = 0; bit < words * 64; ++bit) {
                if (((a[bit / 64] & b[bit / 64]) >> (bit % 64) & 1U) == 0) continue;
                for (std::size_t plane = 0; plane < planes; ++plane)
                    expected += (weights[bit / 64 * planes + plane] >> (bit % 64) & 1U) << plane;
            }
            EXPECT_EQ(sum_common(a.data(), b.data(), weights.data(), words, planes), expected)
                << words << " " << planes;
        }
    }
}

}  // namespace
}  // namespace loh::testing
