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

}  // namespace
}  // namespace loh::testing
