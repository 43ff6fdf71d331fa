#include "kernels/gates.hpp"

#include <cmath>

#include "kernels/vector_math.hpp"

namespace loh {

static_assert(kJustAboveHalf > 0.5 && 1 - kJustAboveHalf < 0.5 && 1 - kJustBelowHalf > 0.5);

LOH_VECTOR_CLONES void two_way_weights(std::span<const double> differences, double temperature,
                                       std::span<double> weights) noexcept {
    const double* d = differences.data();
    double* w = weights.data();
    const double scale = 1 / (2 * temperature);
    for (std::size_t i = 0; i < differences.size(); ++i) {
        double x = d[i] * scale;
        double larger = vector_sigmoid(std::abs(x));  // of the chosen alternative
        larger = larger < kJustAboveHalf ? kJustAboveHalf : larger;
        bool first = x >= 0;
        w[2 * i] = first ? larger : 1 - larger;
        w[2 * i + 1] = first ? 1 - larger : larger;
    }
}

LOH_VECTOR_CLONES void two_way_gradient(std::span<const double> weights, std::span<const double> gradient,
                                        double temperature, std::span<double> by_difference) noexcept {
    const double* w = weights.data();
    const double* g = gradient.data();
    double* d = by_difference.data();
    const double scale = 1 / (2 * temperature);
    for (std::size_t i = 0; i < by_difference.size(); ++i)
        d[i] += (g[2 * i] - g[2 * i + 1]) * (w[2 * i] * w[2 * i + 1]) * scale;
}

LOH_VECTOR_CLONES void gates_of_pairs(std::span<const float> weights, bool complement,
                                      std::span<float> gates) noexcept {
    const float* w = weights.data();
    float* g = gates.data();
    if (complement) {
        for (std::size_t i = 0; i < gates.size(); ++i) g[i] = 1 - w[2 * i];
    } else {
        for (std::size_t i = 0; i < gates.size(); ++i) g[i] = w[2 * i];
    }
}

LOH_VECTOR_CLONES void add_to_pairs(std::span<const float> gate_gradients, bool complement,
                                    std::span<float> weight_gradients) noexcept {
    const float* g = gate_gradients.data();
    float* w = weight_gradients.data();
    const float sign = complement ? -1.0F : 1.0F;
    for (std::size_t i = 0; i < gate_gradients.size(); ++i) w[2 * i] += sign * g[i];
}

LOH_VECTOR_CLONES void sigmoids(std::span<double> values) noexcept {
    double* v = values.data();
    for (std::size_t i = 0; i < values.size(); ++i) v[i] = vector_sigmoid(v[i]);
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

LOH_VECTOR_CLONES void adam_update(const AdamStep& step, std::span<const double> factors,
                                   std::span<const double> gradient, std::span<double> mean,
                                   std::span<double> variance, std::span<double> parameters) noexcept {
    constexpr double kMeanDecay = 0.9;
    constexpr double kVarianceDecay = 0.999;
    constexpr double kEpsilon = 1e-8;
    const double rate = step.learning_rate / step.mean_correction;
    const double scale = 1 / step.variance_correction;
    const double* f = factors.data();
    const double* g = gradient.data();
    double* m = mean.data();
    double* v = variance.data();
    double* p = parameters.data();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        m[i] = kMeanDecay * m[i] + (1 - kMeanDecay) * g[i];
        v[i] = kVarianceDecay * v[i] + (1 - kVarianceDecay) * g[i] * g[i];
        p[i] -= f[i] * rate * m[i] / (std::sqrt(v[i] * scale) + kEpsilon);
    }
}

}  // namespace loh
