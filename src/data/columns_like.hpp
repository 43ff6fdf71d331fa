// Types columns of many tables, or of many blocks of one table, like the training columns of a model.
//
//     ColumnsLike columns({{table.at("age"), age_schema}, {table.at("job"), job_schema}}, missing);
//     std::vector<TypedColumn> typed = columns.read(block);       // typed[0] is age
//
// Several threads may call read() at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/column_pieces.hpp"
#include "data/column_types.hpp"
#include "data/text_index.hpp"
#include "data/typed_columns.hpp"
#include "loh/table.hpp"

namespace loh {

class ColumnsLike {
public:
    struct Column {
        std::size_t column;  // index in the tables
        ColumnSchema schema;
    };
    ColumnsLike(const std::vector<Column>& columns, const MissingRules& missing);

    // [column]: the rows of the table. A category that the schema lacks is kUnseenCode. Throws Error (meaning) with the place
    // if a cell should be a number and is not: the first one in row order, and within a row in column order.
    [[nodiscard]] std::vector<TypedColumn> read(const Table& table) const;

private:
    // A column and, for categories, the codes of its texts.
    struct Reader {
        Column like;
        TextIndex texts;                   // categories, and texts that denote a missing value
        std::vector<std::uint32_t> codes;  // [index in `texts`]
        SharedArray<std::string> categories;
    };
    // Cells under construction; one of the two is used.
    struct Cells {
        std::vector<double> numbers;       // [row]
        std::vector<std::uint32_t> codes;  // [row]
    };

    [[nodiscard]] CellForm form_of(std::size_t column) const;
    std::size_t read_rows(const Reader& reader, const Table& table, RowRange rows, Cells& cells) const;

    std::vector<Reader> readers_;
    MissingTexts missing_;  // of columns of numbers
};

}  // namespace loh
