// The loss of one output on one row, with its slope.
#pragma once

#include <algorithm>
#include <cmath>

#include "loh/learn_options.hpp"

namespace loh {

struct LossPoint {
    double value;
    double slope;  // with respect to the output
};

// `target` is 0 or 1. The logarithm sees outputs kept 1e-7 away from 0 and 1, so a certain but wrong output has a large
// gradient, not an infinite one. Cross-entropy looks only at the output of the true class; what the others say does not
// matter.
inline LossPoint loss_point(Loss loss, double output, double target) {
    constexpr double kMargin = 1e-7;
    double p = std::clamp(output, kMargin, 1 - kMargin);
    switch (loss) {
        case Loss::binary_cross_entropy:
            return {-(target * std::log(p) + (1 - target) * std::log1p(-p)), (p - target) / (p * (1 - p))};
        case Loss::cross_entropy: return target == 1 ? LossPoint{-std::log(p), -1 / p} : LossPoint{0, 0};
        case Loss::squared_error: break;
    }
    double difference = output - target;
    return {difference * difference, 2 * difference};
}

}  // namespace loh
