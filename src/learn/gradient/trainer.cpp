#include "learn/gradient/trainer.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/permutation.hpp"
#include "network/forward_rows.hpp"
#include "network/initial_logits.hpp"

namespace loh {

namespace {

constexpr std::size_t kMinParallelWeights = 4096;  // with fewer, waking a thread costs more than it saves

std::vector<float> step_factors(const CompiledProgram& program) {
    std::vector<float> factors(program.logit_count, 1);
    for (const CompiledChoice& choice : program.choices) {
        if (choice.arity == 2) factors[choice.first_logit] = 2;
    }
    return factors;
}

// Limits the batch size to the number of rows.
LearnOptions with_limited_batch(LearnOptions options, std::size_t rows) {
    options.batch = std::min(options.batch, std::max<std::size_t>(1, rows));
    return options;
}

}  // namespace

std::vector<float> weights_of_classes(ClassWeights weights, const Examples& examples, const Rows& rows) {
    std::vector<float> result(examples.classes, 1);
    if (weights == ClassWeights::none) return result;
    std::vector<double> sums(examples.classes, 0);
    double total = 0;
    for (std::uint32_t row : rows) {
        sums[examples.labels[row]] += examples.weight(row);
        total += examples.weight(row);
    }
    auto present = static_cast<double>(std::count_if(sums.begin(), sums.end(), [](auto n) { return n > 0; }));
    for (std::size_t c = 0; c < sums.size(); ++c) {
        if (sums[c] > 0) result[c] = static_cast<float>(total / (present * sums[c]));
    }
    return result;
}

float weight_unit(const Examples& examples, const Rows& rows) {
    if (examples.weights.empty() || rows.empty()) return 1;
    double total = 0;
    for (std::uint32_t row : rows) total += examples.weights[row];
    return total == 0 ? 1 : static_cast<float>(static_cast<double>(rows.size()) / total);
}

Trainer::Trainer(const CompiledProgram& program, Head head, const Examples& examples, Rows rows,
                 const LearnOptions& options, std::uint64_t seed, ThreadPool* pool)
    : program_(program),
      head_(head),
      examples_(examples),
      rows_(std::move(rows)),
      options_(with_limited_batch(options, rows_.size())),
      seed_(seed),
      class_weights_(weights_of_classes(options.class_weights, examples, rows_)),
      logit_gradient_(program.logit_count, 0),
      batch_rows_(options_.batch, 0),
      labels_(options_.batch, 0),
      predicted_(options_.batch, 0),
      row_weights_(options_.batch, 1),
      pool_(program.weight_count >= kMinParallelWeights ? pool : nullptr),
      weights_(program),
      batch_(program, options.semantics, options_.batch, pool_),
      head_loss_(head, options.loss, program.outputs.size()),
      adam_(options.learning_rate, step_factors(program)) {
    LOH_CHECK(examples.inputs.count() == program.inputs.size() && options.batch > 0);
    LOH_CHECK(head != Head::automatic);
    for (float& weight : class_weights_) weight *= weight_unit(examples, rows_);
    state_.logits = initial_logits(program, seed, options.initial_deviation, options.initial_literals);
    if (head == Head::vote)
        vote_.emplace(VoteLayout{options.votes, program.outputs.size(), examples.classes},
                      options.learning_rate);
    state_.temperature = options.temperature;
}

void Trainer::restore(TrainerState state) {
    LOH_CHECK(state.logits.size() == program_.logit_count);
    adam_.restore(std::move(state.adam));
    if (vote_) vote_->restore(std::move(state.vote));
    state_ = std::move(state);
}

// The rows of the next step, in the order of the current epoch.
std::span<const std::uint32_t> Trainer::next_rows() {
    std::size_t count = std::min(options_.batch, rows_.size() - state_.position);
    Permutation order(static_cast<std::uint32_t>(rows_.size()), Random(seed_, Stream::shuffling),
                      state_.epoch);
    for (std::uint32_t r = 0; r < count; ++r) batch_rows_[r] = rows_[order(state_.position + r)];
    return {batch_rows_.data(), count};
}

double Trainer::epoch() {
    if (rows_.empty()) return 0;
    for (std::uint32_t current = state_.epoch; state_.epoch == current;) step();
    return finished_epoch_loss_;
}

TrainerState Trainer::state() const {
    TrainerState result = state_;
    result.adam = adam_.state();
    if (vote_) result.vote = vote_->state();
    return result;
}

void Trainer::run_network(const Examples& examples, std::span<const std::uint32_t> rows, Batch::Then then) {
    for (std::size_t r = 0; r < rows.size(); ++r) labels_[r] = examples.labels[rows[r]];
    forward_rows(examples.inputs, rows, weights_.values(), then, batch_);
}

void Trainer::prepare_weights(double temperature, bool noisy) {
    std::optional<Noise> noise;
    if (noisy && options_.noise > 0) noise = Noise{Random(seed_, Stream::noise), state_.step, options_.noise};
    weights_.compute(state_.logits, temperature, noise, pool_);
}

// Computes the gradient of the logits from that of the weights, and updates the logits, piece by piece.
void Trainer::update_logits() {
    adam_.begin_step();
    const std::vector<Weights::Piece>& pieces = weights_.pieces();
    parallel_for(pool_, pieces.size(), [&](std::size_t index, std::size_t) {
        const Weights::Piece& piece = pieces[index];
        weights_.backward(piece, batch_.weight_gradient(), logit_gradient_);
        adam_.update(piece.first_logit, std::span(logit_gradient_).subspan(piece.first_logit, piece.logits),
                     std::span(state_.logits).subspan(piece.first_logit, piece.logits));
    });
}

double Trainer::compute_loss(const LossRows& rows, bool with_gradient) {
    return vote_ ? vote_->compute(rows, batch_, with_gradient)
                 : head_loss_.compute(rows, batch_, with_gradient);
}

std::vector<double> Trainer::votes() const { return vote_ ? vote_->votes() : std::vector<double>(); }

// Decays the rate linearly over the steps of all epochs. Steps after the last epoch have the smallest rate.
void Trainer::set_learning_rate() {
    constexpr double kSmallest = 0.01;  // relative to the initial rate
    auto rows = static_cast<double>(rows_.size());
    double done = state_.epoch + static_cast<double>(state_.position) / rows;
    double rate =
        options_.learning_rate * std::max(kSmallest, 1 - done / static_cast<double>(options_.epochs));
    adam_.set_learning_rate(rate);
    if (vote_) vote_->set_learning_rate(rate);
}

double Trainer::step() {
    std::span<const std::uint32_t> chosen = next_rows();
    std::size_t rows = chosen.size();
    if (rows == 0) return 0;
    if (options_.rate_schedule == RateSchedule::linear) set_learning_rate();
    prepare_weights(state_.temperature, true);
    run_network(examples_, chosen, Batch::Then::backward);
    for (std::size_t r = 0; r < rows; ++r)
        row_weights_[r] = class_weights_[labels_[r]] * examples_.weight(chosen[r]);
    Random head_noise(seed_, Stream::head_noise);
    LossRows loss_rows{{labels_.data(), rows},
                       {row_weights_.data(), rows},
                       1.0 / static_cast<double>(rows),
                       state_.temperature,
                       options_.noise > 0 ? &head_noise : nullptr,
                       state_.step};
    double loss = compute_loss(loss_rows, true);
    batch_.backward();
    update_logits();
    if (vote_) vote_->update();
    ++state_.step;
    state_.position += static_cast<std::uint32_t>(rows);
    state_.loss_sum += loss * static_cast<double>(rows);
    if (state_.position == rows_.size()) finish_epoch();
    return loss;
}

void Trainer::finish_epoch() {
    finished_epoch_loss_ = state_.loss_sum / static_cast<double>(rows_.size());
    ++state_.epoch;
    state_.position = 0;
    state_.loss_sum = 0;
    double floor = std::min(options_.temperature_floor, options_.temperature);
    state_.temperature = std::max(floor, state_.temperature * options_.temperature_decay);
}

std::vector<std::uint32_t> Trainer::selection() {
    weights_.compute(state_.logits, state_.temperature, std::nullopt);
    return weights_.selection();
}

Evaluation Trainer::evaluate(const Examples& examples, const Rows& rows) {
    Evaluation result{Confusion(examples.classes), 0};
    double total = 0;  // weight of all rows
    prepare_weights(model_temperature(), false);
    for (std::size_t begin = 0; begin < rows.size(); begin += options_.batch) {
        std::size_t count = std::min(options_.batch, rows.size() - begin);
        for (std::size_t r = 0; r < count; ++r) batch_rows_[r] = rows[begin + r];
        std::span<const std::uint32_t> part(batch_rows_.data(), count);
        for (std::size_t r = 0; r < count; ++r) row_weights_[r] = examples.weight(part[r]);
        run_network(examples, part, Batch::Then::nothing);
        LossRows loss_rows{{labels_.data(), part.size()},
                           {row_weights_.data(), part.size()},
                           1,
                           model_temperature(),
                           nullptr,
                           0};
        result.loss += compute_loss(loss_rows, false);
        std::span<std::uint32_t> predicted(predicted_.data(), part.size());
        if (vote_) {
            vote_->scores().classes(predicted);
        } else {
            predict_classes(head_, batch_, program_.outputs.size(), predicted);
        }
        for (std::size_t r = 0; r < part.size(); ++r) {
            result.confusion.add(labels_[r], predicted[r], row_weights_[r]);
            total += row_weights_[r];
        }
    }
    if (total > 0) result.loss /= total;
    return result;
}

}  // namespace loh
