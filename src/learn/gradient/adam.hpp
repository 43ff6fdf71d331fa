// The Adam optimiser (Kingma and Ba, 2015), with a step-size factor for each parameter. Gradients and moments are floats.
// Parameters are doubles, so that steps much smaller than the parameters are not lost to rounding.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "network/kernels/gates.hpp"

namespace loh {

struct AdamState {
    std::vector<float> mean;      // [parameter]: running mean of the gradient
    std::vector<float> variance;  // [parameter]: running mean of its square
    std::uint64_t steps = 0;
};

class Adam {
public:
    // step_factors: [parameter]; 2 for the single logit of a two-way choice (weights.hpp), 1 otherwise.
    Adam(double learning_rate, std::vector<float> step_factors)
        : learning_rate_(learning_rate), step_factors_(std::move(step_factors)) {
        state_.mean.assign(step_factors_.size(), 0);
        state_.variance.assign(step_factors_.size(), 0);
    }

    void step(std::span<const float> gradient, std::span<double> parameters) {
        begin_step();
        update(0, gradient, parameters);
    }

    void set_learning_rate(double rate) { learning_rate_ = rate; }

    // One step in parts, which may run on different threads: `update` changes the parameters from `first` on.
    void begin_step() {
        ++state_.steps;
        auto steps = static_cast<double>(state_.steps);
        current_ = {learning_rate_, 1 - std::pow(0.9, steps), 1 - std::pow(0.999, steps)};
    }
    void update(std::size_t first, std::span<const float> gradient, std::span<double> parameters) {
        std::size_t count = parameters.size();
        adam_update(current_, std::span(step_factors_).subspan(first, count), gradient,
                    std::span(state_.mean).subspan(first, count),
                    std::span(state_.variance).subspan(first, count), parameters);
    }

    [[nodiscard]] const AdamState& state() const { return state_; }
    void restore(AdamState state) { state_ = std::move(state); }

private:
    double learning_rate_;
    std::vector<float> step_factors_;
    AdamState state_;
    AdamStep current_{};
};

}  // namespace loh
