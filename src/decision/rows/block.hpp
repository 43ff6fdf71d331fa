// Blocks of rows: what is computed at a time. All kernels here are noexcept and allocate nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decision/rows/rule_program.hpp"
#include "formula/atom.hpp"

namespace loh {

// 2048 rows: the blocks of a hundred literals fit in 32 KiB. Measured, 512 to 2048 rows are within a tenth of each other for
// small programs; from raw columns and for large programs 2048 is best.
inline constexpr std::size_t kBlockWords = 32;
inline constexpr std::size_t kBlockRows = kBlockWords * 64;

// Bit r of word w is row 64 w + r of the block. Bits beyond the last row are whatever they are; who reads a result stops at
// the last row.
struct alignas(64) Block {
    std::uint64_t words[kBlockWords];
};

// Runs the program. blocks: [source]: `true` and the literals are read, the registers written.
void run_program(const RuleProgram& program, Block* blocks) noexcept;

// Comparisons packed to bits: bit r is `column[r] comparison constant`, or `left[r] comparison right[r]`. As in IEEE 754, a
// missing number (NaN) compares unequal to everything. column.size() <= kBlockRows.
void pack_numbers(std::span<const double> column, Comparison comparison, double constant,
                  Block& bits) noexcept;
void pack_pairs(std::span<const double> left, Comparison comparison, const double* right,
                Block& bits) noexcept;
void pack_equal_codes(std::span<const std::uint32_t> column, std::uint32_t code, Block& bits) noexcept;

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
