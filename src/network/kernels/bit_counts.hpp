// Counts of bits, with vectors and the popcount instruction if the machine has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

// The number of bits that are 1 in both.
std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

// counts[i] += weight times the number of bits that are 1 in `a` and in the row of i: the words from b + which[i] * stride on. One call
// for many short rows, since a call takes longer than a row.
void count_common_each(const std::uint64_t* a, const std::uint64_t* b, std::size_t stride, std::size_t words,
                       std::span<const std::uint32_t> which, std::uint64_t weight,
                       std::uint64_t* counts) noexcept;

// count_common for whole blocks of 64 words, a part of it.
std::uint64_t count_blocks(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

// The number of bits that are 1 in `a` and in each plane: counts[plane]. planes: [plane][word].
void count_planes(const std::uint64_t* a, const std::uint64_t* planes, std::size_t words, std::size_t count,
                  std::uint64_t* counts) noexcept;

// The sum of the weights of the bits that are 1 in both. planes: [word][plane]; plane p has the bits whose weight has 2^p.
std::uint64_t sum_common(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* planes,
                         std::size_t words, std::size_t count) noexcept;

}  // namespace loh
