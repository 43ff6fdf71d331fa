#include "network/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/many_way.hpp"
#include "network/kernels/noise.hpp"

namespace loh {

namespace {

constexpr std::uint32_t kLogitsOfAPiece = 1024;

// Lower temperatures are treated as this one: the weights are equally certain, and nothing overflows in float.
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

void Weights::prepare(std::size_t logits, double temperature, ThreadPool* pool) {
    LOH_CHECK(logits == logits_ && temperature > 0);
    temperature_ = std::max(temperature, kLeastTemperature);
    scratch_.resize(std::max(scratch_.size(), workers_of(pool)));
}

void Weights::compute(std::span<const double> logits, double temperature, const std::optional<Noise>& noise,
                      ThreadPool* pool) {
    prepare(logits.size(), temperature, pool);
    parallel_for(pool, pieces_.size(), [&](std::size_t index, std::size_t worker) {
        const Piece& piece = pieces_[index];
        compute(piece, logits.subspan(piece.first_logit, piece.logits), noise, scratch_[worker]);
    });
}

// The floats are converted to doubles piece by piece, in cache. Separate kernels for floats would not be faster.
void Weights::compute(std::span<const float> logits, double temperature, const std::optional<Noise>& noise,
                      ThreadPool* pool) {
    prepare(logits.size(), temperature, pool);
    parallel_for(pool, pieces_.size(), [&](std::size_t index, std::size_t worker) {
        const Piece& piece = pieces_[index];
        Scratch& scratch = scratch_[worker];
        scratch.logits.resize(piece.logits);
        to_double(logits.subspan(piece.first_logit, piece.logits), scratch.logits);
        compute(piece, scratch.logits, noise, scratch);
    });
}

void Weights::compute(const Piece& piece, std::span<const double> own, const std::optional<Noise>& noise,
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
        std::span<const double> logits = own.subspan(run.first_logit - piece.first_logit, run.logits);
        std::span<float> weights(weights_.data() + run.first_weight, run.weights);
        if (run.arity == 2) {
            two_way_weights(scales, logits, words, weights);
            continue;
        }
        scratch.values.resize(std::max<std::size_t>(scratch.values.size(), run.logits));
        std::span<float> values(scratch.values.data(), run.logits);
        noisy_values(scales, logits, words, values);
        many_way_weights(run.arity, values, weights);
    }
}

std::vector<std::uint32_t> Weights::selection() const {
    std::vector<std::uint32_t> result;
    for (const Run& run : runs_) {
        for (std::size_t c = 0; c < run.choices; ++c) {
            const float* weights = weights_.data() + run.first_weight + c * run.arity;
            // With logits out of range, from an edited file, no weight may exceed one half: then take the last.
            const float* last = weights + run.arity - 1;
            const float* chosen = std::find_if(weights, last, [](float w) { return w > 0.5F; });
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

}  // namespace loh
