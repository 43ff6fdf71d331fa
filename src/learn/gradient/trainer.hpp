// The training loop: mini-batches, noise on the logits, gradients and Adam. After every step the logits determine one
// hypothesis.
//
// Invariant: every random number is a function of the seed and of the place where it is used (base/random.hpp). So the state
// of a trainer is a few arrays and counters, and a restored trainer computes the same bits as the original.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/examples.hpp"
#include "decision/metrics.hpp"
#include "learn/gradient/adam.hpp"
#include "learn/gradient/head.hpp"
#include "learn/gradient/vote_head.hpp"
#include "network/compiled_program.hpp"
#include "network/kernels/batch.hpp"
#include "network/layers.hpp"
#include "network/weights.hpp"

namespace loh {

struct TrainerState {
    std::vector<double> logits;  // [logit]
    AdamState adam;
    VoteState vote;  // only with the head `vote`
    double temperature = 1;
    std::uint32_t epoch = 0;  // number of complete epochs
    std::uint32_t step = 0;
    std::uint32_t position = 0;  // rows of the current epoch that were used
    double loss_sum = 0;         // over the steps of the current epoch: mean loss times rows
};

// The result of the network without noise on some rows. Under Gödel semantics the extracted formula has the same confusion.
struct Evaluation {
    Confusion confusion;
    double loss = 0;  // mean over the rows, with row weights but without class weights
};

// The weight of each class: [class]. The class weights leave the total weight of the given rows unchanged.
std::vector<float> weights_of_classes(ClassWeights weights, const Examples& examples, const Rows& rows);

// The factor that scales the weights of the given rows to mean 1.
float weight_unit(const Examples& examples, const Rows& rows);

class Trainer {
public:
    // Keeps references to the program and the examples, and trains on `rows` of the examples. Uses only the options of
    // training steps; run.hpp uses restarts, validation and patience. A pool speeds up the steps and does not change the
    // results.
    Trainer(const CompiledProgram& program, Head head, const Examples& examples, Rows rows,
            const LearnOptions& options, std::uint64_t seed, ThreadPool* pool = nullptr);

    // One step on the next mini-batch. Returns its mean loss. Each epoch has a new order of the rows.
    double step();

    // Trains to the end of the epoch. Returns the mean loss of the whole epoch.
    double epoch();

    // The current alternative of each choice, without noise: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection();

    Evaluation evaluate(const Examples& examples, const Rows& rows);
    Evaluation evaluate_training() { return evaluate(examples_, rows_); }

    [[nodiscard]] std::span<const double> logits() const { return state_.logits; }  // [logit]
    [[nodiscard]] std::vector<double> votes() const;  // empty unless the head is `vote`
    [[nodiscard]] double temperature() const { return state_.temperature; }
    // The temperature of evaluations and of the model. The `paper` head compares outputs, and at a low temperature outputs
    // close to 1 become the same float. Which outputs round to true does not depend on the temperature.
    [[nodiscard]] double model_temperature() const { return head_ == Head::paper ? 1 : state_.temperature; }
    [[nodiscard]] std::uint32_t epochs() const { return state_.epoch; }  // number of complete epochs
    [[nodiscard]] std::uint32_t steps() const { return state_.step; }
    // The mean loss of the last complete epoch.
    [[nodiscard]] double finished_epoch_loss() const { return finished_epoch_loss_; }

    [[nodiscard]] TrainerState state() const;
    void restore(TrainerState state);

private:
    void finish_epoch();
    void run_network(const Examples& examples, std::span<const std::uint32_t> rows, Batch::Then then);
    [[nodiscard]] std::span<const std::uint32_t> next_rows();
    void prepare_weights(double temperature, bool noisy);
    void update_logits();
    void set_learning_rate();
    double compute_loss(const LossRows& rows, bool with_gradient);

    const CompiledProgram& program_;
    Head head_;
    const Examples& examples_;
    Rows rows_;
    LearnOptions options_;
    std::uint64_t seed_;
    std::vector<float> class_weights_;       // [class]: multiplied by weight_unit
    std::vector<float> logit_gradient_;      // [logit]
    std::vector<std::uint32_t> batch_rows_;  // [row of the batch]: row of the examples
    std::vector<std::uint32_t> labels_;      // [row of the batch]
    std::vector<std::uint32_t> predicted_;   // [row of the batch]
    std::vector<float> row_weights_;         // [row of the batch]
    ThreadPool* pool_;
    Weights weights_;
    Batch batch_;
    HeadLoss head_loss_;
    std::optional<VoteHead> vote_;  // with the head `vote`, in place of head_loss_
    Adam adam_;
    TrainerState state_;  // state_.adam and state_.vote are unused: adam_ and vote_ hold their state
    double finished_epoch_loss_ = 0;
};

}  // namespace loh
