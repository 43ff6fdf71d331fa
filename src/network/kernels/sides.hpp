// The two weights of a sigmoid, for vectorized loops.
#pragma once

#include <cmath>

#include "network/kernels/gates.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

// 1 / (1 + 2^-|x|) and its complement, each accurate, and kept away from one half and from zero.
struct TwoSides {
    float larger;
    float smaller;
};
LOH_INLINE TwoSides two_sides(float x) {
    constexpr float kFarthest = 120;  // weights stay normal numbers
    float distance = std::abs(x);
    float power = vector_exp2(-(distance < kFarthest ? distance : kFarthest));
    float larger = 1 / (1 + power);
    float smaller = power * larger;
    return {larger > kJustAboveHalf ? larger : kJustAboveHalf,
            smaller < kJustBelowHalf ? smaller : kJustBelowHalf};
}

}  // namespace loh
