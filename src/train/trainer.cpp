#include "train/trainer.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "compile/layers.hpp"
#include "kernels/gates.hpp"

namespace loh {

namespace {

std::vector<double> step_factors(const CompiledProgram& program) {
    std::vector<double> factors(program.logit_count, 1);
    for (const CompiledChoice& choice : program.choices) {
        if (choice.arity == 2) factors[choice.first_logit] = 2;
    }
    return factors;
}

// A batch larger than the table is the whole table.
LearnOptions with_batch_of(LearnOptions options, std::size_t rows) {
    options.batch = std::min(options.batch, std::max<std::size_t>(1, rows));
    return options;
}

std::vector<float> weights_of_classes(ClassWeights weights, const Examples& examples, const RowList& rows) {
    std::vector<float> result(examples.classes, 1);
    if (weights == ClassWeights::none) return result;
    std::vector<std::size_t> counts(examples.classes, 0);
    for (std::uint32_t row : rows) ++counts[examples.labels[row]];
    auto present =
        static_cast<double>(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; }));
    for (std::size_t c = 0; c < counts.size(); ++c) {
        if (counts[c] > 0)
            result[c] = static_cast<float>(static_cast<double>(rows.size()) /
                                           (present * static_cast<double>(counts[c])));
    }
    return result;
}

}  // namespace

CompiledProgram trainable(const CompiledProgram& program, Semantics semantics) {
    return semantics == Semantics::goedel ? recognise_layers(program) : program;
}

Trainer::Trainer(const CompiledProgram& program, Head head, const Examples& examples, RowList rows,
                 const LearnOptions& options, std::uint64_t seed)
    : program_(program),
      head_(head),
      examples_(examples),
      rows_(std::move(rows)),
      options_(with_batch_of(options, rows_.size())),
      seed_(seed),
      class_weights_(weights_of_classes(options.class_weights, examples, rows_)),
      logit_gradient_(program.logit_count, 0),
      weight_gradient_(program.weight_count, 0),
      labels_(options_.batch, 0),
      predicted_(options_.batch, 0),
      row_weights_(options_.batch, 1),
      weights_(program),
      batch_(program, options.semantics, options_.batch),
      head_loss_(head, options.loss, program.outputs.size()),
      adam_(options.learning_rate, step_factors(program)) {
    LOH_CHECK(examples.inputs.size() == program.inputs.size() && options.batch > 0);
    LOH_CHECK(head != Head::automatic);
    state_.logits = initial_logits(program, seed, options.initial_deviation);
    state_.temperature = options.temperature;
    begin_epoch();
}

void Trainer::restore(TrainerState state) {
    LOH_CHECK(state.logits.size() == program_.logit_count);
    adam_.restore(std::move(state.adam));
    state_ = std::move(state);
    begin_epoch();
}

void Trainer::begin_epoch() {
    order_ = rows_;
    Random random(seed_, Stream::shuffling);
    for (std::size_t i = order_.size(); i > 1; --i) {
        auto other = static_cast<std::size_t>(random.uniform(state_.epoch, static_cast<std::uint32_t>(i)) *
                                              static_cast<double>(i));
        std::swap(order_[i - 1], order_[other]);
    }
}

double Trainer::epoch() {
    if (rows_.empty()) return 0;
    for (std::uint32_t present = state_.epoch; state_.epoch == present;) step();
    return finished_epoch_loss_;
}

TrainerState Trainer::state() const {
    TrainerState result = state_;
    result.adam = adam_.state();
    return result;
}

void Trainer::run_network(const Examples& examples, std::span<const std::uint32_t> rows, Batch::Then then) {
    batch_.set_rows(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) labels_[r] = examples.labels[rows[r]];
    if (examples.is_packed()) {
        load_bits(examples, rows);
        batch_.forward_bits(weights_.floats(), then);
        return;
    }
    for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
        std::span<float> column = batch_.input(i);
        for (std::size_t r = 0; r < rows.size(); ++r) column[r] = examples.inputs[i][rows[r]];
    }
    batch_.forward(weights_.floats(), then);
}

// Packed rows become packed columns, 64 by 64.
void Trainer::load_bits(const Examples& examples, std::span<const std::uint32_t> rows) {
    std::array<std::uint64_t, 64> block;
    for (std::size_t first = 0; first < rows.size(); first += 64) {
        std::size_t count = std::min<std::size_t>(64, rows.size() - first);
        for (std::size_t word = 0; word < examples.words_per_row; ++word) {
            block.fill(0);
            for (std::size_t r = 0; r < count; ++r)
                block[r] = examples.packed[rows[first + r] * examples.words_per_row + word];
            transpose_bits(block.data());
            std::size_t inputs = std::min<std::size_t>(64, program_.inputs.size() - word * 64);
            for (std::size_t i = 0; i < inputs; ++i) batch_.input_bits(word * 64 + i)[first / 64] = block[i];
        }
    }
}

void Trainer::prepare_weights(bool noisy) {
    std::optional<Noise> noise;
    if (noisy && options_.noise > 0) noise = Noise{Random(seed_, Stream::noise), state_.step, options_.noise};
    weights_.compute(state_.logits, state_.temperature, noise);
}

double Trainer::step() {
    std::size_t rows = std::min(options_.batch, order_.size() - state_.position);
    if (rows == 0) return 0;
    prepare_weights(true);
    run_network(examples_, std::span<const std::uint32_t>(order_).subspan(state_.position, rows),
                Batch::Then::backward);
    for (std::size_t r = 0; r < rows; ++r) row_weights_[r] = class_weights_[labels_[r]];
    Random head_noise(seed_, Stream::head_noise);
    LossRows loss_rows{{labels_.data(), rows},
                       {row_weights_.data(), rows},
                       1.0 / static_cast<double>(rows),
                       state_.temperature,
                       &head_noise,
                       state_.step};
    double loss = head_loss_.compute(loss_rows, batch_, true);
    batch_.backward();
    to_double(batch_.weight_gradient(), weight_gradient_);
    std::fill(logit_gradient_.begin(), logit_gradient_.end(), 0.0);
    weights_.backward(weight_gradient_, logit_gradient_);
    adam_.step(logit_gradient_, state_.logits);
    ++state_.step;
    state_.position += static_cast<std::uint32_t>(rows);
    state_.loss_sum += loss * static_cast<double>(rows);
    if (state_.position == order_.size()) finish_epoch();
    return loss;
}

void Trainer::finish_epoch() {
    finished_epoch_loss_ = state_.loss_sum / static_cast<double>(order_.size());
    ++state_.epoch;
    state_.position = 0;
    state_.loss_sum = 0;
    double floor = std::min(options_.temperature_floor, options_.temperature);
    state_.temperature = std::max(floor, state_.temperature * options_.temperature_decay);
    begin_epoch();
}

std::vector<std::uint32_t> Trainer::selection() {
    weights_.compute(state_.logits, state_.temperature, std::nullopt);
    return weights_.selection();
}

Evaluation Trainer::evaluate(const Examples& examples, std::span<const std::uint32_t> rows) {
    Evaluation result{Confusion(examples.classes), 0};
    std::fill(row_weights_.begin(), row_weights_.end(), 1.0F);
    prepare_weights(false);
    for (std::size_t begin = 0; begin < rows.size(); begin += options_.batch) {
        std::span<const std::uint32_t> part =
            rows.subspan(begin, std::min(options_.batch, rows.size() - begin));
        run_network(examples, part, Batch::Then::nothing);
        LossRows loss_rows{{labels_.data(), part.size()},
                           {row_weights_.data(), part.size()},
                           1,
                           state_.temperature,
                           nullptr,
                           0};
        result.loss += head_loss_.compute(loss_rows, batch_, false);
        std::span<std::uint32_t> predicted(predicted_.data(), part.size());
        predict_classes(head_, batch_, program_.outputs.size(), predicted);
        for (std::size_t r = 0; r < part.size(); ++r) result.confusion.add(labels_[r], predicted[r]);
    }
    if (!rows.empty()) result.loss /= static_cast<double>(rows.size());
    return result;
}

}  // namespace loh
