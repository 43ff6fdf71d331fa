// Types cells as numbers or categories. The rules are at the top of loh/table_schema.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/missing_texts.hpp"
#include "data/parse_number.hpp"
#include "data/typed_columns.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

// How to finish a column when all of its cells are known.
struct FinishRules {
    bool usual = false;      // usual texts may be missing
    bool may_form = false;   // numbers of any form, and dates, become numbers
    bool must_form = false;  // they are declared as numbers
    bool target = false;     // a column of classes
    char separator = 0;      // of the cells
};

// A schema applied to one table.
class TypeRules {
public:
    // Throws Error (name) if the schema names a column that the table lacks.
    TypeRules(const TableSchema& schema, const Table& table);

    [[nodiscard]] std::optional<ColumnUse> declared(std::size_t column) const { return declared_[column]; }

    // The texts that are missing while a column is read as numbers, and as categories. Whether a usual text is a category is
    // decided when all cells are known (column_finish.hpp).
    [[nodiscard]] const MissingTexts& missing_in_numbers() const { return in_numbers_; }
    [[nodiscard]] const MissingTexts& missing() const { return missing_; }
    [[nodiscard]] char separator() const { return separator_; }

    // How to finish a column.
    [[nodiscard]] FinishRules finish(std::size_t column) const {
        std::optional<ColumnUse> use = declared_[column];
        bool number = use == ColumnUse::number;
        return {usual_, !use || number, number, column == target_, separator_};
    }
    // The target is read as texts, whatever the schema declares.
    void set_target(std::size_t column) {
        target_ = column;
        declared_[column] = ColumnUse::category;
    }

    // The type of a column until a cell changes it.
    [[nodiscard]] ColumnType first_type(std::size_t column) const {
        return declared_[column] == ColumnUse::category ? ColumnType::category : ColumnType::number;
    }
    [[nodiscard]] std::vector<std::size_t> used_columns() const;  // without the ignored columns

private:
    std::vector<std::optional<ColumnUse>> declared_;  // [column of the table]
    MissingTexts missing_;
    MissingTexts in_numbers_;
    bool usual_;
    char separator_;
    std::size_t target_ = SIZE_MAX;
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
    CellForm form = {};                   // how numbers are written
};
ColumnSchema schema_of(const TypedColumn& column);

// A column of another table, with the type and the codes of `schema`. A category that the schema lacks is kUnseenCode. Throws
// Error (meaning) with the place if a cell should be a number and is not. For many tables use columns_like.hpp.
TypedColumn typed_like(const Table& table, std::size_t column, const ColumnSchema& schema,
                       const MissingRules& missing);

// The Error about a cell that is not a number, or does not have the form of the column.
Error no_number(const Table& table, std::size_t column, std::size_t row, const MissingTexts& missing,
                const CellForm& form = {});
std::string number_hint(const CellForm& form, const MissingTexts& missing);

}  // namespace loh
