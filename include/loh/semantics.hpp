// Fuzzy semantics: `and` and `or` of truth values between 0 and 1. `not x` is 1 - x in all of them.
//
//                  and                        or
//     goedel       min(x, y)                  max(x, y)
//     product      x y                        x + y - x y
//     lukasiewicz  max(0, x + y - 1)          min(1, x + y)
//
// Only goedel keeps extraction lossless: the rounded outputs of the network equal the extracted formulas.
#pragma once

#include <cstdint>

namespace loh {

enum class Semantics : std::uint8_t { goedel, product, lukasiewicz };

}  // namespace loh
