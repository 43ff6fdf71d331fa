// Sums of rounded numbers over sets of rows, against additions one by one.
#include "learn/scorecard/row_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace loh::testing {
namespace {

// The rounded numbers: [row].
std::vector<double> rounded_by_hand(const std::vector<double>& values) {
    double largest = 0;
    bool negative = false;
    for (double value : values) {
        largest = std::max(largest, std::abs(value));
        negative = negative || value < 0;
    }
    double most = negative ? 31 : 15;
    double unit = largest > 0 ? largest / most : 1;
    std::vector<double> result;
    double rest = 0;
    for (double value : values) {
        double wanted = value / unit + rest;
        double whole = std::clamp(std::nearbyint(wanted), negative ? -most : 0, most);
        rest = wanted - whole;
        result.push_back(unit * whole);
    }
    return result;
}

std::vector<double> sums_of(const std::vector<std::vector<double>>& values, const Bits& rows) {
    std::vector<double> sums(values.size());
    RowSums(values).sum(rows, sums);
    return sums;
}

TEST(RowSums, EqualAdditionsOfTheRoundedNumbers) {
    Random random(3);
    for (std::size_t rows : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
        for (std::size_t columns : {1U, 2U, 7U, 40U}) {
            std::vector<std::vector<double>> values(columns);
            Bits some(bit_words(rows), 0);
            for (std::size_t row = 0; row < rows; ++row) {
                if (random.chance(40)) set_bit(some, row);
                for (std::size_t c = 0; c < columns; ++c) {
                    double value = static_cast<double>(random.below(10'000)) / 1000;
                    values[c].push_back(c % 2 == 0 && random.chance(50) ? -value : value);
                }
            }
            std::vector<double> sums = sums_of(values, some);
            for (std::size_t c = 0; c < columns; ++c) {
                std::vector<double> rounded = rounded_by_hand(values[c]);
                double total = 0;
                for (std::size_t row = 0; row < rows; ++row) total += bit_at(some, row) ? rounded[row] : 0;
                EXPECT_NEAR(sums[c], total, 1e-9) << rows << " rows, column " << c;
            }
        }
    }
}

// Each of the numbers rounds to 0, but not their sum.
TEST(RowSums, AreNotBiasedBySmallNumbers) {
    std::vector<double> values(1000, 0.01);
    values[0] = -1;
    EXPECT_NEAR(sums_of({values}, all_ones(1000))[0], 999 * 0.01 - 1, 1.0 / 31);
}

TEST(RowSums, AreZeroWithoutRows) {
    EXPECT_EQ(sums_of({{1, 2, 3}, {-1, 2, -3}}, Bits(1, 0)), (std::vector<double>{0, 0}));
    EXPECT_EQ(sums_of({std::vector<double>(5, 0.0)}, all_ones(5)), std::vector<double>{0});
}

}  // namespace
}  // namespace loh::testing
