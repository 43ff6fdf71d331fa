// The loops of network/weights.hpp and learn/gradient/adam.hpp, vectorized.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

namespace loh {

// The least distance of weights from one half: one minus a weight is then on the other side of one half.
inline constexpr float kJustAboveHalf = 0.5F + 0x1p-24F;
inline constexpr float kJustBelowHalf = 0.5F - 0x1p-24F;

// Factors from logits and noise to the exponent of 2 in a sigmoid.
struct WeightScales {
    WeightScales(double temperature, double beta)
        : logit(static_cast<float>(std::numbers::log2e / temperature)),
          noise(static_cast<float>(beta / temperature)) {}
    float logit;
    float noise;  // factor for the noise of noise.hpp, which is divided by ln 2
};

// Choices of two alternatives. differences: [choice]; noise: [choice], random words, or null. weights: [choice][2].
void two_way_weights(const WeightScales& scales, std::span<const double> differences,
                     const std::uint32_t* noise, std::span<float> weights) noexcept;

// gradient: [choice][2], of the weights. Sets the gradient of the differences: [choice].
void two_way_gradient(std::span<const float> weights, std::span<const float> gradient, double temperature,
                      std::span<float> by_difference) noexcept;

// Gates of consecutive choices: each weight (stride 1), or the first of each pair of weights (stride 2), as w or 1 - w. The
// reverse function adds the gradients of the gates to those of the weights.
void gates_of_weights(const float* weights, std::size_t stride, bool complement,
                      std::span<float> gates) noexcept;
void add_to_weights(std::span<const float> gate_gradients, std::size_t stride, bool complement,
                    float* weight_gradients) noexcept;

void to_float(std::span<const double> from, std::span<float> to) noexcept;
void to_double(std::span<const float> from, std::span<double> to) noexcept;

struct AdamStep {
    double learning_rate;
    double mean_correction;  // 1 - decay^steps
    double variance_correction;
};

// All arrays: [parameter]. The step is computed in float, the parameters are kept in double.
void adam_update(const AdamStep& step, std::span<const float> factors, std::span<const float> gradient,
                 std::span<float> mean, std::span<float> variance, std::span<double> parameters) noexcept;

}  // namespace loh
