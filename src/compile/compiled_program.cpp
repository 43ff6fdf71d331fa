#include "compile/compiled_program.hpp"

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
    }
    LOH_CHECK(instruction.first + instruction.count <= program.operands.size());
    for (SlotId operand : program.operands_of(instruction)) {
        LOH_CHECK(operand.value < slot);
        LOH_CHECK(program.instructions[operand.value].op != Op::constant);
    }
}

std::string spell(SlotId slot) { return "s" + std::to_string(slot.value); }

std::string spell_choice(const CompiledProgram& program, const Instruction& instruction) {
    const CompiledChoice& choice = program.choices[instruction.payload];
    bool conjunctive = choice.mode == ChoiceMode::conjunctive;
    std::string result = "choice " + std::to_string(instruction.payload) +
                         (conjunctive ? " (conjunctive): " : " (disjunctive): ");
    bool first = true;
    for (const Term& term : program.terms_of(instruction)) {
        std::string weight = "w" + std::to_string(choice.first_weight + term.alternative);
        if (conjunctive) weight.insert(0, 1, '!');
        result += (first ? "" : conjunctive ? " & " : " | ");
        first = false;
        if (term.bare()) {
            result += weight;
        } else {
            result += conjunctive ? "(" + weight + " | " + spell(SlotId{term.slot}) + ")"
                                  : weight + " & " + spell(SlotId{term.slot});
        }
    }
    return result;
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

void verify(const CompiledProgram& program) {
    for (std::uint32_t slot = 0; slot < program.instructions.size(); ++slot)
        verify_instruction(program, slot);
    for (SlotId output : program.outputs) LOH_CHECK(output.value < program.instructions.size());
    LOH_CHECK(!program.outputs.empty());
}

std::string to_string(const CompiledProgram& program, const std::vector<std::string>& output_names,
                      const std::function<std::string(std::size_t)>& remark) {
    std::string result;
    for (std::size_t slot = 0; slot < program.instructions.size(); ++slot) {
        const Instruction& instruction = program.instructions[slot];
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
