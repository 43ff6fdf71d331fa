#include "train/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "kernels/gates.hpp"
#include "kernels/noise.hpp"
#include "kernels/vector_math.hpp"

namespace loh {

namespace {

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
    : uniforms_((program.logit_count + 3U) / 4U * 4U),
      perturbed_(program.logit_count),
      weights_(program.weight_count),
      floats_(program.weight_count),
      top_(program.choices.size()) {
    for (std::uint32_t c = 0; c < program.choices.size(); ++c) {
        const CompiledChoice& choice = program.choices[c];
        if (runs_.empty() || runs_.back().arity != choice.arity)
            runs_.push_back({choice.arity, c, 0, choice.first_logit, 0, choice.first_weight});
        ++runs_.back().choices;
        runs_.back().logits += choice.logit_count();
    }
}

void Weights::compute(std::span<const double> logits, double temperature, const std::optional<Noise>& noise) {
    LOH_CHECK(logits.size() == perturbed_.size() && temperature > 0);
    temperature_ = temperature;
    std::copy(logits.begin(), logits.end(), perturbed_.begin());
    if (noise) coarse_uniforms(noise->random, noise->step, 0, uniforms_);
    for (const Run& run : runs_) {
        std::span<double> perturbed(perturbed_.data() + run.first_logit, run.logits);
        std::span<const double> uniforms(uniforms_.data() + run.first_logit, run.logits);
        if (noise)
            run.arity == 2 ? add_logistic(noise->beta, uniforms, perturbed)
                           : add_gumbel(noise->beta, uniforms, perturbed);
        if (run.arity == 2) {
            two_way_weights(perturbed, temperature,
                            {weights_.data() + run.first_weight, std::size_t{2} * run.choices});
        } else {
            compute_many(run, temperature);
        }
    }
    to_float(weights_, floats_);
}

void Weights::compute_many(const Run& run, double temperature) {
    std::span<double> weights(weights_.data() + run.first_weight, std::size_t{run.arity} * run.choices);
    for (std::size_t c = 0; c < run.choices; ++c) {
        std::span<const double> z(perturbed_.data() + run.first_logit + c * run.arity, run.arity);
        TopTwo top = find_top_two<TopTwo>(z);
        top_[run.first_choice + c] = top;
        double mean = (z[top.first] + z[top.second]) / 2;
        for (std::size_t i = 0; i < run.arity; ++i) weights[c * run.arity + i] = (z[i] - mean) / temperature;
    }
    sigmoids(weights);
    for (double& weight : weights) weight = std::min(weight, kJustBelowHalf);
    for (std::size_t c = 0; c < run.choices; ++c) {
        const TopTwo& top = top_[run.first_choice + c];
        std::span<const double> z(perturbed_.data() + run.first_logit + c * run.arity, run.arity);
        double ahead = (z[top.first] - z[top.second]) / (2 * temperature);
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
    for (const Run& run : runs_) {
        if (run.arity != 2) {
            backward_many(run, weight_gradient, logit_gradient);
            continue;
        }
        std::size_t weights = std::size_t{2} * run.choices;
        two_way_gradient({weights_.data() + run.first_weight, weights},
                         weight_gradient.subspan(run.first_weight, weights), temperature_,
                         logit_gradient.subspan(run.first_logit, run.choices));
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

std::vector<double> initial_logits(const CompiledProgram& program, std::uint64_t seed, double deviation) {
    Random random(seed, Stream::initial_logits);
    std::vector<double> logits(program.logit_count);
    for (const CompiledChoice& choice : program.choices) {
        for (std::uint32_t i = 0; i < choice.logit_count(); ++i) {
            double scale =
                choice.arity == 2 ? std::sqrt(2.0) * deviation : deviation;  // a difference of two draws
            logits[choice.first_logit + i] = scale * random.normal(0, choice.first_logit + i);
        }
    }
    return logits;
}

}  // namespace loh
