// The loops of weights.hpp and adam.hpp, vectorized.
#pragma once

#include <cstddef>
#include <span>

namespace loh {

// Weights are kept so far from one half that one minus them is on the other side of it, also in float.
inline constexpr double kJustAboveHalf = 0.5 + 0x1p-24;
inline constexpr double kJustBelowHalf = 0.5 - 0x1p-24;

// Choices of two. differences: [choice], with noise. weights: [choice][2].
void two_way_weights(std::span<const double> differences, double temperature,
                     std::span<double> weights) noexcept;

// gradient: [choice][2], by the weights. Adds the gradient by the differences: [choice].
void two_way_gradient(std::span<const double> weights, std::span<const double> gradient, double temperature,
                      std::span<double> by_difference) noexcept;

// Gates of choices of two that stand side by side: one of each pair of weights, w or 1 - w; and back, where gradients are
// added to those of the weights.
void gates_of_pairs(std::span<const float> weights, bool complement, std::span<float> gates) noexcept;
void add_to_pairs(std::span<const float> gate_gradients, bool complement,
                  std::span<float> weight_gradients) noexcept;

// Logistic function of each number.
void sigmoids(std::span<double> values) noexcept;

void to_float(std::span<const double> from, std::span<float> to) noexcept;
void to_double(std::span<const float> from, std::span<double> to) noexcept;

struct AdamStep {
    double learning_rate;
    double mean_correction;  // 1 - decay^steps
    double variance_correction;
};

// All arrays: [parameter].
void adam_update(const AdamStep& step, std::span<const double> factors, std::span<const double> gradient,
                 std::span<double> mean, std::span<double> variance, std::span<double> parameters) noexcept;

}  // namespace loh
