// The three fuzzy semantics: what `and` and `or` do to truth values in [0, 1]. `not x` is 1 - x in all of them.
//
//              and                        or
//   Gödel      min(x, y)                  max(x, y)
//   product    x y                        x + y - x y
//   Łukasiewicz max(0, x + y - 1)         min(1, x + y)
#pragma once

#include "loh/learn_options.hpp"

namespace loh {

// Exactly one half counts as false.
inline bool rounds_to_true(double value) { return value > 0.5; }

}  // namespace loh
