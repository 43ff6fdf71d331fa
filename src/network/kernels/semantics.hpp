// The three fuzzy semantics (loh/semantics.hpp), and rounding to a truth value.
#pragma once

#include "loh/semantics.hpp"

namespace loh {

// Exactly one half counts as false.
inline bool rounds_to_true(double value) { return value > 0.5; }

}  // namespace loh
