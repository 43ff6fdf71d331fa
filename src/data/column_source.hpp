// Named columns of rows from any source: a table of cells (possibly one block of a file), or a dataset, which is already
// typed. A model asks for the columns it reads, with the types of its training data.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_array.hpp"
#include "data/column_types.hpp"
#include "data/packed_rows.hpp"
#include "loh/error.hpp"

namespace loh {

// Cells as classes: the distinct cells in the order of first appearance, and the class of each row.
struct ClassColumn {
    std::vector<std::string> names;
    SharedArray<std::uint32_t> labels;  // [row]
};

class ColumnSource {
public:
    ColumnSource() = default;
    virtual ~ColumnSource() = default;
    ColumnSource(const ColumnSource&) = delete;
    ColumnSource& operator=(const ColumnSource&) = delete;

    [[nodiscard]] virtual const std::string& source() const = 0;  // for messages
    [[nodiscard]] virtual std::size_t rows() const = 0;
    [[nodiscard]] virtual const std::vector<std::string>& names() const = 0;
    [[nodiscard]] virtual std::optional<std::size_t> find(std::string_view name) const = 0;

    // The column with the type and the codes of the schema. A category that the schema lacks is kUnseenCode. Throws Error
    // (meaning) with the place if a cell should be a number and is not.
    [[nodiscard]] virtual TypedColumn like(std::size_t column, const ColumnSchema& schema,
                                           const MissingRules& missing) const = 0;

    // The cells as truth values in [0, 1]: 0, 1, true, false or a number between. Exactly one half counts as false; it is
    // moved slightly below one half, so that its negation counts as true. Throws Error (meaning) with the place for any
    // other cell.
    [[nodiscard]] virtual std::vector<float> truth_values(std::size_t column) const = 0;

    // The bits of a table of bits, with the numbers of its columns; null for any other source.
    [[nodiscard]] virtual std::shared_ptr<const PackedRows> bits() const { return nullptr; }

    // The cells as classes, as they are written. A row has the label TypedColumn::kMissingCode if its cell is missing.
    [[nodiscard]] virtual ClassColumn classes(std::size_t column, const MissingTexts& missing) const = 0;

    [[nodiscard]] virtual Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                         std::string hint) const = 0;

    // The column for an input of a program, given in the spelling of the language.
    [[nodiscard]] std::optional<std::size_t> find_input(std::string_view spelled) const;

    // The column of that name. Throws Error (name) with a suggestion if there is none.
    [[nodiscard]] std::size_t at(std::string_view name) const;
};

// The columns of the inputs of a program: [input]. Throws Error if a column is missing or is the target.
std::vector<std::size_t> input_columns(const std::vector<std::string>& inputs, const ColumnSource& columns,
                                       const std::string& target);

}  // namespace loh
