#include "train/trainer.hpp"

#include <algorithm>
#include <numeric>

#include "base/check.hpp"

namespace loh {

namespace {

std::vector<double> step_factors(const CompiledProgram& program) {
    std::vector<double> factors(program.logit_count, 1);
    for (const CompiledChoice& choice : program.choices) {
        if (choice.arity == 2) factors[choice.first_logit] = 2;
    }
    return factors;
}

}  // namespace

double Score::accuracy() const {
    std::size_t all = true_positive + false_positive + false_negative + true_negative;
    return all == 0 ? 1 : static_cast<double>(true_positive + true_negative) / static_cast<double>(all);
}

double Score::f1() const {
    std::size_t relevant = 2 * true_positive + false_positive + false_negative;
    return relevant == 0 ? 1 : 2 * static_cast<double>(true_positive) / static_cast<double>(relevant);
}

Trainer::Trainer(const CompiledProgram& program, const TrainingData& data, const TrainOptions& options)
    : program_(program),
      data_(data),
      options_(options),
      logits_(initial_logits(program, options.seed, options.initial_deviation)),
      logit_gradient_(program.logit_count, 0),
      weight_gradient_(program.weight_count, 0),
      float_weights_(program.weight_count, 0),
      targets_(options.batch_rows, 0),
      row_weights_(options.batch_rows, 1),
      weights_(program),
      batch_(program, options.semantics, options.batch_rows),
      adam_(options.learning_rate, step_factors(program)),
      temperature_(options.temperature) {
    LOH_CHECK(data.inputs.size() == program.inputs.size() && data.targets.size() == program.outputs.size());
    LOH_CHECK(options.batch_rows > 0);
}

std::vector<std::uint32_t> Trainer::shuffled_rows() const {
    std::vector<std::uint32_t> order(data_.rows());
    std::iota(order.begin(), order.end(), 0U);
    Random random(options_.seed, Stream::shuffling);
    for (std::size_t i = order.size(); i > 1; --i) {
        auto other = static_cast<std::size_t>(random.uniform(epoch_, static_cast<std::uint32_t>(i)) *
                                              static_cast<double>(i));
        std::swap(order[i - 1], order[other]);
    }
    return order;
}

double Trainer::epoch() {
    std::vector<std::uint32_t> order = shuffled_rows();
    double total = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += options_.batch_rows) {
        std::size_t rows = std::min(options_.batch_rows, order.size() - begin);
        total += step(std::span<const std::uint32_t>(order).subspan(begin, rows)) * static_cast<double>(rows);
    }
    ++epoch_;
    temperature_ = std::max(options_.temperature_floor, temperature_ * options_.temperature_decay);
    return order.empty() ? 0 : total / static_cast<double>(order.size());
}

void Trainer::load(const TrainingData& data, std::span<const std::uint32_t> rows) {
    batch_.set_rows(rows.size());
    for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
        std::span<float> column = batch_.input(i);
        for (std::size_t r = 0; r < rows.size(); ++r) column[r] = data.inputs[i][rows[r]];
    }
}

void Trainer::forward_weights(bool noisy) {
    std::optional<Noise> noise;
    if (noisy && options_.noise > 0)
        noise = Noise{Random(options_.seed, Stream::noise), step_, options_.noise};
    weights_.compute(logits_, temperature_, noise);
    for (std::size_t w = 0; w < float_weights_.size(); ++w)
        float_weights_[w] = static_cast<float>(weights_.values()[w]);
    batch_.forward(float_weights_);
}

double Trainer::step(std::span<const std::uint32_t> rows) {
    load(data_, rows);
    forward_weights(true);
    double scale = 1.0 / static_cast<double>(rows.size() * program_.outputs.size());
    double total = 0;
    for (std::size_t o = 0; o < program_.outputs.size(); ++o) {
        for (std::size_t r = 0; r < rows.size(); ++r) targets_[r] = data_.targets[o][rows[r]];
        std::span<const float> targets(targets_.data(), rows.size());
        std::span<const float> row_weights(row_weights_.data(), rows.size());
        total += loss_and_gradient(options_.loss, batch_.output(o), targets, row_weights, scale,
                                   batch_.output_gradient(o));
    }
    batch_.backward();
    std::copy(batch_.weight_gradient().begin(), batch_.weight_gradient().end(), weight_gradient_.begin());
    std::fill(logit_gradient_.begin(), logit_gradient_.end(), 0.0);
    weights_.backward(weight_gradient_, logit_gradient_);
    adam_.step(logit_gradient_, logits_);
    ++step_;
    return total;
}

std::vector<std::uint32_t> Trainer::selection() {
    weights_.compute(logits_, temperature_, std::nullopt);
    return weights_.selection();
}

std::vector<Score> Trainer::evaluate(const TrainingData& data) {
    std::vector<Score> scores(program_.outputs.size());
    std::vector<std::uint32_t> rows;
    for (std::size_t begin = 0; begin < data.rows(); begin += options_.batch_rows) {
        rows.resize(std::min(options_.batch_rows, data.rows() - begin));
        std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(begin));
        load(data, rows);
        forward_weights(false);
        for (std::size_t o = 0; o < scores.size(); ++o) {
            for (std::size_t r = 0; r < rows.size(); ++r) {
                bool predicted = rounds_to_true(batch_.output(o)[r]);
                bool actual = rounds_to_true(data.targets[o][begin + r]);
                Score& score = scores[o];
                ++(predicted ? (actual ? score.true_positive : score.false_positive)
                             : (actual ? score.false_negative : score.true_negative));
            }
        }
    }
    return scores;
}

}  // namespace loh
