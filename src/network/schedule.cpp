#include "network/schedule.hpp"

#include <algorithm>

namespace loh {

namespace {

template <class Visit>
void for_each_read(const CompiledProgram& program, const Instruction& instruction, Visit visit) {
    if (instruction.op == Op::choice) {
        for (const Term& term : program.terms_of(instruction)) {
            if (!term.bare()) visit(term.slot);
        }
    } else if (instruction.op != Op::neuron) {
        for (SlotId operand : program.operands_of(instruction)) visit(operand.value);
    }
}

std::vector<bool> live_slots(const CompiledProgram& program) {
    std::vector<bool> live(program.instructions.size(), false);
    for (SlotId output : program.outputs) live[output.value] = true;
    for (std::size_t slot = live.size(); slot-- > 0;) {
        if (live[slot])
            for_each_read(program, program.instructions[slot],
                          [&](std::uint32_t read) { live[read] = true; });
    }
    return live;
}

// Computes the new order of the slots.
class Order {
public:
    explicit Order(const CompiledProgram& program)
        : program_(program), live_(live_slots(program)), place_(live_.size(), Place::own) {
        find_negations();
        find_neurons();
    }

    std::vector<std::uint32_t> slots() {
        for (std::uint32_t slot = 0; slot < live_.size(); ++slot) {
            if (is_input(slot)) emit(slot);
        }
        for (std::uint32_t slot = 0; slot < live_.size(); ++slot) {
            if (!is_input(slot) && place_[slot] == Place::own) emit(slot);
        }
        return std::move(order_);
    }

private:
    enum class Place : std::uint8_t { own, after_operand, before_neuron };

    [[nodiscard]] bool is_input(std::uint32_t slot) const {
        return program_.instructions[slot].op == Op::input;
    }

    void find_negations() {
        negations_.resize(live_.size(), kNone);
        for (std::uint32_t slot = 0; slot < live_.size(); ++slot) {
            const Instruction& instruction = program_.instructions[slot];
            if (!live_[slot] || instruction.op != Op::negation) continue;
            place_[slot] = Place::after_operand;
            negations_[program_.operands_of(instruction)[0].value] = slot;  // at most one by construction
        }
    }

    void find_neurons() {
        std::vector<std::uint32_t> readers = count_readers(program_, live_);
        for (std::size_t slot = 0; slot < live_.size(); ++slot) {
            const Instruction& instruction = program_.instructions[slot];
            if (!live_[slot] || !is_neuron(program_, instruction, readers)) continue;
            for (SlotId choice : program_.operands_of(instruction))
                place_[choice.value] = Place::before_neuron;
        }
    }

    void emit(std::uint32_t slot) {
        if (!live_[slot]) return;
        const Instruction& instruction = program_.instructions[slot];
        if (instruction.op == Op::conjunction || instruction.op == Op::disjunction) {
            for (SlotId operand : program_.operands_of(instruction)) {
                if (place_[operand.value] == Place::before_neuron) order_.push_back(operand.value);
            }
        }
        order_.push_back(slot);
        for (std::uint32_t next = negations_[slot]; next != kNone; next = negations_[next])
            order_.push_back(next);
    }

    static constexpr std::uint32_t kNone = UINT32_MAX;

    const CompiledProgram& program_;
    std::vector<bool> live_;                // [slot]
    std::vector<Place> place_;              // [slot]
    std::vector<std::uint32_t> negations_;  // [slot]: the slot that negates it, or kNone
    std::vector<std::uint32_t> order_;
};

// Copies instructions one by one into a new program and renumbers their references.
class Rewriter {
public:
    explicit Rewriter(const CompiledProgram& source)
        : source_(source), moved_(source.instructions.size(), 0) {}

    void copy(std::uint32_t slot) {
        Instruction instruction = copy_reads(source_, source_.instructions[slot], moved_, result_);
        if (instruction.op == Op::input) {
            result_.inputs.push_back(source_.inputs[instruction.payload]);
            instruction.payload = static_cast<std::uint32_t>(result_.inputs.size() - 1);
        } else if (instruction.op == Op::choice) {
            copy_choice(instruction);
        }
        moved_[slot] = static_cast<std::uint32_t>(result_.instructions.size());
        result_.instructions.push_back(instruction);
    }

    CompiledProgram finish() {
        for (SlotId output : source_.outputs) result_.outputs.push_back(SlotId{moved_[output.value]});
        return std::move(result_);
    }

private:
    void copy_choice(Instruction& instruction) {
        CompiledChoice choice = source_.choices[instruction.payload];
        choice.first_weight = result_.weight_count;
        choice.first_logit = result_.logit_count;
        result_.weight_count += choice.arity;
        result_.logit_count += choice.logit_count();
        result_.choices.push_back(choice);
        instruction.payload = static_cast<std::uint32_t>(result_.choices.size() - 1);
    }

    const CompiledProgram& source_;
    std::vector<std::uint32_t> moved_;  // [old slot]: new slot
    CompiledProgram result_;
};

}  // namespace

std::vector<std::uint32_t> count_readers(const CompiledProgram& program, const std::vector<bool>& live) {
    std::vector<std::uint32_t> readers(program.instructions.size(), 0);
    for (SlotId output : program.outputs) ++readers[output.value];
    for (std::size_t slot = 0; slot < readers.size(); ++slot) {
        if (live[slot])
            for_each_read(program, program.instructions[slot], [&](std::uint32_t read) { ++readers[read]; });
    }
    return readers;
}

bool is_neuron(const CompiledProgram& program, const Instruction& instruction,
               const std::vector<std::uint32_t>& readers) {
    if (instruction.op != Op::conjunction && instruction.op != Op::disjunction) return false;
    ChoiceMode mode = instruction.op == Op::conjunction ? ChoiceMode::conjunctive : ChoiceMode::disjunctive;
    std::span<const SlotId> operands = program.operands_of(instruction);
    return std::all_of(operands.begin(), operands.end(), [&](SlotId operand) {
        const Instruction& choice = program.instructions[operand.value];
        return choice.op == Op::choice && program.choices[choice.payload].mode == mode &&
               readers[operand.value] == 1;
    });
}

CompiledProgram schedule(const CompiledProgram& program) {
    Rewriter rewriter(program);
    for (std::uint32_t slot : Order(program).slots()) rewriter.copy(slot);
    return rewriter.finish();
}

}  // namespace loh
