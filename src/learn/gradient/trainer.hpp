// Training: mini-batches, noise, gradient, Adam; at every moment a hypothesis.
//
// Everything random is a function of the seed and of the place where it is used (base/random.hpp), so a trainer's state
// is a handful of arrays and counters, and a restored one goes on exactly like the original.
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
    VoteState vote;  // of the head `vote`
    double temperature = 1;
    std::uint32_t epoch = 0;  // complete ones
    std::uint32_t step = 0;
    std::uint32_t position = 0;  // rows of the present epoch that are done
    double loss_sum = 0;         // of the present epoch: mean loss of each step times its rows
};

// How the network without noise does on some rows. Under Gödel semantics this is how the extracted formula does.
struct Evaluation {
    Confusion confusion;
    double loss = 0;  // mean over the rows by their weights, whatever their classes
};

// The weight of each class: [class]. Over the given rows, times their own weights, the mean is that of their own weights.
std::vector<float> weights_of_classes(ClassWeights weights, const Examples& examples, const Rows& rows);

// The factor with which the mean weight of the given rows is 1.
float weight_unit(const Examples& examples, const Rows& rows);

class Trainer {
public:
    // Keeps references to the program and the examples; trains on `rows` of them. Of the options it uses those about
    // training steps; restarts, validation and the like are for run.hpp. A pool shares out the work of a step, and
    // changes nothing else.
    Trainer(const CompiledProgram& program, Head head, const Examples& examples, Rows rows,
            const LearnOptions& options, std::uint64_t seed, ThreadPool* pool = nullptr);

    // One step on the next mini-batch; returns its mean loss. Every epoch goes through the rows in a new order.
    double step();

    // The steps up to the end of the epoch; returns the mean loss of the whole epoch.
    double epoch();

    // The alternative that each choice takes now, without noise: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection();

    Evaluation evaluate(const Examples& examples, const Rows& rows);
    Evaluation evaluate_training() { return evaluate(examples_, rows_); }

    [[nodiscard]] std::span<const double> logits() const { return state_.logits; }  // [logit]
    [[nodiscard]] std::vector<double> votes() const;  // of the head `vote`, else empty
    [[nodiscard]] double temperature() const { return state_.temperature; }
    // Of evaluations and of the model. The `paper` head asks which output is largest, and at a low temperature certain ones
    // are the same float; what rounds to true is the same at any temperature.
    [[nodiscard]] double model_temperature() const { return head_ == Head::paper ? 1 : state_.temperature; }
    [[nodiscard]] std::uint32_t epochs() const { return state_.epoch; }  // complete ones
    [[nodiscard]] std::uint32_t steps() const { return state_.step; }
    [[nodiscard]] double finished_epoch_loss() const {
        return finished_epoch_loss_;
    }  // mean of the last complete one

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
    std::vector<float> class_weights_;       // [class]: times the unit of row weights
    std::vector<float> logit_gradient_;      // [logit]
    std::vector<std::uint32_t> batch_rows_;  // [row of the batch]: in the examples
    std::vector<std::uint32_t> labels_;      // [row of the batch]
    std::vector<std::uint32_t> predicted_;   // [row of the batch]
    std::vector<float> row_weights_;         // [row of the batch]
    ThreadPool* pool_;
    Weights weights_;
    Batch batch_;
    HeadLoss head_loss_;
    std::optional<VoteHead> vote_;  // for the head `vote`, instead of head_loss_
    Adam adam_;
    TrainerState state_;  // its adam part is kept in adam_
    double finished_epoch_loss_ = 0;
};

}  // namespace loh
