// Views of matrices of floats in memory of the caller, in any layout with fixed strides.
//
//     std::vector<float> x(rows * 3);                                  // row-major
//     loh::Matrix matrix = loh::row_major(x, rows, 3);
//     matrix(5, 1) = 0.25F;                                            // x[5 * 3 + 1]
//
//     loh::ConstMatrix strided{data, rows, 3, 8, 1};                   // 3 of the 8 columns of a wider matrix
//
// A view never copies and never frees. It is valid as long as its buffer.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>

#include "loh/error.hpp"

namespace loh {

// Element (row, column) is data[row * row_stride + column * column_stride]; strides count floats and may be negative.
template <class Value>
struct BasicMatrix {
    Value* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::ptrdiff_t row_stride = 0;
    std::ptrdiff_t column_stride = 0;

    [[nodiscard]] Value& operator()(std::size_t row, std::size_t column) const {
        return data[static_cast<std::ptrdiff_t>(row) * row_stride +
                    static_cast<std::ptrdiff_t>(column) * column_stride];
    }

    // Rows `first`, ..., first + count - 1.
    [[nodiscard]] BasicMatrix part(std::size_t first, std::size_t count) const {
        std::ptrdiff_t skipped = static_cast<std::ptrdiff_t>(first) * row_stride;
        return {data == nullptr ? nullptr : data + skipped, count, columns, row_stride, column_stride};
    }

    operator BasicMatrix<const Value>()
        const  // NOLINT(google-explicit-constructor): like the conversion of pointers
        requires(!std::is_const_v<Value>) {
        return {data, rows, columns, row_stride, column_stride};
    }
};

using Matrix = BasicMatrix<float>;
using ConstMatrix = BasicMatrix<const float>;

namespace detail {
inline void check_buffer(std::size_t rows, std::size_t columns, std::size_t size) {
    if (size == rows * columns) return;
    throw Error(ErrorKind::usage, "a matrix of " + std::to_string(rows) + " rows and " +
                                      std::to_string(columns) + " columns has " +
                                      std::to_string(rows * columns) + " values, the buffer has " +
                                      std::to_string(size));
}
}  // namespace detail

// A buffer of exactly rows * columns floats (a vector, an array, a span) as a matrix: row-major or column-major. Throws Error
// (usage) for a buffer of another size.
template <class Buffer>
auto row_major(Buffer&& buffer, std::size_t rows, std::size_t columns) {
    detail::check_buffer(rows, columns, std::size(buffer));
    using Value = std::remove_pointer_t<decltype(std::data(buffer))>;
    return BasicMatrix<Value>{std::data(buffer), rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
}
template <class Buffer>
auto column_major(Buffer&& buffer, std::size_t rows, std::size_t columns) {
    detail::check_buffer(rows, columns, std::size(buffer));
    using Value = std::remove_pointer_t<decltype(std::data(buffer))>;
    return BasicMatrix<Value>{std::data(buffer), rows, columns, 1, static_cast<std::ptrdiff_t>(rows)};
}

}  // namespace loh
