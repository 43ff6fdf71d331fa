// The loop over instructions, compiled for several instruction sets and dispatched once for each block.
#include "infer/block.hpp"
#include "infer/vectors.hpp"

namespace loh {

namespace {

constexpr std::size_t kVectors = kBlockWords / kVectorWords;

}  // namespace

// The result of an instruction stays in vector registers until all operands are in. Complemented operands are collected in
// its complement, !result = !plain | operand | ...: the compiler does not find the instruction for `a & !b`.
LOH_VECTOR_CLONES void run_program(const RuleProgram& program, const std::uint64_t* const* sources,
                                   std::uint64_t* registers) noexcept {
    const std::uint32_t* operands = program.operands.data();
    for (const RuleInstruction& instruction : program.instructions) {
        const std::uint32_t* operand = operands + instruction.first;
        Words result[kVectors];
        for (Words& words : result) words = ~Words{};
        for (std::uint32_t i = 0; i < instruction.plain; ++i) {
            const auto* source = reinterpret_cast<const WordsAt*>(sources[*operand++]);
            for (std::size_t v = 0; v < kVectors; ++v) result[v] &= source[v];
        }
        for (Words& words : result) words = ~words;
        for (std::uint32_t i = 0; i < instruction.complemented; ++i) {
            const auto* source = reinterpret_cast<const WordsAt*>(sources[*operand++]);
            for (std::size_t v = 0; v < kVectors; ++v) result[v] |= source[v];
        }
        auto* target = reinterpret_cast<WordsAt*>(registers + instruction.target * kBlockWords);
        for (std::size_t v = 0; v < kVectors; ++v) target[v] = ~result[v];
    }
}

}  // namespace loh
