#include "network/initial_logits.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.hpp"

namespace loh {

namespace {

// The number that a standard normal variable exceeds with probability p, for p below one half.
double upper_quantile(double p) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 100; ++i) {
        double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > p ? low : high) = middle;
    }
    return low;
}

// The probability that one of `others` standard normal variables exceeds another such variable plus `lead`.
double probability_of_others(double lead, std::uint32_t others) {
    constexpr double kFarOut = 8;
    constexpr double kStep = 0.05;
    double probability = 0;
    double total = 0;
    for (double draw = -kFarOut; draw <= kFarOut; draw += kStep) {
        double density = std::exp(-draw * draw / 2);
        total += density;
        probability += density * (1 - std::pow(std::erfc(-(draw + lead) / std::sqrt(2.0)) / 2, others));
    }
    return probability / total;
}

// The lead with which the others win with this probability; 0 if their probability is not higher without a lead.
double lead_for(double chance, std::uint32_t others) {
    double low = 0;
    double high = 40;
    if (probability_of_others(low, others) <= chance) return 0;
    for (int i = 0; i < 40; ++i) {
        double middle = (low + high) / 2;
        (probability_of_others(middle, others) > chance ? low : high) = middle;
    }
    return low;
}

// Shifts the logits of the terms of a layer's neurons so that the wanted number is chosen. A choice whose alternatives are
// all terms is unchanged: one of them is always chosen.
class LayerShift {
public:
    LayerShift(const CompiledProgram& program, double deviation, double literals, std::vector<double>& logits)
        : program_(program),
          deviation_(deviation),
          literals_(literals),
          logits_(logits),
          choice_of_(program.weight_count),
          is_term_(program.weight_count, false) {
        for (std::uint32_t c = 0; c < program.choices.size(); ++c) {
            const CompiledChoice& choice = program.choices[c];
            std::fill_n(choice_of_.begin() + choice.first_weight, choice.arity, c);
        }
        for (std::uint32_t weight : program.layer_weights) is_term_[weight] = true;
    }

    void run() {
        for (const DenseLayer& layer : program_.layers) {
            double share = literals_ / layer.terms;
            double shift = share < 0.5 ? std::sqrt(2.0) * deviation_ * upper_quantile(share) : 0;
            leads_.clear();
            for (std::size_t neuron = 0; neuron < layer.neurons; ++neuron) {
                for (std::uint32_t weight : program_.weights_of(layer, neuron)) {
                    const CompiledChoice& choice = program_.choices[choice_of_[weight]];
                    if (choice.arity == 2) {
                        logits_[choice.first_logit] -= weight == choice.first_weight ? shift : -shift;
                    } else if (weight == first_term(choice)) {
                        favour_other_alternative(choice, share);
                    }
                }
            }
        }
    }

private:
    [[nodiscard]] std::uint32_t first_term(const CompiledChoice& choice) const {
        return is_term_[choice.first_weight] ? choice.first_weight : choice.first_weight + 1;
    }

    // Adds the lead to the alternative that is not a term, if there is exactly one.
    void favour_other_alternative(const CompiledChoice& choice, double share) {
        auto first = is_term_.begin() + choice.first_weight;
        auto terms = static_cast<std::uint32_t>(std::count(first, first + choice.arity, true));
        if (terms + 1 != choice.arity) return;
        auto lead = leads_.find(terms);
        if (lead == leads_.end()) lead = leads_.emplace(terms, lead_for(share * terms, terms)).first;
        auto other = std::find(first, first + choice.arity, false) - first;
        logits_[choice.first_logit + static_cast<std::size_t>(other)] += deviation_ * lead->second;
    }

    const CompiledProgram& program_;
    double deviation_;
    double literals_;
    std::vector<double>& logits_;
    std::vector<std::uint32_t> choice_of_;   // [weight]
    std::vector<bool> is_term_;              // [weight]: whether it is the weight of a gate
    std::map<std::uint32_t, double> leads_;  // of the current layer, by the number of terms of a choice
};

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
    if (literals > 0) LayerShift(program, deviation, literals, logits).run();
    return logits;
}

}  // namespace loh
