// The truth values of the literals of a rule program: packed bits, or comparisons of typed columns that are packed block by
// block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "decision/rows/rule_program.hpp"
#include "features/column_tests.hpp"

namespace loh {

struct RuleInputs {
    std::size_t rows = 0;
    std::vector<const std::uint64_t*>
        packed;  // [literal]: bit r of word w is row 64 w + r; null: the literal has tests
    LiteralTests tests;
};

// Packed columns by the text of the literal. They must outlive the inputs.
RuleInputs packed_inputs(const RuleProgram& program, std::size_t rows,
                         const std::function<const std::uint64_t*(const std::string&)>& column_of);

// Typed columns with `rows` rows. Throws Error (meaning) if a column does not exist or does not have the type that a literal
// compares.
RuleInputs raw_inputs(const RuleProgram& program, std::size_t rows, std::span<const TypedColumn> columns);

}  // namespace loh
