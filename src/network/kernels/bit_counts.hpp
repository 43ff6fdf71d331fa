// Counts of bits, with vectors and the popcount instruction if the machine has them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loh {

// The number of bits that are 1 in both.
std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

// The same for whole blocks of 64 words: a part of count_common.
std::uint64_t count_blocks(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

// The number of bits that are 1 in `a` and in each plane: counts[plane]. planes: [plane][word].
void count_planes(const std::uint64_t* a, const std::uint64_t* planes, std::size_t words, std::size_t count,
                  std::uint64_t* counts) noexcept;

// The sum of the weights of the bits that are 1 in both. planes: [word][plane]; plane p has the bits whose weight has 2^p.
std::uint64_t sum_common(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* planes,
                         std::size_t words, std::size_t count) noexcept;

}  // namespace loh
