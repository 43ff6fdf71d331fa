// Training: mini-batches, noise, gradient, Adam; at every moment a hypothesis.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compile/compiled_program.hpp"
#include "kernels/batch.hpp"
#include "train/adam.hpp"
#include "train/loss.hpp"
#include "train/weights.hpp"

namespace loh {

// Columns: truth values in [0, 1].
struct TrainingData {
    std::vector<std::vector<float>> inputs;   // [input of the program][row]
    std::vector<std::vector<float>> targets;  // [output][row]
    [[nodiscard]] std::size_t rows() const { return targets.empty() ? 0 : targets[0].size(); }
};

struct TrainOptions {
    Semantics semantics = Semantics::goedel;
    Loss loss = Loss::binary_cross_entropy;
    std::size_t batch_rows = 128;
    double learning_rate = 0.1;
    double noise = 1.0;              // scale of the Gumbel noise
    double temperature = 1.0;        // at the start
    double temperature_decay = 1.0;  // factor for each epoch
    double temperature_floor = 0.1;
    double initial_deviation = 0.5;  // of the logits; 0 starts all choices undecided
    std::uint64_t seed = 0;
};

struct Score {
    std::size_t true_positive = 0;
    std::size_t false_positive = 0;
    std::size_t false_negative = 0;
    std::size_t true_negative = 0;
    [[nodiscard]] double accuracy() const;
    [[nodiscard]] double f1()
        const;  // of the positive class; 1 when there is nothing to find and nothing was claimed
};

class Trainer {
public:
    // Keeps references to the program and the data.
    Trainer(const CompiledProgram& program, const TrainingData& data, const TrainOptions& options);

    // One pass over the rows in a new order; returns the mean loss.
    double epoch();

    // The alternative that each choice takes now, without noise: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection();

    // How the rounded outputs, without noise, agree with the targets of some data; one score for each output.
    std::vector<Score> evaluate(const TrainingData& data);

    [[nodiscard]] std::span<const double> logits() const { return logits_; }  // [logit]
    [[nodiscard]] double temperature() const { return temperature_; }
    [[nodiscard]] std::uint32_t epochs() const { return epoch_; }
    [[nodiscard]] std::uint32_t steps() const { return step_; }

private:
    double step(std::span<const std::uint32_t> rows);
    void load(const TrainingData& data, std::span<const std::uint32_t> rows);
    [[nodiscard]] std::vector<std::uint32_t> shuffled_rows() const;
    void forward_weights(bool noisy);

    const CompiledProgram& program_;
    const TrainingData& data_;
    TrainOptions options_;
    std::vector<double> logits_;           // [logit]
    std::vector<double> logit_gradient_;   // [logit]
    std::vector<double> weight_gradient_;  // [weight]
    std::vector<float> float_weights_;     // [weight]
    std::vector<float> targets_;           // [row of the batch]
    std::vector<float> row_weights_;       // [row of the batch]
    Weights weights_;
    Batch batch_;
    Adam adam_;
    double temperature_;
    std::uint32_t epoch_ = 0;
    std::uint32_t step_ = 0;
};

}  // namespace loh
