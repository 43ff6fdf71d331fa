#include "base/permutation.hpp"

#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace loh {
namespace {

std::vector<std::uint32_t> listed(std::uint32_t size, std::uint64_t seed, std::uint32_t index) {
    Permutation order(size, Random(seed, Stream::testing), index);
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < size; ++i) result.push_back(order(i));
    return result;
}

TEST(Permutation, ContainsEveryNumberOnce) {
    for (std::uint32_t size : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 63U, 64U, 65U, 100U, 1000U, 4096U, 4097U}) {
        for (std::uint32_t index = 0; index < 20; ++index) {
            std::vector<std::uint32_t> order = listed(size, 7, index);
            std::set<std::uint32_t> numbers(order.begin(), order.end());
            ASSERT_EQ(numbers.size(), size);
            ASSERT_EQ(*numbers.rbegin(), size - 1);
        }
    }
}

TEST(Permutation, StaysInRangeForTheLargestSizes) {
    for (std::uint32_t size : {UINT32_MAX, 1U << 31U, (1U << 31U) + 1}) {
        Permutation order(size, Random(1, Stream::testing), 0);
        for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_LT(order(size - 1 - i), size);
    }
}

TEST(Permutation, DiffersForEachSeedAndIndex) {
    EXPECT_EQ(listed(100, 1, 1), listed(100, 1, 1));
    EXPECT_NE(listed(100, 1, 1), listed(100, 1, 2));
    EXPECT_NE(listed(100, 1, 1), listed(100, 2, 1));
}

// Chi-square tests: each number is at each position, and each pair of numbers adjacent, about equally often.
TEST(Permutation, IsEvenlyDistributed) {
    constexpr std::uint32_t kOrders = 20'000;
    for (std::uint32_t size : {5U, 11U, 24U}) {
        std::vector<double> places(size * size, 0);
        std::vector<double> neighbours(size * size, 0);
        for (std::uint32_t index = 0; index < kOrders; ++index) {
            std::vector<std::uint32_t> order = listed(size, 3, index);
            for (std::uint32_t i = 0; i < size; ++i) ++places[i * size + order[i]];
            for (std::uint32_t i = 0; i + 1 < size; ++i) ++neighbours[order[i] * size + order[i + 1]];
        }
        auto surprise = [](const std::vector<double>& counts, double expected) {
            double sum = 0;
            for (double count : counts)
                sum += count > 0 ? (count - expected) * (count - expected) / expected : 0;
            return sum;
        };
        double n = size;
        double freedom = (n - 1) * (n - 1);
        EXPECT_LT(surprise(places, kOrders / n), freedom + 6 * std::sqrt(2 * freedom)) << size;
        freedom = n * (n - 1);
        EXPECT_LT(surprise(neighbours, kOrders / n), freedom + 6 * std::sqrt(2 * freedom)) << size;
    }
}

}  // namespace
}  // namespace loh
