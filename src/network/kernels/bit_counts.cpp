// Idea: eight vectors of eight words are added bit by bit with carry-save adders, so that only every eighth vector is counted. The
// adders are three logical operations (two with AVX-512) and the count is arithmetic on whole words, so the loop needs no popcount
// instruction and is as wide as the vectors of the machine. What remains after whole blocks is counted word by word.
//
// Source: Harley and Seal's method as in Mula, Kurz and Lemire, "Faster population counts using AVX2 instructions", 2018.
#include "network/kernels/bit_counts.hpp"

#include <bit>

#include "base/vector_clones.hpp"

namespace loh {

namespace {

LOH_UNALIGNED_VECTOR(Words, std::uint64_t, 64);
constexpr std::size_t kLanes = 8;           // words of a vector
constexpr std::size_t kBlock = 8 * kLanes;  // words

LOH_INLINE Words common(const std::uint64_t* a, const std::uint64_t* b) {
    return *reinterpret_cast<const Words*>(a) & *reinterpret_cast<const Words*>(b);
}

// sum: x + y + sum modulo 2, in each bit. Returns the carries.
LOH_INLINE Words add(Words& sum, const Words& x, const Words& y) {
    Words differ = sum ^ x;
    Words carry = (sum & x) | (differ & y);
    sum = differ ^ y;
    return carry;
}

// The number of bits of each word: of pairs, of fours, of bytes, and the sum of the bytes in the highest one.
LOH_INLINE Words bits_of(Words x) {
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    x += x >> 8;
    x += x >> 16;
    x += x >> 32;
    return x & 0x7fU;
}

LOH_INLINE std::uint64_t count_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    std::uint64_t even = 0;
    std::uint64_t odd = 0;
    std::size_t w = 0;
    for (; w + 2 <= words; w += 2) {
        even += static_cast<std::uint64_t>(std::popcount(a[w] & b[w]));
        odd += static_cast<std::uint64_t>(std::popcount(a[w + 1] & b[w + 1]));
    }
    if (w < words) even += static_cast<std::uint64_t>(std::popcount(a[w] & b[w]));
    return even + odd;
}

}  // namespace

// Apart, so that short counts do not prepare vectors. words: a multiple of kBlock.
LOH_VECTOR_CLONES std::uint64_t count_blocks(const std::uint64_t* a, const std::uint64_t* b,
                                             std::size_t words) noexcept {
    Words ones{};
    Words twos{};
    Words fours{};
    Words eights{};  // counts, the others are bits
    for (std::size_t w = 0; w < words; w += kBlock) {
        auto vector = [&](std::size_t v) { return common(a + w + v * kLanes, b + w + v * kLanes); };
        Words two_a = add(ones, vector(0), vector(1));
        Words two_b = add(ones, vector(2), vector(3));
        Words four_a = add(twos, two_a, two_b);
        two_a = add(ones, vector(4), vector(5));
        two_b = add(ones, vector(6), vector(7));
        Words four_b = add(twos, two_a, two_b);
        eights += bits_of(add(fours, four_a, four_b));
    }
    Words total = 8 * eights + 4 * bits_of(fours) + 2 * bits_of(twos) + bits_of(ones);
    std::uint64_t sum = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += total[lane];
    return sum;
}

namespace {

LOH_INLINE std::uint64_t count_any(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    std::size_t whole = words / kBlock * kBlock;
    std::uint64_t rest = count_words(a + whole, b + whole, words - whole);
    return whole == 0 ? rest : rest + count_blocks(a, b, whole);
}

}  // namespace

LOH_VECTOR_CLONES std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b,
                                             std::size_t words) noexcept {
    return count_any(a, b, words);
}

LOH_VECTOR_CLONES void count_common_each(const std::uint64_t* a, const std::uint64_t* b, std::size_t stride,
                                         std::size_t words, std::span<const std::uint32_t> which,
                                         std::uint64_t weight, std::uint64_t* counts) noexcept {
    for (std::size_t i = 0; i < which.size(); ++i)
        counts[i] += weight * count_any(a, b + which[i] * stride, words);
}

LOH_VECTOR_CLONES void count_planes(const std::uint64_t* a, const std::uint64_t* planes, std::size_t words,
                                    std::size_t count, std::uint64_t* counts) noexcept {
    for (std::size_t plane = 0; plane < count; ++plane)
        counts[plane] = count_any(a, planes + plane * words, words);
}

LOH_VECTOR_CLONES std::uint64_t sum_common(const std::uint64_t* a, const std::uint64_t* b,
                                           const std::uint64_t* planes, std::size_t words,
                                           std::size_t count) noexcept {
    std::uint64_t total = 0;
    for (std::size_t w = 0; w < words; ++w, planes += count) {
        std::uint64_t common = a[w] & b[w];
        if (common == 0) continue;  // partial rules cover few rows
        for (std::size_t plane = 0; plane < count; ++plane)
            total += static_cast<std::uint64_t>(std::popcount(common & planes[plane])) << plane;
    }
    return total;
}

}  // namespace loh
