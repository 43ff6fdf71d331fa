// Where the literals of a rule program get their truth values: from packed bits, or from typed columns by comparisons that are
// packed on the way.
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
        packed;  // [literal]: bit r of word w is row 64 w + r; null: it has tests
    LiteralTests tests;
};

// Packed columns by the text of the literal. They must stay where they are while the inputs are in use.
RuleInputs packed_inputs(const RuleProgram& program, std::size_t rows,
                         const std::function<const std::uint64_t*(const std::string&)>& column_of);

// Typed columns of so many rows. Throws Error (meaning) when a column does not exist or is not of the kind that a literal
// compares.
RuleInputs raw_inputs(const RuleProgram& program, std::size_t rows, std::span<const TypedColumn> columns);

}  // namespace loh
