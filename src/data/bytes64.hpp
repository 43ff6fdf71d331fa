// Compares 64 bytes of text with a character at once: bit i of a mask is byte i.
//
//     Bytes64 bytes(text + 128);                      // reads text[128] to text[191]
//     std::uint64_t commas = bytes.equal(',');        // bit 3 is set if text[131] is a comma
//
// On x86-64 the bytes are four SSE2 vectors, which every such machine has. Elsewhere they are eight words, compared with
// the carry-free zero-byte test: a byte is zero if neither its lower seven bits nor its top bit are set.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/vector_clones.hpp"

namespace loh {

// The portable version. Bytes64 is this class on machines without SSE2.
class PlainBytes64 {
public:
    explicit PlainBytes64(const char* from) { std::memcpy(words_.data(), from, sizeof words_); }

    [[nodiscard]] std::uint64_t equal(char c) const {
        std::uint64_t pattern = kOnes * static_cast<unsigned char>(c);
        return collect([pattern](std::uint64_t word) {
            std::uint64_t different = word ^ pattern;
            return ~(((different & kLow) + kLow) | different) & kHigh;
        });
    }

    // Bytes of 0x80 and above, which are not ASCII.
    [[nodiscard]] std::uint64_t high() const {
        return collect([](std::uint64_t word) { return word & kHigh; });
    }

private:
    static constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    static constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
    static constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7FULL;

    // `test` sets the top bit of each matching byte and no other bit.
    template <class Test>
    [[nodiscard]] std::uint64_t collect(const Test& test) const {
        constexpr std::uint64_t kGather = 0x0102040810204080ULL;  // moves bit 8 k to bit 56 + k
        std::uint64_t mask = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            std::uint64_t marked = test(words_[i]);
            if constexpr (std::endian::native == std::endian::big) marked = __builtin_bswap64(marked);
            mask |= ((marked >> 7U) * kGather >> 56U) << (8 * i);
        }
        return mask;
    }

    std::array<std::uint64_t, 8> words_;  // [8 bytes of text]
};

#if defined(__SSE2__)

class VectorBytes64 {
public:
    LOH_INLINE explicit VectorBytes64(const char* from) {
        for (std::size_t i = 0; i < 4; ++i)
            parts_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16 * i));
    }

    [[nodiscard]] LOH_INLINE std::uint64_t equal(char c) const {
        __m128i pattern = _mm_set1_epi8(c);
        return collect([pattern](__m128i part) { return _mm_cmpeq_epi8(part, pattern); });
    }

    [[nodiscard]] LOH_INLINE std::uint64_t high() const {
        return collect([](__m128i part) { return part; });
    }

private:
    // `test` sets the top bit of each matching byte.
    template <class Test>
    [[nodiscard]] LOH_INLINE std::uint64_t collect(const Test& test) const {
        std::uint64_t mask = 0;
        for (std::size_t i = 0; i < 4; ++i)
            mask |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(test(parts_[i])))} << (16 * i);
        return mask;
    }

    __m128i parts_[4];  // [16 bytes of text]
};

using Bytes64 = VectorBytes64;

#else

using Bytes64 = PlainBytes64;

#endif

// Bit i: the exclusive or of the bits 0 to i. Of the quotes in 64 bytes, it tells which bytes are inside.
LOH_INLINE std::uint64_t prefix_xor(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

}  // namespace loh
