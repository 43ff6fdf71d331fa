// Losses: mean over rows and outputs, with the gradient with respect to each output.
#pragma once

#include <cstdint>
#include <span>

namespace loh {

enum class Loss : std::uint8_t { binary_cross_entropy, squared_error };

// outputs, targets and row_weights: [row]; gradient: [row], overwritten. Returns the sum over the rows; both sum and gradient
// are multiplied by `scale`. Outputs are kept 1e-7 away from 0 and 1 in the logarithm, so a certain but wrong output has
// a large gradient, not an infinite one.
double loss_and_gradient(Loss loss, std::span<const float> outputs, std::span<const float> targets,
                         std::span<const float> row_weights, double scale, std::span<float> gradient);

}  // namespace loh
