// Idea: a column is read as numbers until a cell is not a number; then it is read again as categories. A column of texts costs
// one failed conversion, and a number column costs exactly one conversion for each cell. Categories are numbered as they
// appear and renumbered when all are known: sorting touches each category once, not each cell.
//
// Invariant: the result does not depend on the boundaries of the pieces.
//
// Cells are stored row by row. The columns of a table are therefore read together, for a number of rows that fits into the
// cache.
//
// Rejected: one column after the other, which takes twice as long.
#include "data/column_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "data/parse_number.hpp"

namespace loh {

namespace {

constexpr std::size_t kRowsAtATime = 128;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

void add_codes(const ColumnCells& cells, std::size_t end, const MissingTexts& missing, ColumnPiece& piece) {
    std::size_t row = piece.codes.size();
    piece.codes.resize(end);
    for (; row < end; ++row) {
        ColumnCells::Cell cell = cells[row];
        piece.codes[row] = missing.contains(cell.text) ? TypedColumn::kMissingCode
                                                       : piece.texts.insert(cell.text, cell.readable);
    }
}

// Continues where the last call ended. With `only_numbers`, returns the first row whose cell is not a number of any form, or
// `end`.
std::size_t read_until(const ColumnCells& cells, std::size_t end, bool only_numbers, const TypeRules& rules,
                       ColumnPiece& piece) {
    if (piece.type == ColumnType::number) {
        RowRange rows{piece.numbers.size(), end};
        piece.numbers.resize(end);
        std::size_t row =
            read_numbers(cells, rows, rules.missing_in_numbers(), piece.numbers.data(), &piece.usual);
        bool formed = row < end && FormFinder(rules.separator()).add(cells[row].text);
        if (row == end || (only_numbers && !formed)) return row;
        piece.clear(ColumnType::category);
    }
    add_codes(cells, end, rules.missing(), piece);
    return end;
}

bool all_missing(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isnan(number); });
}

}  // namespace

std::size_t read_numbers(const ColumnCells& cells, RowRange rows, const MissingTexts& missing,
                         double* numbers, UsualTexts::Counts* usual) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        ColumnCells::Cell cell = cells[row];
        if (missing.contains(cell.text)) {
            numbers[row] = kNoNumber;
            if (usual == nullptr || cell.text.empty()) continue;
            if (std::optional<std::size_t> known = UsualTexts::find(cell.text)) ++(*usual)[*known];
        } else if (std::optional<double> number = parse_number(cell.text, cell.readable)) {
            numbers[row] = *number;
        } else {
            return row;
        }
    }
    return rows.end;
}

void ColumnPiece::clear(ColumnType start) {
    type = start;
    numbers.clear();
    codes.clear();
    texts.clear();
    usual = {};
}

void ColumnPiece::reserve(std::size_t rows) {
    if (type == ColumnType::number) {
        numbers.reserve(rows);
    } else {
        codes.reserve(rows);
    }
}

void read_pieces(const Table& table, std::span<const std::size_t> columns, const TypeRules& rules,
                 std::span<ColumnPiece> pieces) {
    std::vector<ColumnCells> cells;
    for (std::size_t column : columns) cells.emplace_back(table, column);
    for (std::size_t end = 0; end < table.rows();) {
        end = std::min(end + kRowsAtATime, table.rows());
        std::size_t bad_row = end;
        std::size_t bad_column = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            bool only_numbers = rules.declared(columns[i]) == ColumnUse::number;
            std::size_t row = read_until(cells[i], end, only_numbers, rules, pieces[i]);
            if (row >= bad_row) continue;
            bad_row = row;
            bad_column = columns[i];
        }
        if (bad_row < end) throw no_number(table, bad_column, bad_row, rules.missing_in_numbers());
    }
}

void ColumnBuilder::reserve(std::size_t rows) {
    expected_ = rows;
    all_.reserve(rows);
}

void ColumnBuilder::append(const ColumnPiece& piece) {
    if (all_.type == ColumnType::number && piece.type == ColumnType::number) {
        all_.numbers.insert(all_.numbers.end(), piece.numbers.begin(), piece.numbers.end());
        for (std::size_t i = 0; i < all_.usual.size(); ++i) all_.usual[i] += piece.usual[i];
        return;
    }
    if (all_.type == ColumnType::number) begin_categories();
    if (piece.type == ColumnType::number) return append_unread(piece.numbers, piece.usual);
    std::vector<std::uint32_t> to = codes_of(piece.texts);
    std::size_t first = all_.codes.size();
    all_.codes.resize(first + piece.codes.size());
    for (std::size_t row = 0; row < piece.codes.size(); ++row) {
        std::uint32_t code = piece.codes[row];
        all_.codes[first + row] = code == TypedColumn::kMissingCode ? code : to[code];
    }
}

void ColumnBuilder::begin_categories() {
    std::vector<double> numbers = std::exchange(all_.numbers, {});
    UsualTexts::Counts usual = std::exchange(all_.usual, {});
    all_.type = ColumnType::category;
    all_.codes.reserve(std::max(expected_, numbers.size()));
    append_unread(numbers, usual);
}

// Missing cells need no second reading, except usual texts, which may be categories.
void ColumnBuilder::append_unread(const std::vector<double>& numbers, const UsualTexts::Counts& usual) {
    std::size_t first = all_.codes.size();
    all_.codes.resize(first + numbers.size(), TypedColumn::kMissingCode);
    bool some_usual = usual != UsualTexts::Counts{};
    if (some_usual || !all_missing(numbers)) unread_.push_back({first, all_.codes.size()});
}

void ColumnBuilder::fill(std::size_t first_row, const ColumnPiece& piece) {
    std::vector<std::uint32_t> to = codes_of(piece.texts);
    std::size_t end_row = first_row + piece.codes.size();
    for (RowRange rows : unread_) {
        for (std::size_t row = std::max(rows.begin, first_row); row < std::min(rows.end, end_row); ++row) {
            std::uint32_t code = piece.codes[row - first_row];
            all_.codes[row] = code == TypedColumn::kMissingCode ? code : to[code];
        }
    }
}

// [code in `texts`]: the code of the same text in this column.
std::vector<std::uint32_t> ColumnBuilder::codes_of(const TextIndex& texts) {
    std::vector<std::uint32_t> result(texts.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = all_.texts.insert(texts.text(i));
    return result;
}

}  // namespace loh
