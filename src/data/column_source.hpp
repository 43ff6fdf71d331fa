// Named columns of some rows, wherever they come from: a table of cells (perhaps one block of a file), or a dataset that was
// typed before. A model asks for the columns it reads, typed as those it was learned from.
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

// Cells as classes: the distinct ones in the order of their first appearance, and for each row its class.
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

    // A column with the type and the codes that the schema says. A category that the schema lacks is kUnseenCode. Error
    // (meaning) with the place for a cell that should be a number.
    [[nodiscard]] virtual TypedColumn like(std::size_t column, const ColumnSchema& schema,
                                           const MissingTexts& missing) const = 0;

    // The cells as truth values in [0, 1]: 0, 1, true, false or a number between. Exactly one half, which counts as false, is
    // moved a little below, so that its negation counts as true. Error (meaning) with the place for anything else.
    [[nodiscard]] virtual std::vector<float> truth_values(std::size_t column) const = 0;

    // Columns of a table of bits, by their numbers; null: it is none.
    [[nodiscard]] virtual std::shared_ptr<const PackedRows> bits() const { return nullptr; }

    // The cells as classes. Error (meaning) with the place where one is missing.
    [[nodiscard]] virtual ClassColumn classes(std::size_t column) const = 0;

    [[nodiscard]] virtual Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                         std::string hint) const = 0;

    // The column for an input of a program, whose name is spelled as the language does it.
    [[nodiscard]] std::optional<std::size_t> find_input(std::string_view spelled) const;

    // The column of that name. Throws Error (name), with a suggestion, when there is none.
    [[nodiscard]] std::size_t at(std::string_view name) const;
};

// The columns of the inputs of a program: [input]. Throws Error when one is missing or is the target.
std::vector<std::size_t> input_columns(const std::vector<std::string>& inputs, const ColumnSource& columns,
                                       const std::string& target);

}  // namespace loh
