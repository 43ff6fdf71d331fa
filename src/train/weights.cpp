#include "train/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "kernels/gates.hpp"
#include "kernels/noise.hpp"
#include "kernels/vector_math.hpp"

namespace loh {

namespace {

constexpr std::uint32_t kLogitsOfAPiece = 2048;

// For a choice of many: the two largest, the first of equals before the others.
template <class TopTwo>
TopTwo find_top_two(std::span<const double> z) {
    TopTwo top{0, 1};
    if (z[1] > z[0]) std::swap(top.first, top.second);
    for (std::uint32_t i = 2; i < z.size(); ++i) {
        if (z[i] > z[top.first]) {
            top = {i, top.first};
        } else if (z[i] > z[top.second]) {
            top.second = i;
        }
    }
    return top;
}

}  // namespace

Weights::Weights(const CompiledProgram& program)
    : perturbed_(program.logit_count),
      weights_(program.weight_count),
      floats_(program.weight_count),
      top_(program.choices.size()) {
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
    LOH_CHECK(logits.size() == perturbed_.size() && temperature > 0);
    temperature_ = temperature;
    uniforms_.resize(std::max(uniforms_.size(), workers_of(pool)));
    parallel_for(pool, pieces_.size(), [&](std::size_t index, std::size_t worker) {
        const Piece& piece = pieces_[index];
        std::copy_n(logits.begin() + piece.first_logit, piece.logits, perturbed_.begin() + piece.first_logit);
        compute(piece, noise, uniforms_[worker]);
    });
}

void Weights::compute(const Piece& piece, const std::optional<Noise>& noise, std::vector<double>& uniforms) {
    if (noise) add_noise(piece, *noise, uniforms);
    for (const Run& run : runs_of(piece)) {
        if (run.arity == 2) {
            two_way_weights({perturbed_.data() + run.first_logit, run.logits}, temperature_,
                            {weights_.data() + run.first_weight, run.weights});
        } else {
            compute_many(run);
        }
    }
    to_float({weights_.data() + piece.first_weight, piece.weights},
             {floats_.data() + piece.first_weight, piece.weights});
}

void Weights::add_noise(const Piece& piece, const Noise& noise, std::vector<double>& uniforms) {
    std::uint32_t begin = piece.first_logit / 4 * 4;  // the generator makes four numbers at a time
    std::uint32_t end = (piece.first_logit + piece.logits + 3) / 4 * 4;
    uniforms.resize(std::max<std::size_t>(uniforms.size(), end - begin));
    coarse_uniforms(noise.random, noise.step, begin, {uniforms.data(), end - begin});
    for (const Run& run : runs_of(piece)) {
        std::span<const double> own(uniforms.data() + (run.first_logit - begin), run.logits);
        std::span<double> perturbed(perturbed_.data() + run.first_logit, run.logits);
        run.arity == 2 ? add_logistic(noise.beta, own, perturbed) : add_gumbel(noise.beta, own, perturbed);
    }
}

void Weights::compute_many(const Run& run) {
    std::span<double> weights(weights_.data() + run.first_weight, run.weights);
    auto values = [&](std::size_t c) {
        return std::span<const double>(perturbed_.data() + run.first_logit + c * run.arity, run.arity);
    };
    for (std::size_t c = 0; c < run.choices; ++c) {
        std::span<const double> z = values(c);
        TopTwo top = find_top_two<TopTwo>(z);
        top_[run.first_choice + c] = top;
        double mean = (z[top.first] + z[top.second]) / 2;
        for (std::size_t i = 0; i < run.arity; ++i) weights[c * run.arity + i] = (z[i] - mean) / temperature_;
    }
    sigmoids(weights);
    for (double& weight : weights) weight = std::min(weight, kJustBelowHalf);
    for (std::size_t c = 0; c < run.choices; ++c) {
        const TopTwo& top = top_[run.first_choice + c];
        std::span<const double> z = values(c);
        double ahead = (z[top.first] - z[top.second]) / (2 * temperature_);
        weights[c * run.arity + top.first] = std::max(vector_sigmoid(ahead), kJustAboveHalf);
    }
}

std::vector<std::uint32_t> Weights::selection() const {
    std::vector<std::uint32_t> result;
    result.reserve(top_.size());
    for (const Run& run : runs_) {
        for (std::size_t c = 0; c < run.choices; ++c) {
            result.push_back(run.arity == 2 ? (perturbed_[run.first_logit + c] >= 0 ? 0 : 1)
                                            : top_[run.first_choice + c].first);
        }
    }
    return result;
}

void Weights::backward(std::span<const double> weight_gradient, std::span<double> logit_gradient) const {
    for (const Piece& piece : pieces_) backward(piece, weight_gradient, logit_gradient);
}

void Weights::backward(const Piece& piece, std::span<const double> weight_gradient,
                       std::span<double> logit_gradient) const {
    for (const Run& run : runs_of(piece)) {
        if (run.arity != 2) {
            backward_many(run, weight_gradient, logit_gradient);
            continue;
        }
        two_way_gradient({weights_.data() + run.first_weight, run.weights},
                         weight_gradient.subspan(run.first_weight, run.weights), temperature_,
                         logit_gradient.subspan(run.first_logit, run.logits));
    }
}

void Weights::backward_many(const Run& run, std::span<const double> weight_gradient,
                            std::span<double> logit_gradient) const {
    for (std::size_t c = 0; c < run.choices; ++c) {
        std::size_t weight = run.first_weight + c * run.arity;
        std::size_t logit = run.first_logit + c * run.arity;
        double total = 0;
        for (std::size_t i = 0; i < run.arity; ++i) {
            double w = weights_[weight + i];
            double gradient = weight_gradient[weight + i] * w * (1 - w) / temperature_;
            logit_gradient[logit + i] += gradient;
            total += gradient;
        }
        const TopTwo& top = top_[run.first_choice + c];
        logit_gradient[logit + top.first] -= total / 2;
        logit_gradient[logit + top.second] -= total / 2;
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
    std::vector<std::pair<std::uint32_t, double>> term_sign(program.weight_count, {0, 0.0});  // logit, +1 or -1
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
