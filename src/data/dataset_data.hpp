// The data of a Dataset, and datasets and tables as column sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/column_source.hpp"
#include "data/examples.hpp"
#include "data/row_lines.hpp"
#include "data/target_cuts.hpp"
#include "data/typed_columns.hpp"
#include "loh/dataset.hpp"
#include "loh/table.hpp"

namespace loh {

// The cells of a dataset as texts, for messages and for ignored columns, which are not typed.
class CellTexts {
public:
    CellTexts() = default;
    virtual ~CellTexts() = default;
    CellTexts(const CellTexts&) = delete;
    CellTexts& operator=(const CellTexts&) = delete;

    struct Place {
        Table table;
        std::size_t row;  // of that table
    };
    [[nodiscard]] virtual std::optional<Place> find(std::size_t row) const = 0;

    // The column, with the type that its cells suggest.
    [[nodiscard]] virtual TypedColumn typed(std::size_t column, const TableSchema& missing) const = 0;
};

// Rows that are left out, because their class is missing.
struct LeftOutRows {
    std::size_t rows = 0;
    std::size_t first_line = 0;  // line of the first one in the file; 0 if unknown
};

struct DatasetData {
    std::string source;
    std::vector<std::string> names;                          // [column]: all columns of the table
    std::unordered_map<std::string, std::size_t> column_of;  // by name
    std::size_t rows = 0;
    char separator = 0;                // of the cells of the file; 0 for columns in memory
    std::vector<TypedColumn> columns;  // [column]: without cells if the column is unused (has_cells)
    std::vector<ColumnUse> uses;       // [column]: ignore if declared so, without values, or the target
    std::vector<std::optional<ColumnUse>> declared;  // [column]: declared in the schema
    TableSchema missing;                             // of the schema, the texts that denote a missing value
    std::string target;                              // empty: no target
    ClassColumn classes;
    CellFindings target_findings;
    LeftOutRows left_out;
    TargetCuts target_cuts;
    std::vector<float> weights;              // [row]: at least 0; empty: all 1
    std::string weight_column;               // the column of the weights; empty: none
    std::shared_ptr<const SplitPlan> plan;   // what splits have to respect; null: nothing
    std::shared_ptr<const PackedRows> bits;  // for a table of bits: column c is bit c of a row
    std::shared_ptr<const CellTexts> texts;  // null for columns in memory

    [[nodiscard]] bool has_cells(std::size_t column) const { return columns[column].rows() == rows; }

    // The columns for learning, in order.
    [[nodiscard]] std::vector<TypedColumn> used_columns() const;
    // The same columns for other rows, whose cells are still to be set. Without target, classes, weights and texts.
    [[nodiscard]] DatasetData with_other_rows(std::size_t count) const;
    // The labels of all rows, for splits; without inputs.
    [[nodiscard]] Examples examples() const;
};

class DatasetColumns : public ColumnSource {
public:
    explicit DatasetColumns(const DatasetData& data) : data_(data) {}

    [[nodiscard]] const std::string& source() const override { return data_.source; }
    [[nodiscard]] std::size_t rows() const override { return data_.rows; }
    [[nodiscard]] const std::vector<std::string>& names() const override { return data_.names; }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const override;
    [[nodiscard]] TypedColumn like(std::size_t column, const ColumnSchema& schema,
                                   const MissingRules& missing) const override;
    [[nodiscard]] std::vector<float> truth_values(std::size_t column) const override;
    [[nodiscard]] std::shared_ptr<const PackedRows> bits() const override { return data_.bits; }
    [[nodiscard]] ClassColumn classes(std::size_t column, const MissingTexts& missing) const override;
    [[nodiscard]] Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                 std::string hint) const override;

    // The typed column. An ignored column is not used for generated rules, but a formula may read it; it is typed at the
    // first request.
    [[nodiscard]] TypedColumn typed(std::size_t column) const;

private:
    [[nodiscard]] std::string text_of(std::size_t column, std::size_t row) const;
    [[nodiscard]] TypedColumn as_numbers(std::size_t column, const TypedColumn& own, const CellForm& form,
                                         const MissingRules& missing) const;

    const DatasetData& data_;
};

class TableColumns : public ColumnSource {
public:
    explicit TableColumns(const Table& table) : table_(table) {}

    [[nodiscard]] const std::string& source() const override { return table_.source(); }
    [[nodiscard]] std::size_t rows() const override { return table_.rows(); }
    [[nodiscard]] const std::vector<std::string>& names() const override { return table_.names(); }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const override {
        return table_.find(name);
    }
    [[nodiscard]] TypedColumn like(std::size_t column, const ColumnSchema& schema,
                                   const MissingRules& missing) const override;
    [[nodiscard]] std::vector<float> truth_values(std::size_t column) const override;
    [[nodiscard]] std::shared_ptr<const PackedRows> bits() const override;
    [[nodiscard]] ClassColumn classes(std::size_t column, const MissingTexts& missing) const override;
    [[nodiscard]] Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                 std::string hint) const override {
        return table_.bad_cell(column, row, std::move(message), std::move(hint));
    }

private:
    const Table& table_;
};

// Leaves out the rows whose class is missing. lines: of the rows in the file; may be empty.
void keep_rows_with_class(DatasetData& data, const RowLines& lines);

// The classes of a column of categories, in the order of first appearance. A row without a class has the label
// TypedColumn::kMissingCode.
ClassColumn classes_of(const TypedColumn& column);

// The rows first, ..., first + count - 1 of a table of bits, without classes and weights.
DatasetData bit_rows(const DatasetData& data, std::size_t first, std::size_t count);

// A dataset of synthetic rows: each is a copy of one of the given rows in which every cell is replaced, with probability
// `share`, by the cell of the same column in another given row. A function of the seed. It has no classes.
DatasetData mixed_rows(const DatasetData& data, const RowList& rows, std::size_t count, double share,
                       std::uint64_t seed);

}  // namespace loh
