#include "network/kernels/marked_rows.hpp"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "network/kernels/lanes.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

// Eight floats, as in the other kernels, and as many marks.
LOH_UNALIGNED_VECTOR(MarkedRows, float, 32);
LOH_UNALIGNED_VECTOR(Marks, std::int32_t, 32);

constexpr int kFewMarks = 10;  // up to this number of 64, mark by mark is faster

// A macro, because passing a vector to a function, even an inlined one, has a different ABI for each instruction set.
#define LOH_MARKS(word, row) \
    (((Marks{} + static_cast<std::int32_t>((word) >> (row)&0xFFU)) & Marks{1, 2, 4, 8, 16, 32, 64, 128}) != 0)

std::size_t rows_of_word(std::size_t word, std::size_t rows) {
    return std::min<std::size_t>(64, padded(rows) - word * 64);
}

}  // namespace

LOH_VECTOR_CLONES void set_rows(const std::uint64_t* marks, std::size_t rows, float value,
                                float* column) noexcept {
    for (std::size_t w = 0; w * 64 < rows; ++w) {
        float* to = column + w * 64;
        if (std::popcount(marks[w]) <= kFewMarks) {
            for (std::uint64_t bits = marks[w]; bits != 0; bits &= bits - 1)
                to[static_cast<std::size_t>(std::countr_zero(bits))] = value;
            continue;
        }
        for (std::size_t r = 0; r < rows_of_word(w, rows); r += 8) {
            auto* eight = reinterpret_cast<MarkedRows*>(to + r);
            *eight = LOH_MARKS(marks[w], r) ? MarkedRows{} + value : *eight;
        }
    }
}

bool mark_nonzero(const float* column, std::size_t rows, std::uint64_t* marks) noexcept {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w * 64 < rows; ++w) {
        std::uint64_t bits = 0;
        std::size_t count = std::min<std::size_t>(64, rows - w * 64);
        std::size_t r = 0;
#if defined(__SSE2__)
        for (; r + 4 <= count; r += 4) {
            __m128 differ = _mm_cmpneq_ps(_mm_loadu_ps(column + w * 64 + r), _mm_setzero_ps());
            bits |= static_cast<std::uint64_t>(_mm_movemask_ps(differ)) << r;
        }
#endif
        for (; r < count; ++r) bits |= static_cast<std::uint64_t>(column[w * 64 + r] != 0) << r;
        marks[w] = bits;
        any |= bits;
    }
    return any != 0;
}

LOH_VECTOR_CLONES float sum_rows(const std::uint64_t* marks, const std::uint64_t* others, std::size_t rows,
                                 const float* column) noexcept {
    float lanes[kLanes] = {};
    std::uint64_t any = 0;
    for (std::size_t w = 0; w * 64 < rows; ++w) {
        const float* from = column + w * 64;
        const std::uint64_t both = marks[w] & others[w];
        any |= both;
        if (std::popcount(both) <= kFewMarks) {
            for (std::uint64_t bits = both; bits != 0; bits &= bits - 1) {
                auto row = static_cast<std::size_t>(std::countr_zero(bits));
                lanes[row % kLanes] += from[row];
            }
            continue;
        }
        for (std::size_t r = 0; r < rows_of_word(w, rows); r += 8) {
            auto* sums = reinterpret_cast<MarkedRows*>(lanes + r % kLanes);
            *sums += LOH_MARKS(both, r) ? *reinterpret_cast<const MarkedRows*>(from + r) : MarkedRows{};
        }
    }
    if (any == 0) return 0;
    float total = 0;
    for (float lane : lanes) total += lane;
    return total;
}

}  // namespace loh
