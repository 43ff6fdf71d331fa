// The loops of heads and losses (learn/gradient/head.hpp) over columns of rows, vectorized. All columns have the same length
// and do not overlap.
#pragma once

#include <cstdint>
#include <span>

#include "loh/learn_options.hpp"

namespace loh {

// Values are clamped to this distance from 0 and 1 before a logarithm, so a certain but wrong value has a large, finite
// gradient. Outputs are floats. The sigmoids of the `paper` head are doubles, and often saturated at low temperatures.
inline constexpr double kOutputMargin = 1e-7;
inline constexpr double kSigmoidMargin = 1e-12;

// The clamp of outputs whose logits the `paper` head takes, as in the published experiments; clamped outputs have no gradient.
inline constexpr double kLogitMargin = 1e-5;

// The rows whose target is 1: those with label `own`.
struct TargetColumn {
    std::span<const std::uint32_t> labels;
    std::uint32_t own;
};

// The loss of values between 0 and 1: returns the sum of weights[r] * scale * loss, and sets the derivatives of that sum.
// Cross-entropy uses only the rows whose target is 1.
double loss_column(Loss loss, double margin, std::span<const double> values, const TargetColumn& target,
                   std::span<const float> weights, double scale, std::span<double> slopes) noexcept;

// z = log(o / (1 - o)), with o at least kLogitMargin from 0 and 1.
void logit_column(std::span<const float> outputs, std::span<double> z) noexcept;

// The two largest values of several columns, with their columns: begin empty, then add the columns in order.
struct TopTwoColumns {
    std::span<double> largest;
    std::span<double> second;
    std::span<std::int64_t> largest_at;
    std::span<std::int64_t> second_at;
};
void begin_top_two(const TopTwoColumns& top) noexcept;
void add_to_top_two(std::span<const double> z, std::int64_t column, const TopTwoColumns& top) noexcept;

// z becomes sigmoid(factor * (z - (largest + second) / 2) / T), with factor 0.75 + uniforms / 2, or 1 without uniforms.
void shifted_sigmoid_column(const TopTwoColumns& top, double temperature, std::span<const double> uniforms,
                            std::span<double> z) noexcept;

// Derivatives with respect to p become derivatives with respect to (z - m) / T times 1 / T, and are added to `total`.
void through_sigmoid_column(std::span<const double> p, double temperature, std::span<double> slopes,
                            std::span<double> total) noexcept;

// Subtracts the share of the mean of the two largest, then goes from derivatives of z to those of the output; 0 if clamped.
void through_shift_column(std::span<const float> outputs, std::int64_t column, const TopTwoColumns& top,
                          std::span<const double> total, std::span<double> slopes) noexcept;

}  // namespace loh
