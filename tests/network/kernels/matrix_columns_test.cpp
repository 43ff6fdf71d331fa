// Matrices in every layout against plain loops, for sizes around those of squares and words.
#include "network/kernels/matrix_columns.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kSizes[] = {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 130};

// A buffer and a matrix in it: row-major with gaps, column-major with gaps, or strided with negative strides.
struct Placed {
    std::vector<float> buffer;
    Matrix matrix;

    Placed(std::size_t rows, std::size_t columns, int layout)
        : buffer(2 * (rows + 1) * (columns + 3), -7.0F) {
        auto stride = [](std::size_t count) { return static_cast<std::ptrdiff_t>(count); };
        if (layout == 0) matrix = {buffer.data(), rows, columns, stride(columns + 2), 1};
        if (layout == 1) matrix = {buffer.data(), rows, columns, 1, stride(rows + 1)};
        if (layout == 2)
            matrix = {buffer.data() + buffer.size() - 1, rows, columns, -2, -2 * stride(rows + 1)};
    }
};

template <class Check>
void for_all_shapes(const Check& check) {
    for (std::size_t rows : kSizes) {
        for (std::size_t columns : kSizes) {
            for (int layout : {0, 1, 2}) {
                SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", layout " +
                             std::to_string(layout));
                check(rows, columns, layout);
                if (::testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

void fill_bits(const Matrix& matrix) {
    loh::Random random(1, Stream::testing);
    for (std::uint32_t r = 0; r < matrix.rows; ++r) {
        for (std::uint32_t c = 0; c < matrix.columns; ++c)
            matrix(r, c) = random.uniform(r, c) < 0.3 ? 1.0F : 0.0F;
    }
}

TEST(MatrixColumns, LoadAndStoreAnyLayout) {
    for_all_shapes([](std::size_t rows, std::size_t columns, int layout) {
        Placed from(rows, columns, layout);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < columns; ++c) from.matrix(r, c) = static_cast<float>(r * 1000 + c);
        }
        std::vector<float> values((rows + 1) * columns, -5.0F);
        std::vector<float*> to;
        for (std::size_t c = 0; c < columns; ++c) to.push_back(values.data() + c * (rows + 1));
        load_columns(from.matrix, to.data());
        for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t r = 0; r < rows; ++r) ASSERT_EQ(to[c][r], static_cast<float>(r * 1000 + c));
            ASSERT_EQ(to[c][rows], -5.0F);  // not written beyond the end
        }
        Placed back(rows, columns, layout);
        store_columns(std::vector<const float*>(to.begin(), to.end()).data(), back.matrix);
        ASSERT_EQ(back.buffer, from.buffer);  // gaps are not written
    });
}

TEST(MatrixColumns, BitsAgreeWithTheValues) {
    for_all_shapes([](std::size_t rows, std::size_t columns, int layout) {
        Placed from(rows, columns, layout);
        fill_bits(from.matrix);
        std::size_t words = (rows + 63) / 64;
        std::vector<std::uint64_t> bits(words * columns + 1, ~std::uint64_t{0});
        std::vector<std::uint64_t*> to;
        for (std::size_t c = 0; c < columns; ++c) to.push_back(bits.data() + c * words);
        ASSERT_TRUE(load_bits(from.matrix, to.data()));
        for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t r = 0; r < words * 64; ++r)
                ASSERT_EQ((to[c][r / 64] >> (r % 64) & 1U) != 0, r < rows && from.matrix(r, c) == 1);
        }
        ASSERT_EQ(bits.back(), ~std::uint64_t{0});
    });
}

TEST(MatrixColumns, FindsOneInvalidValueAnywhere) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();
    loh::Random random(2, Stream::testing);
    for_all_shapes([&](std::size_t rows, std::size_t columns, int layout) {
        if (rows * columns == 0) return;
        Placed from(rows, columns, layout);
        fill_bits(from.matrix);
        std::vector<std::uint64_t> bits((rows + 63) / 64 * columns);
        std::vector<std::uint64_t*> to;
        for (std::size_t c = 0; c < columns; ++c) to.push_back(bits.data() + c * ((rows + 63) / 64));
        ASSERT_TRUE(all_truth_values(from.matrix));
        auto row = static_cast<std::size_t>(random.uniform(0, static_cast<std::uint32_t>(rows)) *
                                            static_cast<double>(rows));
        for (float bad : {0.5F, kTiny, -0.0F, -kTiny, 1.0000001F, -1.0F, 2.0F, kNan, -kNan, kInfinity}) {
            from.matrix(row, columns - 1) = bad;
            ASSERT_FALSE(load_bits(from.matrix, to.data())) << bad;
            ASSERT_EQ(all_truth_values(from.matrix), bad >= 0 && bad <= 1) << bad;
        }
    });
}

TEST(MatrixColumns, RejectsValuesBeyondTheBoundAndNan) {
    for (std::size_t count : {1U, 7U, 8U, 33U}) {
        std::vector<double> doubles(count, -99.5);
        std::vector<float> floats(count, 99.5F);
        EXPECT_TRUE(all_within(std::span<const double>(doubles), 100));
        EXPECT_TRUE(all_within(std::span<const float>(floats), 100));
        for (double bad : {100.5, -1e300, std::nan(""), -std::numeric_limits<double>::infinity()}) {
            doubles[count / 2] = bad;
            floats[count / 2] = static_cast<float>(bad);
            EXPECT_FALSE(all_within(std::span<const double>(doubles), 100));
            EXPECT_FALSE(all_within(std::span<const float>(floats), 100));
        }
    }
    EXPECT_TRUE(all_within(std::span<const double>(), 1));
}

}  // namespace
}  // namespace loh::testing
