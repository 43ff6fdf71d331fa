#include "data/columns_like.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "data/column_cells.hpp"
#include "data/column_pieces.hpp"

namespace loh {

namespace {

std::size_t read_formed(const ColumnCells& cells, RowRange rows, const MissingTexts& missing,
                        const CellForm& form, double* numbers) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        std::string_view text = cells[row].text;
        bool none = missing.contains(text);
        std::optional<double> number = none ? std::nullopt : form.parse(text);
        if (!none && !number) return row;
        numbers[row] = number.value_or(std::numeric_limits<double>::quiet_NaN());
    }
    return rows.end;
}

}  // namespace

ColumnsLike::ColumnsLike(const std::vector<Column>& columns, const MissingRules& missing)
    : missing_(MissingTexts::in_numbers(missing)) {
    for (const Column& column : columns) {
        Reader& reader = readers_.emplace_back(Reader{column, {}, {}, column.schema.categories});
        for (const std::string& category : column.schema.categories) reader.texts.insert(category);
        for (std::uint32_t code = 0; code < reader.texts.size(); ++code) reader.codes.push_back(code);
        // A text that denotes a missing value in every column is not a category, even if the schema has one of that name.
        MissingTexts none = MissingTexts::in_categories(missing, column.schema.categories);
        for (const std::string& text : none.texts()) {
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
        if (bad_row < rows.end) throw no_number(table, bad_column, bad_row, missing_, form_of(bad_column));
    }
    std::vector<TypedColumn> result;
    for (std::size_t i = 0; i < readers_.size(); ++i)
        result.push_back({table.names()[readers_[i].like.column], readers_[i].like.schema.type,
                          std::move(cells[i].numbers), std::move(cells[i].codes), readers_[i].categories,
                          readers_[i].like.schema.form});
    return result;
}

CellForm ColumnsLike::form_of(std::size_t column) const {
    for (const Reader& reader : readers_)
        if (reader.like.column == column) return reader.like.schema.form;
    return {};
}

// Returns the first row whose cell should be a number and is not, or rows.end.
std::size_t ColumnsLike::read_rows(const Reader& reader, const Table& table, RowRange rows,
                                   Cells& cells) const {
    ColumnCells texts(table, reader.like.column);
    const CellForm& form = reader.like.schema.form;
    if (form.kind != CellForm::Kind::plain)
        return read_formed(texts, rows, missing_, form, cells.numbers.data());
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
