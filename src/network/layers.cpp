#include "network/layers.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "network/schedule.hpp"

namespace loh {

namespace {

class Recognition {
public:
    explicit Recognition(const CompiledProgram& source)
        : source_(source),
          moved_(source.instructions.size(), kWaiting),
          readers_(count_readers(source, std::vector<bool>(source.instructions.size(), true))) {
        result_.inputs = source.inputs;
        result_.choices = source.choices;
        result_.weight_count = source.weight_count;
        result_.logit_count = source.logit_count;
        for (const Instruction& instruction : source.instructions) {
            if (!is_neuron(source, instruction, readers_)) continue;
            for (SlotId choice : source.operands_of(instruction)) readers_[choice.value] = kInside;
        }
    }

    CompiledProgram run() {
        for (std::uint32_t slot = 0; slot < moved_.size(); ++slot) {
            const Instruction& instruction = source_.instructions[slot];
            if (readers_[slot] == kInside) continue;  // becomes a gate of its neuron
            if (has_gates(instruction)) {
                neuron(slot, instruction);
            } else if (instruction.op == Op::negation && negates_open_layer(instruction)) {
                waiting_.push_back(slot);
            } else {
                close_layer();
                copy(slot);
            }
        }
        close_layer();
        for (SlotId output : source_.outputs) result_.outputs.push_back(SlotId{moved_[output.value]});
        return std::move(result_);
    }

private:
    // Whether the operands of the instruction are gates.
    [[nodiscard]] bool has_gates(const Instruction& instruction) const {
        return (instruction.op == Op::conjunction || instruction.op == Op::disjunction) &&
               readers_[source_.operands_of(instruction)[0].value] == kInside;
    }

    // A negation of a neuron of the open layer (or of such a negation) may occur between two neurons. No neuron of the layer
    // uses it, so it can be copied after the layer.
    [[nodiscard]] bool negates_open_layer(const Instruction& instruction) const {
        std::uint32_t operand = moved_[source_.operands_of(instruction)[0].value];
        return open_ && (operand == kWaiting || operand >= layer_.first_slot);
    }

    [[nodiscard]] bool reads_waiting(const Instruction& neuron) const {
        for (SlotId operand : source_.operands_of(neuron)) {
            for (const Term& term : source_.terms_of(source_.instructions[operand.value])) {
                if (!term.bare() && moved_[term.slot] == kWaiting) return true;
            }
        }
        return false;
    }

    void neuron(std::uint32_t slot, const Instruction& instruction) {
        if (reads_waiting(instruction)) close_layer();
        terms_.clear();
        weights_.clear();
        for (SlotId operand : source_.operands_of(instruction)) {
            const Instruction& choice = source_.instructions[operand.value];
            for (const Term& term : source_.terms_of(choice)) {
                terms_.push_back(term.bare() ? Term::kNoSlot : moved_[term.slot]);
                weights_.push_back(source_.choices[choice.payload].first_weight + term.alternative);
            }
        }
        bool conjunctive = instruction.op == Op::conjunction;
        if (!open_ || conjunctive != layer_.conjunctive ||
            !std::equal(terms_.begin(), terms_.end(), result_.layer_terms.begin() + layer_.first_term,
                        result_.layer_terms.end())) {
            close_layer();
            open_layer(conjunctive);
        }
        result_.layer_weights.insert(result_.layer_weights.end(), weights_.begin(), weights_.end());
        append(slot, {Op::neuron, layer_.neurons, 0, static_cast<std::uint32_t>(result_.layers.size())});
        ++layer_.neurons;
    }

    void open_layer(bool conjunctive) {
        open_ = true;
        layer_ = {};
        layer_.conjunctive = conjunctive;
        layer_.first_slot = static_cast<std::uint32_t>(result_.instructions.size());
        layer_.first_term = static_cast<std::uint32_t>(result_.layer_terms.size());
        layer_.first_weight = static_cast<std::uint32_t>(result_.layer_weights.size());
        layer_.terms = static_cast<std::uint32_t>(terms_.size());
        result_.layer_terms.insert(result_.layer_terms.end(), terms_.begin(), terms_.end());
    }

    void close_layer() {
        if (!open_) return;
        open_ = false;
        result_.layers.push_back(layer_);
        for (std::uint32_t slot : waiting_) copy(slot);
        waiting_.clear();
    }

    void copy(std::uint32_t slot) {
        append(slot, copy_reads(source_, source_.instructions[slot], moved_, result_));
    }

    void append(std::uint32_t slot, Instruction instruction) {
        moved_[slot] = static_cast<std::uint32_t>(result_.instructions.size());
        result_.instructions.push_back(instruction);
    }

    static constexpr std::uint32_t kWaiting = UINT32_MAX;  // in moved_: not copied yet
    static constexpr std::uint32_t kInside = UINT32_MAX;   // in readers_: a choice that becomes gates

    const CompiledProgram& source_;
    std::vector<std::uint32_t> moved_;    // [old slot]: new slot
    std::vector<std::uint32_t> readers_;  // [old slot]
    CompiledProgram result_;
    bool open_ = false;  // whether neurons can be added to layer_
    DenseLayer layer_;
    std::vector<std::uint32_t> waiting_;  // negations to copy after the open layer
    std::vector<std::uint32_t> terms_;    // of the current neuron
    std::vector<std::uint32_t> weights_;
};

}  // namespace

CompiledProgram recognise_layers(const CompiledProgram& program) {
    LOH_CHECK(program.layers.empty());
    CompiledProgram result = Recognition(program).run();
    verify(result);
    return result;
}

CompiledProgram trainable(const CompiledProgram& program, Semantics semantics) {
    return semantics == Semantics::goedel ? recognise_layers(program) : program;
}

}  // namespace loh
