#include "network/kernels/gates.hpp"

#include <cmath>

#include "network/kernels/noise.hpp"
#include "network/kernels/sides.hpp"

namespace loh {

static_assert(kJustAboveHalf > 0.5F && 1 - kJustAboveHalf < 0.5F && 1 - kJustBelowHalf > 0.5F);

LOH_VECTOR_CLONES void two_way_weights(const WeightScales& scales, std::span<const double> differences,
                                       const std::uint32_t* noise, std::span<float> weights) noexcept {
    const double* d = differences.data();
    float* w = weights.data();
    const float by_logit = scales.logit / 2;
    const float by_noise = scales.noise / 2;
    if (noise != nullptr) {
        for (std::size_t i = 0; i < differences.size(); ++i) {
            float x = by_logit * static_cast<float>(d[i]) + by_noise * logistic_log2(noise[i]);
            TwoSides sides = two_sides(x);
            w[2 * i] = x >= 0 ? sides.larger : sides.smaller;
            w[2 * i + 1] = x >= 0 ? sides.smaller : sides.larger;
        }
    } else {
        for (std::size_t i = 0; i < differences.size(); ++i) {
            float x = by_logit * static_cast<float>(d[i]);
            TwoSides sides = two_sides(x);
            w[2 * i] = x >= 0 ? sides.larger : sides.smaller;
            w[2 * i + 1] = x >= 0 ? sides.smaller : sides.larger;
        }
    }
}

LOH_VECTOR_CLONES void two_way_gradient(std::span<const float> weights, std::span<const float> gradient,
                                        double temperature, std::span<float> by_difference) noexcept {
    const float* w = weights.data();
    const float* g = gradient.data();
    float* d = by_difference.data();
    const auto scale = static_cast<float>(1 / (2 * temperature));
    for (std::size_t i = 0; i < by_difference.size(); ++i)
        d[i] = (g[2 * i] - g[2 * i + 1]) * (w[2 * i] * w[2 * i + 1]) * scale;
}

LOH_VECTOR_CLONES void gates_of_weights(const float* weights, std::size_t stride, bool complement,
                                        std::span<float> gates) noexcept {
    float* g = gates.data();
    const float start = complement ? 1.0F : 0.0F;  // adding zero changes no weight
    const float sign = complement ? -1.0F : 1.0F;
    if (stride == 1) {
        for (std::size_t i = 0; i < gates.size(); ++i) g[i] = start + sign * weights[i];
    } else {
        for (std::size_t i = 0; i < gates.size(); ++i) g[i] = start + sign * weights[2 * i];
    }
}

LOH_VECTOR_CLONES void add_to_weights(std::span<const float> gate_gradients, std::size_t stride,
                                      bool complement, float* weight_gradients) noexcept {
    const float* g = gate_gradients.data();
    const float sign = complement ? -1.0F : 1.0F;
    if (stride == 1) {
        for (std::size_t i = 0; i < gate_gradients.size(); ++i) weight_gradients[i] += sign * g[i];
    } else {
        for (std::size_t i = 0; i < gate_gradients.size(); ++i) weight_gradients[2 * i] += sign * g[i];
    }
}

LOH_VECTOR_CLONES void to_float(std::span<const double> from, std::span<float> to) noexcept {
    const double* f = from.data();
    float* t = to.data();
    for (std::size_t i = 0; i < from.size(); ++i) t[i] = static_cast<float>(f[i]);
}

LOH_VECTOR_CLONES void to_double(std::span<const float> from, std::span<double> to) noexcept {
    const float* f = from.data();
    double* t = to.data();
    for (std::size_t i = 0; i < from.size(); ++i) t[i] = static_cast<double>(f[i]);
}

LOH_VECTOR_CLONES void adam_update(const AdamStep& step, std::span<const float> factors,
                                   std::span<const float> gradient, std::span<float> mean,
                                   std::span<float> variance, std::span<double> parameters) noexcept {
    constexpr float kMeanDecay = 0.9F;
    constexpr float kVarianceDecay = 0.999F;
    constexpr float kEpsilon = 1e-8F;
    // Without a gradient both decay. Denormal numbers would be slow, so they are set to zero before.
    constexpr float kLeastMean = 1e-30F;
    constexpr float kLeastVariance = 1e-36F;
    const auto rate = static_cast<float>(step.learning_rate / step.mean_correction);
    const auto scale = static_cast<float>(1 / step.variance_correction);
    const float* f = factors.data();
    const float* g = gradient.data();
    float* m = mean.data();
    float* v = variance.data();
    double* p = parameters.data();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        float new_mean = kMeanDecay * m[i] + (1 - kMeanDecay) * g[i];
        float new_variance = kVarianceDecay * v[i] + (1 - kVarianceDecay) * (g[i] * g[i]);
        m[i] = std::abs(new_mean) < kLeastMean ? 0 : new_mean;
        v[i] = new_variance < kLeastVariance ? kLeastVariance : new_variance;
        p[i] -= static_cast<double>(f[i] * rate * m[i] / (std::sqrt(v[i] * scale) + kEpsilon));
    }
}

}  // namespace loh
