// Blocks of rows: what is computed at a time. All kernels here are noexcept and allocate nothing.
//
// A block of bits is kBlockWords words: bit r of word w is row 64 w + r of the block. Words need no alignment beyond their
// own. Bits beyond the last row are whatever they are; who reads a result stops at the last row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formula/atom.hpp"
#include "infer/rule_program.hpp"

namespace loh {

inline constexpr std::size_t kBlockWords = 16;
inline constexpr std::size_t kBlockRows = kBlockWords * 64;

// Runs the program. sources: [source], the blocks to read; registers: [register][word], which the sources from L + 1 on
// point into.
void run_program(const RuleProgram& program, const std::uint64_t* const* sources,
                 std::uint64_t* registers) noexcept;

// Comparisons packed to bits: bit r is `column[r] comparison constant`, or `left[r] comparison right[r]`. As in IEEE 754, a
// missing number (NaN) compares unequal to everything. rows <= kBlockRows; whole words are written.
void pack_numbers(std::span<const double> column, Comparison comparison, double constant,
                  std::uint64_t* bits) noexcept;
void pack_pairs(std::span<const double> left, Comparison comparison, const double* right,
                std::uint64_t* bits) noexcept;
void pack_equal_codes(std::span<const std::uint32_t> column, std::uint32_t code,
                      std::uint64_t* bits) noexcept;

// Which class a row gets: that of the first formula that holds.
struct RuleDecision {
    std::vector<std::uint32_t> classes;  // [formula]
    std::uint32_t otherwise = 0;         // where none holds

    [[nodiscard]] std::size_t bits() const;  // of the largest class number; at least 1
};

// The classes of a block whose program has run, bit by bit. planes: [bit][word]; bit r of plane b is bit b of the class of
// row r.
void decide(const RuleProgram& program, const std::uint64_t* const* sources, const RuleDecision& decision,
            std::uint64_t* planes) noexcept;

// Planes to numbers. classes.size() <= kBlockRows.
void spread_planes(const std::uint64_t* planes, std::size_t bits, std::span<std::uint8_t> classes) noexcept;
void spread_planes(const std::uint64_t* planes, std::size_t bits, std::span<std::uint16_t> classes) noexcept;
void spread_planes(const std::uint64_t* planes, std::size_t bits, std::span<std::uint32_t> classes) noexcept;

}  // namespace loh
