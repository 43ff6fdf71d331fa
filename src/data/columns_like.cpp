#include "data/columns_like.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "data/column_cells.hpp"
#include "data/column_pieces.hpp"

namespace loh {

ColumnsLike::ColumnsLike(const std::vector<Column>& columns, const MissingTexts& missing)
    : missing_(missing) {
    for (const Column& column : columns) {
        Reader& reader = readers_.emplace_back(Reader{column, {}, {}, column.schema.categories});
        for (const std::string& category : column.schema.categories) reader.texts.insert(category);
        for (std::uint32_t code = 0; code < reader.texts.size(); ++code) reader.codes.push_back(code);
        // A text that denotes a missing value is not a category, even if the schema has a category of that name.
        for (const std::string& text : missing.texts()) {
            std::uint32_t number = reader.texts.insert(text);
            reader.codes.resize(reader.texts.size());
            reader.codes[number] = TypedColumn::kMissingCode;
        }
    }
}

std::vector<TypedColumn> ColumnsLike::read(const Table& table) const {
    constexpr std::size_t kRows = 128;  // rows at a time: their cells and texts fit into the L1 cache
    std::vector<Cells> cells(readers_.size());
    for (std::size_t i = 0; i < readers_.size(); ++i) {
        bool numbers = readers_[i].like.schema.type == ColumnType::number;
        numbers ? cells[i].numbers.resize(table.rows()) : cells[i].codes.resize(table.rows());
    }
    for (std::size_t begin = 0; begin < table.rows(); begin += kRows) {
        RowRange rows{begin, std::min(begin + kRows, table.rows())};
        std::size_t bad_row = rows.end;
        std::size_t bad_column = 0;
        for (std::size_t i = 0; i < readers_.size(); ++i) {
            std::size_t row = read_rows(readers_[i], table, rows, cells[i]);
            if (row >= bad_row) continue;
            bad_row = row;
            bad_column = readers_[i].like.column;
        }
        if (bad_row < rows.end) throw no_number(table, bad_column, bad_row);
    }
    std::vector<TypedColumn> result;
    for (std::size_t i = 0; i < readers_.size(); ++i)
        result.push_back({table.names()[readers_[i].like.column], readers_[i].like.schema.type,
                          std::move(cells[i].numbers), std::move(cells[i].codes), readers_[i].categories});
    return result;
}

// Returns the first row whose cell should be a number and is not, or rows.end.
std::size_t ColumnsLike::read_rows(const Reader& reader, const Table& table, RowRange rows,
                                   Cells& cells) const {
    ColumnCells texts(table, reader.like.column);
    if (reader.like.schema.type == ColumnType::number)
        return read_numbers(texts, rows, missing_, cells.numbers.data());
    std::uint32_t* codes = cells.codes.data();
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        ColumnCells::Cell cell = texts[row];
        std::uint32_t number = reader.texts.find(cell.text, cell.readable);
        codes[row] = number == TextIndex::kNone ? TypedColumn::kUnseenCode : reader.codes[number];
    }
    return rows.end;
}

}  // namespace loh
