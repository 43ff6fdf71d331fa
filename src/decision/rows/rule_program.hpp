// Choice-free formulas as a straight-line program over blocks of rows, one bit to a row.
//
// Idea: where operands may be complemented, one operation is enough: a | b = !(!a & !b). Every instruction is a
// conjunction of any number of sources, some of them complemented, so a negation costs nothing and a clause of ten
// literals is one instruction that keeps its result in registers until it is complete.
//
// Invariant: an instruction reads only literals and registers that were written before. Registers are used again as soon
// as nobody needs their value, and a conjunction takes in its operands as they are finished, so the blocks of all
// registers stay in the first-level cache whatever the number of clauses.
#pragma once

#include <cstdint>
#include <vector>

#include "features/column_tests.hpp"
#include "loh/formula.hpp"

namespace loh {

// A source is a number: 0 is `true`, 1 to L are the literals, from L + 1 on registers.
struct RuleInstruction {
    std::uint32_t target = 0;  // a register, counted from 0
    std::uint32_t first =
        0;  // of its operands in RuleProgram::operands: the plain ones, then the complemented
    std::uint32_t plain = 0;         // how many
    std::uint32_t complemented = 0;  // how many
};

struct RuleProgram {
    struct Output {
        std::uint32_t source = 0;
        bool complemented = false;
    };

    std::vector<RuleLiteral> literals;  // that the formulas depend on, each once
    std::vector<RuleInstruction> instructions;
    std::vector<std::uint32_t> operands;  // sources
    std::vector<Output> outputs;          // [formula]
    std::uint32_t registers = 0;

    [[nodiscard]] std::size_t sources() const { return 1 + literals.size() + registers; }
};

// The formulas may come from different graphs; what is equal in them is computed once. Choices are an Error (usage).
RuleProgram compile_rules(const std::vector<Formula>& formulas);

}  // namespace loh
