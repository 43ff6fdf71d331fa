// Types cells as numbers or categories. The rules are at the top of loh/table_schema.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/parse_number.hpp"
#include "data/typed_columns.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

// The texts that denote a missing value. It is asked for every cell, so most cells are rejected by their first character.
class MissingTexts {
public:
    explicit MissingTexts(std::vector<std::string> texts);

    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }
    [[nodiscard]] bool contains(std::string_view cell) const {
        return cell.empty() ? empty_ : begins_[static_cast<unsigned char>(cell[0])] && is_listed(cell);
    }

private:
    [[nodiscard]] bool is_listed(std::string_view cell) const;

    std::vector<std::string> texts_;  // sorted
    bool empty_ = false;              // whether the empty text denotes a missing value
    std::array<bool, 256> begins_{};  // [character]: whether one of the texts begins with it
};

// A schema applied to one table.
class TypeRules {
public:
    // Throws Error (name) if the schema names a column that the table lacks.
    TypeRules(const TableSchema& schema, const Table& table);

    [[nodiscard]] std::optional<ColumnUse> declared(std::size_t column) const { return declared_[column]; }
    [[nodiscard]] const MissingTexts& missing() const { return missing_; }

    // The type of a column until a cell changes it.
    [[nodiscard]] ColumnType first_type(std::size_t column) const {
        return declared_[column] == ColumnUse::category ? ColumnType::category : ColumnType::number;
    }
    [[nodiscard]] std::vector<std::size_t> used_columns() const;  // without the ignored columns

private:
    std::vector<std::optional<ColumnUse>> declared_;  // [column of the table]
    MissingTexts missing_;
};

// One column, with its declared type or the type of its cells. `ignore` is not evaluated here: the caller chooses the
// columns. A column without a declaration and without values has numbers. Throws Error (meaning) with the place if a cell of
// a declared number column is not a number.
TypedColumn typed_column(const Table& table, std::size_t column, const TypeRules& rules);

// All columns in order, except those that are ignored or have no values.
std::vector<TypedColumn> typed_columns(const Table& table, const TypeRules& rules);

// The number of rows without a value.
std::size_t count_missing(const TypedColumn& column);

// The part of a column that a model stores, so that cells of another table are typed in the same way.
struct ColumnSchema {
    ColumnType type = ColumnType::number;
    std::vector<std::string> categories;  // [code]: distinct; empty for numbers
};
ColumnSchema schema_of(const TypedColumn& column);

// A column of another table, with the type and the codes of `schema`. A category that the schema lacks is kUnseenCode. Throws
// Error (meaning) with the place if a cell should be a number and is not. For many tables use columns_like.hpp.
TypedColumn typed_like(const Table& table, std::size_t column, const ColumnSchema& schema,
                       const MissingTexts& missing);

// The Error about a cell that is not a number.
Error no_number(const Table& table, std::size_t column, std::size_t row);

}  // namespace loh
