// Columns of many tables, or of many blocks of one, with the types and the codes of the columns a model was made from.
//
//     ColumnsLike columns({{table.at("age"), age_schema}, {table.at("job"), job_schema}}, missing);
//     std::vector<TypedColumn> typed = columns.read(block);       // typed[0] is age
//
// Several threads may read at once.
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
        std::size_t column;  // of the tables
        ColumnSchema schema;
    };
    ColumnsLike(const std::vector<Column>& columns, const MissingTexts& missing);

    // [column]: the rows of the table. A category that the schema does not have is kUnseenCode. Error (meaning) with the
    // place for a cell that should be a number: the first one by rows, and in a row by columns.
    [[nodiscard]] std::vector<TypedColumn> read(const Table& table) const;

private:
    // A column and, for categories, what the texts of its cells mean.
    struct Reader {
        Column like;
        TextIndex texts;                   // categories, and texts that mean that a cell is missing
        std::vector<std::uint32_t> codes;  // [number in `texts`]
        SharedArray<std::string> categories;
    };
    // Cells under construction: one of the two.
    struct Cells {
        std::vector<double> numbers;       // [row]
        std::vector<std::uint32_t> codes;  // [row]
    };

    std::size_t read_rows(const Reader& reader, const Table& table, RowRange rows, Cells& cells) const;

    std::vector<Reader> readers_;
    MissingTexts missing_;
};

}  // namespace loh
