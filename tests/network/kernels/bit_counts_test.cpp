#include "network/kernels/bit_counts.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

TEST(BitCounts, AgreeWithCountingBitByBit) {
    Random random(3);
    for (std::size_t words : {0, 1, 2, 7, 8, 39, 63, 64, 65, 127, 128, 129, 192, 1000}) {
        std::vector<std::uint64_t> a(words);
        std::vector<std::uint64_t> b(words);
        std::uint64_t expected = 0;
        for (std::size_t w = 0; w < words; ++w) {
            a[w] = random.next();
            b[w] = random.next() | random.next();
            for (unsigned bit = 0; bit < 64; ++bit) expected += (a[w] >> bit & 1U) & (b[w] >> bit & 1U);
        }
        EXPECT_EQ(count_common(a.data(), b.data(), words), expected) << words;
        std::uint64_t of_plane = 0;
        count_planes(a.data(), b.data(), words, 1, &of_plane);
        EXPECT_EQ(of_plane, expected) << words;
    }
}

TEST(BitCounts, OfManyRowsAddTheWeightedCountOfEach) {
    Random random(5);
    for (std::size_t words : {0, 1, 3, 64, 130}) {
        const std::size_t stride = words + 2;
        std::vector<std::uint64_t> a(words);
        std::vector<std::uint64_t> rows(9 * stride);
        for (std::uint64_t& word : a) word = random.next();
        for (std::uint64_t& word : rows) word = random.next();
        const std::vector<std::uint32_t> which = {8, 0, 3, 3};
        std::vector<std::uint64_t> counts = {5, 0, 0, 1};
        std::vector<std::uint64_t> expected = counts;
        for (std::size_t i = 0; i < which.size(); ++i)
            expected[i] += 7 * count_common(a.data(), rows.data() + which[i] * stride, words);
        count_common_each(a.data(), rows.data(), stride, words, which, 7, counts.data());
        EXPECT_EQ(counts, expected) << words;
    }
}

TEST(BitCounts, OfAllOnesIsEveryBit) {
    for (std::size_t words : {1, 64, 640, 6400}) {
        std::vector<std::uint64_t> ones(words, ~std::uint64_t{0});
        EXPECT_EQ(count_common(ones.data(), ones.data(), words), words * 64);
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
