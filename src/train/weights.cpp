#include "train/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "kernels/gates.hpp"
#include "kernels/many_way.hpp"
#include "kernels/noise.hpp"

namespace loh {

namespace {

constexpr std::uint32_t kLogitsOfAPiece = 1024;

// A lower temperature counts as this one: weights are no less certain, and nothing overflows in float.
constexpr double kLeastTemperature = 1e-12;

}  // namespace

Weights::Weights(const CompiledProgram& program)
    : logits_(program.logit_count), weights_(program.weight_count) {
    for (std::uint32_t c = 0; c < program.choices.size(); ++c) {
        const CompiledChoice& choice = program.choices[c];
        if (pieces_.empty() || pieces_.back().logits + choice.logit_count() > kLogitsOfAPiece)
            pieces_.push_back(
                {choice.first_logit, 0, choice.first_weight, 0, static_cast<std::uint32_t>(runs_.size()), 0});
        Piece& piece = pieces_.back();
        if (piece.runs == 0 || runs_.back().arity != choice.arity) {
            runs_.push_back({choice.arity, c, 0, choice.first_logit, 0, choice.first_weight, 0});
            ++piece.runs;
        }
        Run& run = runs_.back();
        ++run.choices;
        run.logits += choice.logit_count();
        run.weights += choice.arity;
        piece.logits += choice.logit_count();
        piece.weights += choice.arity;
    }
}

void Weights::compute(std::span<const double> logits, double temperature, const std::optional<Noise>& noise,
                      ThreadPool* pool) {
    LOH_CHECK(logits.size() == logits_ && temperature > 0);
    temperature_ = std::max(temperature, kLeastTemperature);
    scratch_.resize(std::max(scratch_.size(), workers_of(pool)));
    parallel_for(pool, pieces_.size(), [&](std::size_t index, std::size_t worker) {
        compute(pieces_[index], logits, noise, scratch_[worker]);
    });
}

void Weights::compute(const Piece& piece, std::span<const double> logits, const std::optional<Noise>& noise,
                      Scratch& scratch) {
    std::uint32_t begin = piece.first_logit / kNoiseBlock * kNoiseBlock;
    if (noise) {
        std::uint32_t end = (piece.first_logit + piece.logits + kNoiseBlock - 1) / kNoiseBlock * kNoiseBlock;
        scratch.words.resize(std::max<std::size_t>(scratch.words.size(), end - begin));
        noise_words(noise->random, noise->step, begin, {scratch.words.data(), end - begin});
    }
    WeightScales scales(temperature_, noise ? noise->beta : 0);
    for (const Run& run : runs_of(piece)) {
        const std::uint32_t* words = noise ? scratch.words.data() + (run.first_logit - begin) : nullptr;
        std::span<const double> own = logits.subspan(run.first_logit, run.logits);
        std::span<float> weights(weights_.data() + run.first_weight, run.weights);
        if (run.arity == 2) {
            two_way_weights(scales, own, words, weights);
            continue;
        }
        scratch.values.resize(std::max<std::size_t>(scratch.values.size(), run.logits));
        std::span<float> values(scratch.values.data(), run.logits);
        noisy_values(scales, own, words, values);
        many_way_weights(run.arity, values, weights);
    }
}

std::vector<std::uint32_t> Weights::selection() const {
    std::vector<std::uint32_t> result;
    for (const Run& run : runs_) {
        for (std::size_t c = 0; c < run.choices; ++c) {
            const float* weights = weights_.data() + run.first_weight + c * run.arity;
            auto chosen = std::find_if(weights, weights + run.arity, [](float w) { return w > 0.5F; });
            result.push_back(static_cast<std::uint32_t>(chosen - weights));
        }
    }
    return result;
}

void Weights::backward(std::span<const float> weight_gradient, std::span<float> logit_gradient) const {
    for (const Piece& piece : pieces_) backward(piece, weight_gradient, logit_gradient);
}

void Weights::backward(const Piece& piece, std::span<const float> weight_gradient,
                       std::span<float> logit_gradient) const {
    for (const Run& run : runs_of(piece)) {
        std::span<const float> weights(weights_.data() + run.first_weight, run.weights);
        std::span<const float> by_weight = weight_gradient.subspan(run.first_weight, run.weights);
        std::span<float> by_logit = logit_gradient.subspan(run.first_logit, run.logits);
        if (run.arity == 2) {
            two_way_gradient(weights, by_weight, temperature_, by_logit);
        } else {
            many_way_gradient(run.arity, weights, by_weight, temperature_, by_logit);
        }
    }
}

namespace {

// The number that a standard normal draw exceeds with probability p, for p below one half.
double upper_quantile(double p) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 100; ++i) {
        double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > p ? low : high) = middle;
    }
    return low;
}

// Makes the terms of a layer's neurons as unlikely as they have to be. Choices of more than two are left alone: one of
// their alternatives is always chosen.
void shift_layers(const CompiledProgram& program, double deviation, double literals,
                  std::vector<double>& logits) {
    std::vector<std::pair<std::uint32_t, double>> term_sign(program.weight_count,
                                                            {0, 0.0});  // logit, +1 or -1
    for (const CompiledChoice& choice : program.choices) {
        if (choice.arity != 2) continue;
        term_sign[choice.first_weight] = {choice.first_logit, 1};
        term_sign[choice.first_weight + 1] = {choice.first_logit, -1};
    }
    for (const DenseLayer& layer : program.layers) {
        double share = literals / layer.terms;
        if (share >= 0.5) continue;
        double shift = std::sqrt(2.0) * deviation * upper_quantile(share);
        for (std::size_t neuron = 0; neuron < layer.neurons; ++neuron) {
            for (std::uint32_t weight : program.weights_of(layer, neuron)) {
                auto [logit, sign] = term_sign[weight];
                if (sign != 0) logits[logit] -= sign * shift;
            }
        }
    }
}

}  // namespace

std::vector<double> initial_logits(const CompiledProgram& program, std::uint64_t seed, double deviation,
                                   double literals) {
    Random random(seed, Stream::initial_logits);
    std::vector<double> logits(program.logit_count);
    for (const CompiledChoice& choice : program.choices) {
        for (std::uint32_t i = 0; i < choice.logit_count(); ++i) {
            double scale =
                choice.arity == 2 ? std::sqrt(2.0) * deviation : deviation;  // a difference of two draws
            logits[choice.first_logit + i] = scale * random.normal(0, choice.first_logit + i);
        }
    }
    if (literals > 0) shift_layers(program, deviation, literals, logits);
    return logits;
}

}  // namespace loh
