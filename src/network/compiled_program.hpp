// The compiled program: a formula with choices as a flat list of instructions.
//
// Instruction i writes slot i, one truth value in [0, 1] for each row of a batch, and reads only slots below i. A choice
// also reads its weights:
//
//     disjunctive   or_i  (w_i and x_i)         conjunctive   and_i (not w_i or x_i)
//
// Constants are folded: an alternative that is `true` leaves the bare weight in a disjunctive choice and nothing in a
// conjunctive one, and vice versa for `false`. The semantics that runs the program (src/network/kernels) defines `and`, `or`
// and `not` for truth values between 0 and 1.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

struct SlotId {
    std::uint32_t value = 0;
    friend bool operator==(SlotId, SlotId) = default;
};

enum class Op : std::uint8_t {
    constant,     // operand count 0; `payload` is 0 or 1. Only if a whole output is constant.
    input,        // `payload`: index into CompiledProgram::inputs
    negation,     // one operand; at most one negation of a slot
    conjunction,  // two or more operands
    disjunction,  // two or more operands
    choice,       // one or more terms; `payload`: index into CompiledProgram::choices
    neuron        // `payload`: index into CompiledProgram::layers; `first`: number of the neuron
};

struct Instruction {
    Op op = Op::constant;
    std::uint32_t first = 0;  // index of the first operand in operands; for a choice, in terms
    std::uint32_t count = 0;
    std::uint32_t payload = 0;
};

// One alternative of a choice that constant folding has not removed.
struct Term {
    static constexpr std::uint32_t kNoSlot = UINT32_MAX;
    std::uint32_t alternative = 0;  // in the program, from 0
    std::uint32_t slot = kNoSlot;   // its value; kNoSlot: the bare weight
    [[nodiscard]] bool bare() const { return slot == kNoSlot; }
};

struct CompiledChoice {
    ChoiceId id;                                // id in the formula graph
    ChoiceMode mode = ChoiceMode::disjunctive;  // never by_context
    std::uint32_t arity = 0;                    // number of alternatives in the program
    std::uint32_t first_weight = 0;             // index of its `arity` entries in the array of weights
    std::uint32_t first_logit = 0;  // index of its logits: none for arity 1, one for 2, otherwise `arity`
    [[nodiscard]] std::uint32_t logit_count() const { return arity == 1 ? 0 : arity == 2 ? 1 : arity; }
};

// Parallel neurons: the same gated slots for all, each with its own weights (network/layers.hpp).
//
//     conjunctive   and_t (not w[j][t] or x[t])         disjunctive   or_t (w[j][t] and x[t])
struct DenseLayer {
    bool conjunctive = false;
    std::uint32_t first_slot = 0;  // neuron j writes slot first_slot + j
    std::uint32_t neurons = 0;
    std::uint32_t first_term = 0;  // index in layer_terms
    std::uint32_t terms = 0;
    std::uint32_t first_weight = 0;  // index in layer_weights: [neuron][term]
};

struct CompiledProgram {
    std::vector<std::string>
        inputs;  // names in the spelling of the language, in the order of the formula graph
    std::vector<Instruction> instructions;  // [slot]
    std::vector<SlotId> operands;
    std::vector<Term> terms;
    std::vector<CompiledChoice> choices;
    std::vector<DenseLayer> layers;
    std::vector<std::uint32_t> layer_terms;    // slots; Term::kNoSlot for a bare gate
    std::vector<std::uint32_t> layer_weights;  // indices into the array of weights
    std::vector<SlotId> outputs;
    std::uint32_t weight_count = 0;
    std::uint32_t logit_count = 0;

    [[nodiscard]] std::span<const SlotId> operands_of(const Instruction& instruction) const {
        return std::span(operands).subspan(instruction.first, instruction.count);
    }
    [[nodiscard]] std::span<const Term> terms_of(const Instruction& instruction) const {
        return std::span(terms).subspan(instruction.first, instruction.count);
    }
    [[nodiscard]] std::span<const std::uint32_t> terms_of(const DenseLayer& layer) const {
        return std::span(layer_terms).subspan(layer.first_term, layer.terms);
    }
    [[nodiscard]] std::span<const std::uint32_t> weights_of(const DenseLayer& layer,
                                                            std::size_t neuron) const {
        return std::span(layer_weights).subspan(layer.first_weight + neuron * layer.terms, layer.terms);
    }
};

// Copies one instruction of `source` and adds its operands or terms to `target`. moved: [slot of source].
Instruction copy_reads(const CompiledProgram& source, Instruction instruction,
                       std::span<const std::uint32_t> moved, CompiledProgram& target);

// Checks all invariants above and aborts on a violation, which is a bug. Runs after each pass.
void verify(const CompiledProgram& program);

// The program in readable form: one line for each instruction, then the outputs.
//     s4 = choice 0 (conjunctive): (!w0 | s0) & (!w1 | s2)
// Only the first neuron of a layer is printed in full. `remark` may add text to the line of a choice, given by its index.
std::string to_string(const CompiledProgram& program, const std::vector<std::string>& output_names = {},
                      const std::function<std::string(std::size_t)>& remark = {});

}  // namespace loh
