#include "train/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace loh {

namespace {

double sigmoid(double x) {
    if (x >= 0) return 1 / (1 + std::exp(-x));
    double e = std::exp(x);
    return e / (1 + e);
}

// The sigmoid, strictly above one half for the chosen alternative and strictly below for the others; so far that one
// minus it is on the other side, also after rounding to float, in which the kernels work.
double gate(double x, bool chosen) {
    constexpr double kJustAbove = 0.5 + 0x1p-24;
    constexpr double kJustBelow = 0.5 - 0x1p-24;
    static_assert(kJustAbove > 0.5 && 1 - kJustAbove < 0.5 && 1 - kJustBelow > 0.5);
    double weight = sigmoid(x);
    return chosen ? std::max(weight, kJustAbove) : std::min(weight, kJustBelow);
}

}  // namespace

void Weights::compute(std::span<const double> logits, double temperature, const std::optional<Noise>& noise) {
    LOH_CHECK(logits.size() == program_.logit_count && temperature > 0);
    temperature_ = temperature;
    std::vector<double> perturbed;
    for (std::size_t index = 0; index < program_.choices.size(); ++index) {
        const CompiledChoice& choice = program_.choices[index];
        std::span<const double> own = logits.subspan(choice.first_logit, choice.logit_count());
        if (choice.arity == 2) {
            double noise_difference =
                noise ? noise->beta * noise->random.logistic(noise->step, choice.first_logit) : 0;
            compute_two(choice, own[0] + noise_difference, temperature);
            continue;
        }
        perturbed.assign(own.begin(), own.end());
        for (std::uint32_t i = 0; noise && i < choice.arity; ++i) {
            perturbed[i] += noise->beta * noise->random.gumbel(noise->step, choice.first_logit + i);
        }
        compute_many(index, perturbed, temperature);
    }
}

void Weights::compute_two(const CompiledChoice& choice, double difference, double temperature) {
    double shifted = difference / (2 * temperature);
    bool first = shifted >= 0;
    shifted_[choice.first_weight] = shifted;
    shifted_[choice.first_weight + 1] = -shifted;
    weights_[choice.first_weight] = gate(shifted, first);
    weights_[choice.first_weight + 1] = gate(-shifted, !first);
}

void Weights::compute_many(std::size_t index, std::span<double> perturbed, double temperature) {
    const CompiledChoice& choice = program_.choices[index];
    TopTwo top{0, 1};
    if (perturbed[1] > perturbed[0]) std::swap(top.first, top.second);
    for (std::uint32_t i = 2; i < choice.arity; ++i) {
        if (perturbed[i] > perturbed[top.first]) {
            top = {i, top.first};
        } else if (perturbed[i] > perturbed[top.second]) {
            top.second = i;
        }
    }
    top_[index] = top;
    double mean = (perturbed[top.first] + perturbed[top.second]) / 2;
    for (std::uint32_t i = 0; i < choice.arity; ++i) {
        shifted_[choice.first_weight + i] = (perturbed[i] - mean) / temperature;
        weights_[choice.first_weight + i] = gate(shifted_[choice.first_weight + i], i == top.first);
    }
}

std::vector<std::uint32_t> Weights::selection() const {
    std::vector<std::uint32_t> result;
    for (std::size_t index = 0; index < program_.choices.size(); ++index) {
        const CompiledChoice& choice = program_.choices[index];
        bool second_of_two = choice.arity == 2 && shifted_[choice.first_weight] < 0;
        result.push_back(choice.arity == 2 ? (second_of_two ? 1 : 0) : top_[index].first);
    }
    return result;
}

void Weights::backward(std::span<const double> weight_gradient, std::span<double> logit_gradient) const {
    auto through_sigmoid = [&](std::uint32_t weight) {
        return weight_gradient[weight] * weights_[weight] * (1 - weights_[weight]) / temperature_;
    };
    for (std::size_t index = 0; index < program_.choices.size(); ++index) {
        const CompiledChoice& choice = program_.choices[index];
        if (choice.arity == 2) {
            logit_gradient[choice.first_logit] +=
                (through_sigmoid(choice.first_weight) - through_sigmoid(choice.first_weight + 1)) / 2;
            continue;
        }
        double total = 0;
        for (std::uint32_t i = 0; i < choice.arity; ++i) {
            double gradient = through_sigmoid(choice.first_weight + i);
            logit_gradient[choice.first_logit + i] += gradient;
            total += gradient;
        }
        logit_gradient[choice.first_logit + top_[index].first] -= total / 2;
        logit_gradient[choice.first_logit + top_[index].second] -= total / 2;
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
