#include "network/compiled_program.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/check.hpp"

namespace loh {

namespace {

void verify_choice(const CompiledProgram& program, const Instruction& instruction, std::uint32_t slot) {
    LOH_CHECK(instruction.payload < program.choices.size());
    const CompiledChoice& choice = program.choices[instruction.payload];
    LOH_CHECK(choice.mode != ChoiceMode::by_context);
    LOH_CHECK(choice.first_weight + choice.arity <= program.weight_count);
    LOH_CHECK(choice.first_logit + choice.logit_count() <= program.logit_count);
    LOH_CHECK(instruction.count >= 1 && instruction.count <= choice.arity);
    std::uint32_t next = 0;
    for (const Term& term : program.terms_of(instruction)) {
        LOH_CHECK(term.alternative >= next && term.alternative < choice.arity);
        next = term.alternative + 1;
        LOH_CHECK(term.bare() || term.slot < slot);
    }
}

void verify_neuron(const CompiledProgram& program, const Instruction& instruction, std::uint32_t slot) {
    LOH_CHECK(instruction.payload < program.layers.size());
    const DenseLayer& layer = program.layers[instruction.payload];
    LOH_CHECK(instruction.first < layer.neurons && layer.first_slot + instruction.first == slot);
    LOH_CHECK(layer.first_term + layer.terms <= program.layer_terms.size() && layer.terms >= 1);
    LOH_CHECK(layer.first_weight + std::size_t{layer.neurons} * layer.terms <= program.layer_weights.size());
    for (std::uint32_t term : program.terms_of(layer))
        LOH_CHECK(term == Term::kNoSlot || term < layer.first_slot);
    for (std::uint32_t weight : program.weights_of(layer, instruction.first))
        LOH_CHECK(weight < program.weight_count);
}

void verify_instruction(const CompiledProgram& program, std::uint32_t slot) {
    const Instruction& instruction = program.instructions[slot];
    switch (instruction.op) {
        case Op::constant: LOH_CHECK(instruction.count == 0 && instruction.payload <= 1); return;
        case Op::input:
            LOH_CHECK(instruction.count == 0 && instruction.payload < program.inputs.size());
            return;
        case Op::negation: LOH_CHECK(instruction.count == 1); break;
        case Op::conjunction:
        case Op::disjunction: LOH_CHECK(instruction.count >= 2); break;
        case Op::choice: return verify_choice(program, instruction, slot);
        case Op::neuron: return verify_neuron(program, instruction, slot);
    }
    LOH_CHECK(instruction.first + instruction.count <= program.operands.size());
    for (SlotId operand : program.operands_of(instruction)) {
        LOH_CHECK(operand.value < slot);
        LOH_CHECK(program.instructions[operand.value].op != Op::constant);
    }
}

std::string spell(SlotId slot) { return "s" + std::to_string(slot.value); }

// One gate: `(!w3 | s5)` in a conjunction, `w3 & s5` in a disjunction.
std::string spell_gate(bool conjunctive, std::uint32_t weight, std::uint32_t slot) {
    std::string gate = (conjunctive ? "!w" : "w") + std::to_string(weight);
    if (slot == Term::kNoSlot) return gate;
    return conjunctive ? "(" + gate + " | " + spell(SlotId{slot}) + ")" : gate + " & " + spell(SlotId{slot});
}

std::string spell_choice(const CompiledProgram& program, const Instruction& instruction) {
    const CompiledChoice& choice = program.choices[instruction.payload];
    bool conjunctive = choice.mode == ChoiceMode::conjunctive;
    std::string result = "choice " + std::to_string(instruction.payload) +
                         (conjunctive ? " (conjunctive): " : " (disjunctive): ");
    bool first = true;
    for (const Term& term : program.terms_of(instruction)) {
        result += first ? "" : conjunctive ? " & " : " | ";
        result += spell_gate(conjunctive, choice.first_weight + term.alternative, term.slot);
        first = false;
    }
    return result;
}

std::string spell_neuron(const CompiledProgram& program, const DenseLayer& layer, std::size_t neuron) {
    std::string result;
    std::span<const std::uint32_t> weights = program.weights_of(layer, neuron);
    std::span<const std::uint32_t> terms = program.terms_of(layer);
    for (std::size_t t = 0; t < terms.size(); ++t) {
        result += t == 0 ? "" : layer.conjunctive ? " & " : " | ";
        result += spell_gate(layer.conjunctive, weights[t], terms[t]);
    }
    return result;
}

// The choice of a weight. Choices are in the order of their weights.
std::size_t choice_of_weight(const CompiledProgram& program, std::uint32_t weight) {
    auto after = std::upper_bound(
        program.choices.begin(), program.choices.end(), weight,
        [](std::uint32_t w, const CompiledChoice& choice) { return w < choice.first_weight; });
    return static_cast<std::size_t>(after - program.choices.begin()) - 1;
}

std::string spell_layer(const CompiledProgram& program, std::size_t index,
                        const std::function<std::string(std::size_t)>& remark) {
    const DenseLayer& layer = program.layers[index];
    std::string text = "# layer " + std::to_string(index) + ": " + std::to_string(layer.neurons) +
                       (layer.conjunctive ? " conjunction" : " disjunction") +
                       (layer.neurons == 1 ? "" : "s") + " of " + std::to_string(layer.terms) +
                       (layer.terms == 1 ? " gate" : " gates");
    if (remark)
        text += ", from " + remark(choice_of_weight(program, program.weights_of(layer, 0)[0])) + " on";
    text += "\n";
    text += spell(SlotId{layer.first_slot}) + " = " + spell_neuron(program, layer, 0) + "\n";
    if (layer.neurons == 1) return text;
    std::uint32_t last = layer.first_slot + layer.neurons - 1;
    text += spell(SlotId{layer.first_slot + 1});
    if (layer.neurons > 2) text += " to " + spell(SlotId{last});
    return text + ": the same form with other weights\n";
}

std::string spell_instruction(const CompiledProgram& program, const Instruction& instruction) {
    switch (instruction.op) {
        case Op::constant: return instruction.payload == 1 ? "true" : "false";
        case Op::input: return "input " + program.inputs[instruction.payload];
        case Op::negation: return "!" + spell(program.operands_of(instruction)[0]);
        case Op::choice: return spell_choice(program, instruction);
        default: break;
    }
    std::string result;
    for (SlotId operand : program.operands_of(instruction)) {
        result += (result.empty() ? "" : instruction.op == Op::conjunction ? " & " : " | ") + spell(operand);
    }
    return result;
}

}  // namespace

Instruction copy_reads(const CompiledProgram& source, Instruction instruction,
                       std::span<const std::uint32_t> moved, CompiledProgram& target) {
    if (instruction.op == Op::choice) {
        std::span<const Term> terms = source.terms_of(instruction);
        instruction.first = static_cast<std::uint32_t>(target.terms.size());
        for (Term term : terms) {
            if (!term.bare()) term.slot = moved[term.slot];
            target.terms.push_back(term);
        }
    } else {
        std::span<const SlotId> operands = source.operands_of(instruction);
        instruction.first = static_cast<std::uint32_t>(target.operands.size());
        for (SlotId operand : operands) target.operands.push_back(SlotId{moved[operand.value]});
    }
    return instruction;
}

void verify(const CompiledProgram& program) {
    for (std::uint32_t slot = 0; slot < program.instructions.size(); ++slot)
        verify_instruction(program, slot);
    std::unordered_set<std::uint32_t> negated;
    for (const Instruction& instruction : program.instructions) {
        if (instruction.op == Op::negation)
            LOH_CHECK(negated.insert(program.operands_of(instruction)[0].value).second);
    }
    for (SlotId output : program.outputs) LOH_CHECK(output.value < program.instructions.size());
    LOH_CHECK(!program.outputs.empty());
}

std::string to_string(const CompiledProgram& program, const std::vector<std::string>& output_names,
                      const std::function<std::string(std::size_t)>& remark) {
    std::string result;
    for (std::size_t slot = 0; slot < program.instructions.size(); ++slot) {
        const Instruction& instruction = program.instructions[slot];
        if (instruction.op == Op::neuron) {
            if (instruction.first == 0) result += spell_layer(program, instruction.payload, remark);
            continue;
        }
        result += "s" + std::to_string(slot) + " = " + spell_instruction(program, instruction);
        if (instruction.op == Op::choice && remark) result += "  # " + remark(instruction.payload);
        result += "\n";
    }
    for (std::size_t i = 0; i < program.outputs.size(); ++i) {
        std::string name = i < output_names.size() && !output_names[i].empty() ? output_names[i] : "output";
        result += name + " = " + spell(program.outputs[i]) + "\n";
    }
    return result;
}

}  // namespace loh
