#include "network/kernels/matrix_columns.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/vector_clones.hpp"

namespace loh {

namespace {

// Four unaligned floats, for which every instruction set has registers. g++ 12 splits wider vectors in memory.
constexpr std::size_t kSide = 4;
constexpr std::size_t kLine = 16;  // floats in a cache line
LOH_UNALIGNED_VECTOR(Floats, float, 16);

// Transposes four vectors. They are passed by address: as values they would have a different ABI for each instruction set.
LOH_INLINE void transpose(Floats* x) {
    const Floats low0 = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
    const Floats high0 = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    const Floats low1 = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    const Floats high1 = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(low0, low1, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(low0, low1, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(high0, high1, 0, 1, 4, 5);
    x[3] = __builtin_shufflevector(high0, high1, 2, 3, 6, 7);
}

// The part of the matrix that consists of whole squares.
struct Squares {
    std::size_t rows;
    std::size_t columns;
};
template <class AnyMatrix>
LOH_INLINE Squares squares_of(const AnyMatrix& matrix) {
    return {matrix.rows / kSide * kSide, matrix.columns / kSide * kSide};
}

constexpr std::int32_t kOne = 0x3F800000;  // the float 1
constexpr std::uint32_t kMinusZero = 0x80000000U;
constexpr std::size_t kHalf = 32;  // rows of half a word

using FourInts = std::int32_t __attribute__((vector_size(16)));
using EightInts = std::int32_t __attribute__((vector_size(32)));

template <class Ints>
inline constexpr std::size_t kInts = sizeof(Ints) / sizeof(std::int32_t);

// Adds `bits` to each lane whose value is 1, and marks in `wrong` the values that are neither 0 nor 1.
template <class Ints>
LOH_INLINE void collect(const float* values, const Ints& bits, Ints& collected, Ints& wrong) {
    Ints x;
    std::memcpy(&x, values, sizeof x);
    const Ints ones = x == kOne;
    collected |= ones & bits;
    wrong |= x & ~ones;
}

// Combines all lanes, by halves. An instruction set uses one of the two functions.
[[maybe_unused]] LOH_INLINE std::uint32_t join_lanes(const FourInts& ints) {
    FourInts x = ints | __builtin_shufflevector(ints, ints, 2, 3, 0, 1);
    x |= __builtin_shufflevector(x, x, 1, 0, 3, 2);
    return static_cast<std::uint32_t>(x[0]);
}
[[maybe_unused]] LOH_INLINE std::uint32_t join_lanes(const EightInts& ints) {
    EightInts x = ints | __builtin_shufflevector(ints, ints, 4, 5, 6, 7, 0, 1, 2, 3);
    x |= __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
    x |= __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
    return static_cast<std::uint32_t>(x[0]);
}

// The bits of up to 32 rows in two vectors of adjacent columns. words: [column]. Returns false for an invalid value.
template <class Ints>
LOH_INLINE bool collect_rows(const ConstMatrix& from, std::size_t row, std::size_t column, std::size_t rows,
                             std::uint32_t* words) {
    Ints left{}, right{}, wrong{};
    Ints bits = Ints{} + 1;
    for (std::size_t k = 0; k < rows; ++k, bits += bits) {
        const float* values = &from(row + k, column);
        collect(values, bits, left, wrong);
        collect(values + kInts<Ints>, bits, right, wrong);
    }
    std::memcpy(words, &left, sizeof left);
    std::memcpy(words + kInts<Ints>, &right, sizeof right);
    return join_lanes(wrong) == 0;
}

// The bits of 32 consecutive rows in one column.
template <class Ints>
LOH_INLINE bool collect_column(const float* values, std::uint32_t& word) {
    Ints bits{};
    for (std::size_t k = 0; k < kInts<Ints>; ++k) bits[k] = 1 << k;
    Ints collected{}, wrong{};
    for (std::size_t k = 0; k < kHalf; k += kInts<Ints>, bits <<= kInts<Ints>)
        collect(values + k, bits, collected, wrong);
    word = join_lanes(collected);
    return join_lanes(wrong) == 0;
}

// The same for up to 32 rows with any stride.
LOH_INLINE bool collect_strided(const float* values, std::ptrdiff_t stride, std::size_t rows,
                                std::uint32_t& word) {
    bool right = true;
    word = 0;
    for (std::size_t k = 0; k < rows; ++k, values += stride) {
        auto bits = std::bit_cast<std::int32_t>(*values);
        right = right && (bits == 0 || bits == kOne);
        word |= (bits == kOne ? 1U : 0U) << k;
    }
    return right;
}

// Writes half a word of one column: rows from `row` on, a multiple of 32.
LOH_INLINE void put_half(std::uint64_t* column, std::size_t row, std::uint32_t half) {
    column[row / 64] = row % 64 == 0 ? half : column[row / 64] | std::uint64_t{half} << kHalf;
}

template <class Ints>
LOH_INLINE bool load_bits_by(const ConstMatrix& from, std::uint64_t* const* to) {
    constexpr std::size_t kColumns = 2 * kInts<Ints>;
    bool side_by_side = from.column_stride == 1 && from.columns >= kColumns;
    for (std::size_t r = 0; r < from.rows; r += kHalf) {
        std::size_t rows = from.rows - r < kHalf ? from.rows - r : kHalf;
        bool right = true;
        for (std::size_t c = 0; side_by_side && c < from.columns; c += kColumns) {
            std::uint32_t words[kColumns];
            std::size_t first = std::min(c, from.columns - kColumns);  // the last group overlaps
            right = collect_rows<Ints>(from, r, first, rows, words) && right;
            for (std::size_t k = c - first; k < kColumns; ++k) put_half(to[first + k], r, words[k]);
        }
        for (std::size_t c = 0; !side_by_side && c < from.columns; ++c) {
            std::uint32_t word = 0;
            bool whole = from.row_stride == 1 && rows == kHalf;
            right = (whole ? collect_column<Ints>(&from(r, c), word)
                           : collect_strided(&from(r, c), from.row_stride, rows, word)) &&
                    right;
            put_half(to[c], r, word);
        }
        if (!right) return false;
    }
    return true;
}

#if defined(LOH_MAY_HAVE_AVX2)
LOH_AVX2 bool load_bits_by_eight(const ConstMatrix& from, std::uint64_t* const* to) noexcept {
    return load_bits_by<EightInts>(from, to);
}
#endif

// 1 if the value is outside [0, 1]. As whole numbers, negative values and NaN are larger than 1.
LOH_INLINE std::uint32_t outside(float value) {
    auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits > std::uint32_t{kOne} ? 1U : 0U) & (bits != kMinusZero ? 1U : 0U);
}

}  // namespace

LOH_VECTOR_CLONES void load_columns(const ConstMatrix& from, float* const* to) noexcept {
    Squares squares{0, 0};
    if (from.column_stride == 1) squares = squares_of(from);
    for (std::size_t c = 0; c < squares.columns; c += kSide) {
        for (std::size_t r = 0; r < squares.rows; r += kSide) {
            Floats x[kSide];
            for (std::size_t k = 0; k < kSide; ++k) x[k] = *reinterpret_cast<const Floats*>(&from(r + k, c));
            transpose(x);
            for (std::size_t k = 0; k < kSide; ++k) *reinterpret_cast<Floats*>(to[c + k] + r) = x[k];
        }
    }
    for (std::size_t c = 0; c < from.columns; ++c) {
        std::size_t done = c < squares.columns ? squares.rows : 0;
        if (from.row_stride == 1) {
            std::copy_n(&from(0, c), from.rows, to[c]);
        } else {
            for (std::size_t r = done; r < from.rows; ++r) to[c][r] = from(r, c);
        }
    }
}

LOH_VECTOR_CLONES void store_columns(const float* const* from, const Matrix& to) noexcept {
    Squares squares{0, 0};
    if (to.column_stride == 1) squares = squares_of(to);
    for (std::size_t top = 0; top < squares.rows; top += kLine) {
        std::size_t bottom = std::min(top + kLine, squares.rows);
        for (std::size_t c = 0; c < squares.columns; c += kSide) {
            for (std::size_t r = top; r < bottom; r += kSide) {
                Floats x[kSide];
                for (std::size_t k = 0; k < kSide; ++k)
                    x[k] = *reinterpret_cast<const Floats*>(from[c + k] + r);
                transpose(x);
                for (std::size_t k = 0; k < kSide; ++k) *reinterpret_cast<Floats*>(&to(r + k, c)) = x[k];
            }
        }
    }
    for (std::size_t c = 0; c < to.columns; ++c) {
        std::size_t done = c < squares.columns ? squares.rows : 0;
        if (to.row_stride == 1) {
            std::copy_n(from[c], to.rows, &to(0, c));
        } else {
            for (std::size_t r = done; r < to.rows; ++r) to(r, c) = from[c][r];
        }
    }
}

// Without clones: eight lanes are faster only if there are registers for them.
bool load_bits(const ConstMatrix& from, std::uint64_t* const* to) noexcept {
#if defined(LOH_MAY_HAVE_AVX2)
    if (machine_has_avx2()) return load_bits_by_eight(from, to);
#endif
    return load_bits_by<FourInts>(from, to);
}

LOH_VECTOR_CLONES bool all_truth_values(const ConstMatrix& matrix) noexcept {
    bool by_rows = matrix.column_stride == 1;
    std::size_t lines = by_rows ? matrix.rows : matrix.columns;
    std::size_t length = by_rows ? matrix.columns : matrix.rows;
    std::ptrdiff_t to_next = by_rows ? matrix.row_stride : matrix.column_stride;
    std::ptrdiff_t stride = by_rows ? 1 : matrix.row_stride;
    if (stride == 1 && to_next == static_cast<std::ptrdiff_t>(length)) {  // contiguous
        length *= lines;
        lines = length > 0 ? 1 : 0;
    }
    const float* line = matrix.data;
    for (std::size_t l = 0; l < lines; ++l, line += to_next) {
        std::uint32_t wrong = 0;
        if (stride == 1) {
            for (std::size_t k = 0; k < length; ++k) wrong |= outside(line[k]);
        } else {
            for (std::size_t k = 0; k < length; ++k)
                wrong |= outside(line[static_cast<std::ptrdiff_t>(k) * stride]);
        }
        if (wrong != 0) return false;
    }
    return true;
}

LOH_VECTOR_CLONES bool all_within(std::span<const double> values, double bound) noexcept {
    const auto limit = std::bit_cast<std::int64_t>(bound);
    std::uint64_t wrong = 0;
    for (double value : values) {
        auto size =
            static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t{1} << 63U));
        wrong |= size > limit ? 1U : 0U;
    }
    return wrong == 0;
}

LOH_VECTOR_CLONES bool all_within(std::span<const float> values, float bound) noexcept {
    const auto limit = std::bit_cast<std::int32_t>(bound);
    std::uint32_t wrong = 0;
    for (float value : values) {
        auto size = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFU);
        wrong |= size > limit ? 1U : 0U;
    }
    return wrong == 0;
}

}  // namespace loh
