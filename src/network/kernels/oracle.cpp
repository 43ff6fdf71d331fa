#include "network/kernels/oracle.hpp"

#include <algorithm>
#include <numeric>

#include "base/check.hpp"

namespace loh {

namespace {

// n-ary `and`; `or` is its dual, 1 - and(1 - x).
double conjoin(Semantics semantics, std::span<const double> values) {
    switch (semantics) {
        case Semantics::goedel: return *std::min_element(values.begin(), values.end());
        case Semantics::product:
            return std::accumulate(values.begin(), values.end(), 1.0,
                                   [](double a, double b) { return a * b; });
        case Semantics::lukasiewicz: {
            double missing = 0;
            for (double value : values) missing += 1 - value;
            return std::max(0.0, 1 - missing);
        }
    }
    return 0;
}

std::vector<double> conjoin_gradient(Semantics semantics, std::span<const double> values) {
    std::vector<double> gradient(values.size(), 0);
    switch (semantics) {
        case Semantics::goedel:
            gradient[static_cast<std::size_t>(std::min_element(values.begin(), values.end()) -
                                              values.begin())] = 1;
            break;
        case Semantics::product:
            for (std::size_t i = 0; i < values.size(); ++i) {
                gradient[i] = 1;
                for (std::size_t j = 0; j < values.size(); ++j) gradient[i] *= j == i ? 1 : values[j];
            }
            break;
        case Semantics::lukasiewicz:
            if (conjoin(semantics, values) > 0) std::fill(gradient.begin(), gradient.end(), 1.0);
            break;
    }
    return gradient;
}

std::vector<double> complement(std::span<const double> values) {
    std::vector<double> result;
    for (double value : values) result.push_back(1 - value);
    return result;
}

// Gödel's `or` is a maximum, not the rounded 1 - min(1 - x): the value must equal one of the operands exactly.
double disjoin(Semantics semantics, std::span<const double> values) {
    if (semantics == Semantics::goedel) return *std::max_element(values.begin(), values.end());
    return 1 - conjoin(semantics, complement(values));
}

std::vector<double> disjoin_gradient(Semantics semantics, std::span<const double> values) {
    if (semantics != Semantics::goedel) return conjoin_gradient(semantics, complement(values));
    std::vector<double> gradient(values.size(), 0);
    gradient[static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin())] = 1;
    return gradient;
}

}  // namespace

// The terms of a choice before they are joined: w & x or !w | x.
std::vector<double> Oracle::term_values(const Instruction& instruction, bool conjunctive) const {
    const CompiledChoice& choice = program_.choices[instruction.payload];
    std::vector<double> values;
    for (const Term& term : program_.terms_of(instruction)) {
        double weight = weights_[choice.first_weight + term.alternative];
        double gate = conjunctive ? 1 - weight : weight;
        if (term.bare()) {
            values.push_back(gate);
            continue;
        }
        double pair[] = {gate, slots_[term.slot]};
        values.push_back(conjunctive ? disjoin(semantics_, pair) : conjoin(semantics_, pair));
    }
    return values;
}

std::vector<double> Oracle::forward(std::span<const double> weights, std::span<const double> inputs) {
    LOH_CHECK(weights.size() == program_.weight_count && inputs.size() == program_.inputs.size());
    LOH_CHECK(program_.layers.empty());
    weights_.assign(weights.begin(), weights.end());
    slots_.clear();
    for (const Instruction& instruction : program_.instructions) {
        std::vector<double> values;
        if (instruction.op != Op::choice) {
            for (SlotId operand : program_.operands_of(instruction)) values.push_back(slots_[operand.value]);
        }
        switch (instruction.op) {
            case Op::constant: slots_.push_back(instruction.payload); break;
            case Op::input: slots_.push_back(inputs[instruction.payload]); break;
            case Op::negation: slots_.push_back(1 - values[0]); break;
            case Op::conjunction: slots_.push_back(conjoin(semantics_, values)); break;
            case Op::disjunction: slots_.push_back(disjoin(semantics_, values)); break;
            case Op::choice: {
                bool conjunctive = program_.choices[instruction.payload].mode == ChoiceMode::conjunctive;
                values = term_values(instruction, conjunctive);
                slots_.push_back(conjunctive ? conjoin(semantics_, values) : disjoin(semantics_, values));
                break;
            }
            case Op::neuron: LOH_CHECK(false); break;
        }
    }
    std::vector<double> outputs;
    for (SlotId output : program_.outputs) outputs.push_back(slots_[output.value]);
    return outputs;
}

OracleGradient Oracle::backward(std::span<const double> output_gradient) {
    gradient_.weights.assign(program_.weight_count, 0);
    gradient_.inputs.assign(program_.inputs.size(), 0);
    slot_gradients_.assign(program_.instructions.size(), 0);
    for (std::size_t o = 0; o < program_.outputs.size(); ++o)
        slot_gradients_[program_.outputs[o].value] += output_gradient[o];
    for (std::size_t slot = program_.instructions.size(); slot-- > 0;) {
        if (slot_gradients_[slot] != 0)
            backward_instruction(program_.instructions[slot], slot_gradients_[slot]);
    }
    return gradient_;
}

void Oracle::backward_instruction(const Instruction& instruction, double gradient) {
    std::vector<double> values;
    std::vector<double> share;
    switch (instruction.op) {
        case Op::constant: return;
        case Op::input: gradient_.inputs[instruction.payload] += gradient; return;
        case Op::choice: return backward_choice(instruction, gradient);
        default: break;
    }
    std::span<const SlotId> operands = program_.operands_of(instruction);
    for (SlotId operand : operands) values.push_back(slots_[operand.value]);
    if (instruction.op == Op::negation) share = {-1};
    if (instruction.op == Op::conjunction) share = conjoin_gradient(semantics_, values);
    if (instruction.op == Op::disjunction) share = disjoin_gradient(semantics_, values);
    for (std::size_t i = 0; i < operands.size(); ++i)
        slot_gradients_[operands[i].value] += gradient * share[i];
}

void Oracle::backward_choice(const Instruction& instruction, double gradient) {
    const CompiledChoice& choice = program_.choices[instruction.payload];
    bool conjunctive = choice.mode == ChoiceMode::conjunctive;
    std::vector<double> values = term_values(instruction, conjunctive);
    std::vector<double> share =
        conjunctive ? conjoin_gradient(semantics_, values) : disjoin_gradient(semantics_, values);
    std::span<const Term> terms = program_.terms_of(instruction);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        std::uint32_t weight_index = choice.first_weight + terms[i].alternative;
        double gate_sign = conjunctive ? -1 : 1;
        double gate = conjunctive ? 1 - weights_[weight_index] : weights_[weight_index];
        double arriving = gradient * share[i];
        if (terms[i].bare()) {
            gradient_.weights[weight_index] += gate_sign * arriving;
            continue;
        }
        double pair[] = {gate, slots_[terms[i].slot]};
        std::vector<double> parts =
            conjunctive ? disjoin_gradient(semantics_, pair) : conjoin_gradient(semantics_, pair);
        gradient_.weights[weight_index] += gate_sign * arriving * parts[0];
        slot_gradients_[terms[i].slot] += arriving * parts[1];
    }
}

}  // namespace loh
