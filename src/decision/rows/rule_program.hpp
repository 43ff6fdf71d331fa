// Choice-free formulas as a straight-line program over blocks of rows, one bit per row.
//
// Idea: with complemented operands one operation is enough: a | b = !(!a & !b). Every instruction is a conjunction of any
// number of sources, some of them complemented. So a negation is free, and a clause of ten literals is one instruction that
// keeps its result in vector registers until it is complete.
//
// Invariant: an instruction reads only literals and registers that were written before. A register is reused as soon as its
// value is no longer needed, and a conjunction combines its operands as they are finished, so the blocks of all registers
// stay in the L1 cache for any number of clauses.
#pragma once

#include <cstdint>
#include <vector>

#include "features/column_tests.hpp"
#include "loh/formula.hpp"

namespace loh {

// A source is a number: 0 is `true`, 1 to L are the literals, L + 1 and above are registers.
struct RuleInstruction {
    std::uint32_t target = 0;  // a register, counted from 0
    std::uint32_t first =
        0;  // start of its operands in RuleProgram::operands: plain ones, then complemented ones
    std::uint32_t plain = 0;         // number of plain operands
    std::uint32_t complemented = 0;  // number of complemented operands
};

struct RuleProgram {
    struct Output {
        std::uint32_t source = 0;
        bool complemented = false;
    };

    std::vector<RuleLiteral> literals;  // distinct literals of the formulas
    std::vector<RuleInstruction> instructions;
    std::vector<std::uint32_t> operands;  // sources
    std::vector<Output> outputs;          // [formula]
    std::uint32_t registers = 0;

    [[nodiscard]] std::size_t sources() const { return 1 + literals.size() + registers; }
};

// The formulas may belong to different graphs; common subformulas are computed once. Throws Error (usage) for choices.
RuleProgram compile_rules(const std::vector<Formula>& formulas);

}  // namespace loh
