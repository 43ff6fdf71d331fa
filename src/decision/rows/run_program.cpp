// The interpreter of rule programs, compiled for several instruction sets and dispatched once per block.
#include "decision/rows/block_program.hpp"
#include "features/blocks/vectors.hpp"

namespace loh {

// The result of an instruction stays in vector registers until all operands have been read. Complemented operands are
// accumulated in the complement of the result, !result = !plain | operand | ..., because the compiler does not find the
// instruction for `a & !b`.
//
// Rejected: leaving an instruction early if its result is all 0. The rows of a block differ too much for that to happen
// often, and the test costs as much as it saves.
LOH_VECTOR_CLONES void run_program(const RuleProgram& program, Block* blocks) noexcept {
    const std::uint32_t* operands = program.operands.data();
    Block* registers = blocks + 1 + program.literals.size();
    for (const RuleInstruction& instruction : program.instructions) {
        const std::uint32_t* operand = operands + instruction.first;
        Words result[kVectors];
        for (Words& words : result) words = ~Words{};
        for (std::uint32_t i = 0; i < instruction.plain; ++i) {
            const Words* source = vectors(blocks[*operand++]);
            for (std::size_t v = 0; v < kVectors; ++v) result[v] &= source[v];
        }
        for (Words& words : result) words = ~words;
        for (std::uint32_t i = 0; i < instruction.complemented; ++i) {
            const Words* source = vectors(blocks[*operand++]);
            for (std::size_t v = 0; v < kVectors; ++v) result[v] |= source[v];
        }
        Words* target = vectors(registers[instruction.target]);
        for (std::size_t v = 0; v < kVectors; ++v) target[v] = ~result[v];
    }
}

}  // namespace loh
