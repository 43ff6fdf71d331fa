// From cells to numbers and categories. What counts as which is written at the top of loh/table_schema.hpp.
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

// The texts that mean that a cell has no value. Asked for every cell, so most are told by their first character.
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
    bool empty_ = false;              // whether the empty text is among them
    std::array<bool, 256> begins_{};  // [character]: whether one of them begins with it
};

// A schema as it applies to one table.
class TypeRules {
public:
    // Error (name) when the table lacks a column that the schema names.
    TypeRules(const TableSchema& schema, const Table& table);

    [[nodiscard]] std::optional<ColumnUse> declared(std::size_t column) const { return declared_[column]; }
    [[nodiscard]] const MissingTexts& missing() const { return missing_; }

    // What a column is as long as no cell says something else.
    [[nodiscard]] ColumnType first_type(std::size_t column) const {
        return declared_[column] == ColumnUse::category ? ColumnType::category : ColumnType::number;
    }
    [[nodiscard]] std::vector<std::size_t> used_columns() const;  // those that are not ignored

private:
    std::vector<std::optional<ColumnUse>> declared_;  // [column of the table]
    MissingTexts missing_;
};

// One column, of the declared type or of the one that its cells have. That it is to be ignored is a matter for whoever
// chooses the columns. Undeclared and without values, it has numbers. Error (meaning) with the place for a cell of a declared
// number column that is none.
TypedColumn typed_column(const Table& table, std::size_t column, const TypeRules& rules);

// All columns in their order, but those that are ignored or have no values.
std::vector<TypedColumn> typed_columns(const Table& table, const TypeRules& rules);

// How many rows have no value.
std::size_t count_missing(const TypedColumn& column);

// What a model keeps of a column, so that cells of another table mean the same to it.
struct ColumnSchema {
    ColumnType type = ColumnType::number;
    std::vector<std::string> categories;  // [code]: different; empty for numbers
};
ColumnSchema schema_of(const TypedColumn& column);

// A column of another table, with the type and the codes of the first. A category that was not there is kUnseenCode. Error
// (meaning) with the place for a cell that should be a number. For many tables: columns_like.hpp.
TypedColumn typed_like(const Table& table, std::size_t column, const ColumnSchema& schema,
                       const MissingTexts& missing);

// The Error about a cell that should be a number.
Error no_number(const Table& table, std::size_t column, std::size_t row);

}  // namespace loh
