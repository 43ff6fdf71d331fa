// Loops over marked rows against plain loops, bit for bit, for numbers of rows around the padding and for words with few and
// many marks.
#include "network/kernels/marked_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "network/kernels/binary_layer.hpp"
#include "network/kernels/lanes.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kRowCounts[] = {0, 1, 15, 16, 17, 63, 64, 65, 100, 256, 257};
constexpr double kShares[] = {0, 0.02, 0.15, 0.5, 1};

std::vector<std::uint64_t> random_marks(std::uint32_t seed, std::size_t rows, double share) {
    loh::Random random(seed, Stream::testing);
    std::vector<std::uint64_t> marks(row_words(rows), 0);
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (random.uniform(0, row) < share) marks[row / 64] |= std::uint64_t{1} << (row % 64);
    }
    return marks;
}

bool marked(const std::vector<std::uint64_t>& marks, std::size_t row) {
    return row / 64 < marks.size() && (marks[row / 64] >> (row % 64) & 1U) != 0;
}

// The padding has arbitrary numbers. One number in five is zero.
std::vector<float> random_column(std::uint32_t seed, std::size_t rows) {
    loh::Random random(seed, Stream::testing);
    std::vector<float> column;
    for (std::uint32_t row = 0; row < padded(rows); ++row)
        column.push_back(random.uniform(1, row) < 0.2 ? 0.0F : static_cast<float>(random.normal(2, row)));
    return column;
}

TEST(MarkedRows, SetsMarkedRowsOnly) {
    for (std::size_t rows : kRowCounts) {
        for (double share : kShares) {
            std::vector<std::uint64_t> marks = random_marks(1, rows, share);
            std::vector<float> column = random_column(2, rows);
            std::vector<float> expected = column;
            for (std::size_t row = 0; row < rows; ++row) {
                if (marked(marks, row)) expected[row] = 0.3F;
            }
            set_rows(marks.data(), rows, 0.3F, column.data());
            ASSERT_EQ(column, expected) << rows << " rows, share " << share;
        }
    }
}

TEST(MarkedRows, SumsInLanes) {
    for (std::size_t rows : kRowCounts) {
        for (double share : kShares) {
            std::vector<std::uint64_t> marks = random_marks(3, rows, share);
            std::vector<std::uint64_t> others = random_marks(4, rows, 0.8);
            std::vector<float> column = random_column(5, rows);
            float lanes[kLanes] = {};
            for (std::size_t row = 0; row < rows; ++row) {
                if (marked(marks, row) && marked(others, row)) lanes[row % kLanes] += column[row];
            }
            float expected = 0;
            for (float lane : lanes) expected += lane;
            ASSERT_EQ(sum_rows(marks.data(), others.data(), rows, column.data()), expected)
                << rows << " rows, share " << share;
        }
    }
}

TEST(MarkedRows, MarksNonzeroRows) {
    for (std::size_t rows : kRowCounts) {
        std::vector<float> column = random_column(6, rows);
        std::vector<std::uint64_t> marks(row_words(rows), ~std::uint64_t{0});
        bool any = mark_nonzero(column.data(), rows, marks.data());
        bool expected = false;
        for (std::size_t row = 0; row < 64 * marks.size(); ++row) {
            bool nonzero = row < rows && column[row] != 0;
            ASSERT_EQ(marked(marks, row), nonzero) << "row " << row << " of " << rows;
            expected = expected || nonzero;
        }
        ASSERT_EQ(any, expected);
        column.assign(column.size(), 0.0F);
        EXPECT_FALSE(mark_nonzero(column.data(), rows, marks.data()));
    }
}

}  // namespace
}  // namespace loh::testing
