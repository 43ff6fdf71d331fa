// Sums of rounded numbers over sets of rows, against additions one by one.
#include "learn/scorecard/row_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

double sum_by_hand(const std::vector<double>& values, const Bits& rows) {
    double largest = 0;
    for (double value : values) largest = std::max(largest, std::abs(value));
    double unit = largest > 0 ? largest / 127 : 1;
    double total = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (bit_at(rows, row)) total += std::nearbyint(values[row] / unit);
    }
    return unit * total;
}

TEST(RowSums, EqualAdditionsOfTheRoundedNumbers) {
    Random random(3);
    for (std::size_t rows : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
        for (bool negative : {false, true}) {
            std::vector<double> values;
            double exact = 0;
            Bits some(bit_words(rows), 0);
            for (std::size_t row = 0; row < rows; ++row) {
                double value = static_cast<double>(random.below(10'000)) / 1000;
                values.push_back(negative && random.chance(50) ? -value : value);
                if (!random.chance(40)) continue;
                set_bit(some, row);
                exact += values.back();
            }
            RowSums sums(values);
            EXPECT_DOUBLE_EQ(sums.sum(some), sum_by_hand(values, some)) << rows;
            EXPECT_NEAR(sums.sum(some), exact, 10.0 / 127 / 2 * static_cast<double>(rows) + 1e-9) << rows;
            EXPECT_EQ(sums.sum(Bits(bit_words(rows), 0)), 0);
        }
    }
}

TEST(RowSums, KeepTheLargestMagnitudes) {
    std::vector<double> values = {-1, 1, 0.5, 0};
    RowSums sums(values);
    for (std::size_t row = 0; row < values.size(); ++row) {
        Bits one(1, std::uint64_t{1} << row);
        EXPECT_NEAR(sums.sum(one), values[row], 0.5 / 127) << row;
    }
    EXPECT_EQ(RowSums(std::vector<double>(5, 0.0)).sum(all_ones(5)), 0);
}

}  // namespace
}  // namespace loh::testing
