// The final order of the instructions. The last bits of a sum of gradients depend on the order in which the users of a slot
// add to it. A fixed order before the recognition of layers makes the results the same, bit for bit, whether a layer is
// recognised or not:
//
//     - inputs come first, in the order of their first use;
//     - a negation comes directly after its operand;
//     - the choices of a neuron come directly before it, in the order of its operands. A neuron is a conjunction of
//       conjunctive or a disjunction of disjunctive choices that have no other use;
//     - all other instructions keep their order. Instructions that no output needs are dropped.
#pragma once

#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

CompiledProgram schedule(const CompiledProgram& program);

// The number of reads of each slot, by live instructions and as an output; both arrays: [slot].
std::vector<std::uint32_t> count_readers(const CompiledProgram& program, const std::vector<bool>& live);

// Whether the instruction is a neuron; `readers` as above.
bool is_neuron(const CompiledProgram& program, const Instruction& instruction,
               const std::vector<std::uint32_t>& readers);

}  // namespace loh
