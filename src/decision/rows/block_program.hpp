// Rule programs and decisions on one block of rows. All kernels are noexcept and allocate nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decision/rows/rule_program.hpp"
#include "features/blocks/block.hpp"

namespace loh {

// Runs the program. blocks: [source]: `true` and the literals are read, the registers written.
void run_program(const RuleProgram& program, Block* blocks) noexcept;

// The class of a row: the class of the first formula that holds.
struct RuleDecision {
    std::vector<std::uint32_t> classes;  // [formula]
    std::uint32_t otherwise = 0;         // if no formula holds

    [[nodiscard]] std::size_t bits() const;  // bits of the largest class number; at least 1
};

// The classes of a block after its program has run, as bit planes. planes: [bit]; bit r of plane b is bit b of row r's class.
void decide(const RuleProgram& program, const Block* blocks, const RuleDecision& decision,
            Block* planes) noexcept;

// Converts planes to numbers. classes.size() <= kBlockRows.
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint8_t> classes) noexcept;
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint16_t> classes) noexcept;
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint32_t> classes) noexcept;

}  // namespace loh
