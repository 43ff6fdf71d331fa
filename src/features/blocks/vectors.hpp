// Words and numbers side by side, in the vector notation that g++ and clang share. The compiler turns them into what the
// instruction set has: one vector of AVX2, two of SSE2 or NEON.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/vector_clones.hpp"
#include "features/blocks/block.hpp"

namespace loh {

using Words = std::uint64_t __attribute__((vector_size(32), may_alias));  // to be laid over a block
inline constexpr std::size_t kVectors = kBlockWords / 4;                  // in a block

// To be laid over a column: aligned like one of its elements.
using NumbersAt = double __attribute__((vector_size(32), aligned(8), may_alias));
using CodesAt = std::uint32_t __attribute__((vector_size(32), aligned(4), may_alias));

LOH_INLINE Words* vectors(Block& block) { return reinterpret_cast<Words*>(block.words); }
LOH_INLINE const Words* vectors(const Block& block) { return reinterpret_cast<const Words*>(block.words); }

}  // namespace loh
