// Words and numbers side by side, in the vector notation that g++ and clang share. The compiler turns them into what the
// instruction set has: one vector of AVX2, two of SSE2 or NEON.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/vector_math.hpp"

namespace loh {

inline constexpr std::size_t kVectorWords = 4;

using Words = std::uint64_t __attribute__((vector_size(32)));

// The same, to be laid over an array of its elements: aligned like one of them.
using WordsAt = std::uint64_t __attribute__((vector_size(32), aligned(8), may_alias));
using NumbersAt = double __attribute__((vector_size(32), aligned(8), may_alias));
using CodesAt = std::uint32_t __attribute__((vector_size(32), aligned(4), may_alias));

}  // namespace loh
