// Adam (Kingma and Ba, 2015), with a factor on the step of each parameter.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace loh {

struct AdamState {
    std::vector<double> mean;      // [parameter]: running mean of the gradient
    std::vector<double> variance;  // [parameter]: running mean of its square
    std::uint64_t steps = 0;
};

class Adam {
public:
    // step_factors: [parameter]; 2 for the one number of a two-way choice (weights.hpp), 1 otherwise.
    Adam(double learning_rate, std::vector<double> step_factors)
        : learning_rate_(learning_rate), step_factors_(std::move(step_factors)) {
        state_.mean.assign(step_factors_.size(), 0);
        state_.variance.assign(step_factors_.size(), 0);
    }

    void step(std::span<const double> gradient, std::span<double> parameters) {
        constexpr double kMeanDecay = 0.9;
        constexpr double kVarianceDecay = 0.999;
        constexpr double kEpsilon = 1e-8;
        ++state_.steps;
        auto steps = static_cast<double>(state_.steps);
        double mean_correction = 1 - std::pow(kMeanDecay, steps);
        double variance_correction = 1 - std::pow(kVarianceDecay, steps);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            double& mean = state_.mean[i];
            double& variance = state_.variance[i];
            mean = kMeanDecay * mean + (1 - kMeanDecay) * gradient[i];
            variance = kVarianceDecay * variance + (1 - kVarianceDecay) * gradient[i] * gradient[i];
            double direction =
                (mean / mean_correction) / (std::sqrt(variance / variance_correction) + kEpsilon);
            parameters[i] -= step_factors_[i] * learning_rate_ * direction;
        }
    }

    [[nodiscard]] const AdamState& state() const { return state_; }
    void restore(AdamState state) { state_ = std::move(state); }

private:
    double learning_rate_;
    std::vector<double> step_factors_;
    AdamState state_;
};

}  // namespace loh
