// Columns are padded to whole groups of lanes, and sums over rows are taken in lanes that are added in a fixed order. So no
// loop has a tail, and no result depends on how the compiler vectorizes.
#pragma once

#include <cstddef>

namespace loh {

inline constexpr std::size_t kLanes = 16;

inline std::size_t padded(std::size_t rows) { return (rows + kLanes - 1) / kLanes * kLanes; }

}  // namespace loh
