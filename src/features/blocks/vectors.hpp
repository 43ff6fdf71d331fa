// Vectors of words and numbers, in the notation that g++ and clang share. The compiler maps them to the instruction set: one
// AVX2 vector, or two of SSE2 or NEON.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/vector_clones.hpp"
#include "features/blocks/block.hpp"

namespace loh {

using Words = std::uint64_t __attribute__((vector_size(32), may_alias));  // for access to a block
inline constexpr std::size_t kVectors = kBlockWords / 4;                  // vectors in a block

// For access to a column: aligned like one of its elements.
using NumbersAt = double __attribute__((vector_size(32), aligned(8), may_alias));
using CodesAt = std::uint32_t __attribute__((vector_size(32), aligned(4), may_alias));

LOH_INLINE Words* vectors(Block& block) { return reinterpret_cast<Words*>(block.words); }
LOH_INLINE const Words* vectors(const Block& block) { return reinterpret_cast<const Words*>(block.words); }

}  // namespace loh
