// The final order of the instructions. Sums of gradients depend, in their last bits, on the order in which the users of a
// slot add to it. Fixing one order before layers are looked for makes their result the same, bit for bit, whether a shape
// is recognised or not:
//
//     - inputs come first, in the order of their first use;
//     - a negation comes directly after its operand;
//     - the choices of a neuron come directly before it, in the order of its operands. A neuron is a conjunction of
//       conjunctive or a disjunction of disjunctive choices that nothing else uses;
//     - everything else keeps its order. What no output needs is dropped.
#pragma once

#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

CompiledProgram schedule(const CompiledProgram& program);

// How often each slot is read, by live instructions and as an output; both arrays: [slot].
std::vector<std::uint32_t> count_readers(const CompiledProgram& program, const std::vector<bool>& live);

// Whether the instruction is a neuron; `readers` as above.
bool is_neuron(const CompiledProgram& program, const Instruction& instruction,
               const std::vector<std::uint32_t>& readers);

}  // namespace loh
