// Rule programs and decisions on one block of rows. All kernels here are noexcept and allocate nothing.
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

// Which class a row gets: that of the first formula that holds.
struct RuleDecision {
    std::vector<std::uint32_t> classes;  // [formula]
    std::uint32_t otherwise = 0;         // where none holds

    [[nodiscard]] std::size_t bits() const;  // of the largest class number; at least 1
};

// The classes of a block whose program has run, bit by bit. planes: [bit]; bit r of plane b is bit b of the class of row r.
void decide(const RuleProgram& program, const Block* blocks, const RuleDecision& decision,
            Block* planes) noexcept;

// Planes to numbers. classes.size() <= kBlockRows.
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint8_t> classes) noexcept;
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint16_t> classes) noexcept;
void spread_planes(const Block* planes, std::size_t bits, std::span<std::uint32_t> classes) noexcept;

}  // namespace loh
