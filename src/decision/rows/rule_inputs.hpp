// Where the literals of a rule program get their truth values: from packed columns, or from raw columns by comparisons
// that are packed on the way. Columns that no literal mentions are not touched, and columns are not copied, except for
// categories that are compared with another column as numbers: they have to stay where they are while the inputs are in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/typed_columns.hpp"
#include "decision/rows/rule_program.hpp"
#include "formula/atom.hpp"

namespace loh {

// A column that lies elsewhere: numbers or codes, [row].
struct RawColumn {
    std::string name;  // as in the header of the table
    ColumnType type = ColumnType::number;
    const double* numbers = nullptr;       // NaN: missing
    const std::uint32_t* codes = nullptr;  // as in TypedColumn
    std::span<const std::string> categories;
};
RawColumn raw_column(const TypedColumn& column);

// One pass over a block of a column. A literal is one or several of them, joined.
struct ColumnTest {
    enum class Kind : std::uint8_t {
        number,     // numbers comparison number
        pair,       // numbers comparison other_numbers
        code,       // codes = code
        table,      // tables[table] at codes
        code_pair,  // codes = the codes that tables[table] has for other_codes
    };
    enum class Join : std::uint8_t { first, both, either };  // with the passes before it: set, `&`, `|`

    std::uint32_t literal = 0;
    Kind kind = Kind::number;
    Join join = Join::first;
    bool complemented = false;
    Comparison comparison = Comparison::equal;
    double number = 0;
    std::uint32_t code = 0;
    std::uint32_t table = 0;
    const double* numbers = nullptr;
    const double* other_numbers = nullptr;
    const std::uint32_t* codes = nullptr;
    const std::uint32_t* other_codes = nullptr;
};

struct RuleInputs {
    std::size_t rows = 0;
    std::vector<const std::uint64_t*>
        packed;                     // [literal]: bit r of word w is row 64 w + r; null: it has tests
    std::vector<ColumnTest> tests;  // those of a column together, so that its block is read once
    std::vector<std::vector<std::uint32_t>> tables;  // [table][code]; then one for unseen, one for missing
    std::vector<std::shared_ptr<const std::vector<double>>>
        numbers;  // [row]: of columns of categories that are compared as numbers
};

// Packed columns by the text of the literal; `column_of` gives null for what is not there, which must not happen.
RuleInputs packed_inputs(const RuleProgram& program, std::size_t rows,
                         const std::function<const std::uint64_t*(const std::string&)>& column_of);

// Raw columns. A missing cell satisfies no comparison, also not `!=`. A plain proposition is the column of that name, true
// above one half. Throws Error (meaning) when a column is not there or is not of the kind that a literal compares.
RuleInputs raw_inputs(const RuleProgram& program, std::size_t rows, std::span<const RawColumn> columns);

}  // namespace loh
