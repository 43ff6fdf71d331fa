// Weights of choices of three or more alternatives (network/weights.hpp), and their gradient; vectorized.
#pragma once

#include <cstdint>
#include <span>

#include "network/kernels/gates.hpp"

namespace loh {

// values[i] = z'_i log2(e) / T, up to a constant. noise: [logit], random words, or null.
void noisy_values(const WeightScales& scales, std::span<const double> logits, const std::uint32_t* noise,
                  std::span<float> values) noexcept;

// Choices of equal arity. values, weights: [choice][arity].
void many_way_weights(std::size_t arity, std::span<const float> values, std::span<float> weights) noexcept;

// weights, gradient: [choice][arity]. Sets the gradient of the logits: [choice][arity].
void many_way_gradient(std::size_t arity, std::span<const float> weights, std::span<const float> gradient,
                       double temperature, std::span<float> by_logit) noexcept;

}  // namespace loh
