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
#include <numeric>
#include <optional>
#include <utility>

#include "data/parse_number.hpp"
#include "loh/error.hpp"

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

// Continues where the last call ended. With `only_numbers`, returns the first row whose cell is not a number, or `end`.
std::size_t read_until(const ColumnCells& cells, std::size_t end, bool only_numbers,
                       const MissingTexts& missing, ColumnPiece& piece) {
    if (piece.type == ColumnType::number) {
        RowRange rows{piece.numbers.size(), end};
        piece.numbers.resize(end);
        std::size_t row = read_numbers(cells, rows, missing, piece.numbers.data());
        if (row == end || only_numbers) return row;
        piece.clear(ColumnType::category);
    }
    add_codes(cells, end, missing, piece);
    return end;
}

// The order of the categories: by value if all are numbers; otherwise, and among equal numbers, by their bytes.
std::vector<std::uint32_t> sorted_order(const TextIndex& texts) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < texts.size() && numbers.size() == i; ++i)
        if (std::optional<double> number = parse_number(texts.text(i))) numbers.push_back(*number);
    bool numeric = numbers.size() == texts.size();
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (numeric && numbers[a] != numbers[b]) return numbers[a] < numbers[b];
        return texts.text(a) < texts.text(b);
    });
    return order;
}

bool all_missing(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isnan(number); });
}

}  // namespace

std::size_t read_numbers(const ColumnCells& cells, RowRange rows, const MissingTexts& missing,
                         double* numbers) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        ColumnCells::Cell cell = cells[row];
        if (missing.contains(cell.text)) {
            numbers[row] = kNoNumber;
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
            std::size_t row = read_until(cells[i], end, only_numbers, rules.missing(), pieces[i]);
            if (row >= bad_row) continue;
            bad_row = row;
            bad_column = columns[i];
        }
        if (bad_row < end) throw no_number(table, bad_column, bad_row);
    }
}

TypedColumn finish_piece(std::string name, ColumnPiece&& piece) {
    if (piece.texts.size() > TypedColumn::kUnseenCode)
        throw Error(ErrorKind::limit, "column " + quote_name(name) + " has too many categories");
    TypedColumn result;
    result.name = std::move(name);
    result.type = piece.type;
    if (result.type == ColumnType::number) {
        result.numbers = std::move(piece.numbers);
        return result;
    }
    std::vector<std::uint32_t> order = sorted_order(piece.texts);
    std::vector<std::uint32_t> rank(order.size());
    std::vector<std::string> categories;
    for (std::uint32_t code = 0; code < order.size(); ++code) {
        rank[order[code]] = code;
        categories.emplace_back(piece.texts.text(order[code]));
    }
    for (std::uint32_t& code : piece.codes)
        if (code != TypedColumn::kMissingCode) code = rank[code];
    result.categories = std::move(categories);
    result.codes = std::move(piece.codes);
    return result;
}

void ColumnBuilder::reserve(std::size_t rows) {
    expected_ = rows;
    all_.reserve(rows);
}

void ColumnBuilder::append(const ColumnPiece& piece) {
    if (all_.type == ColumnType::number && piece.type == ColumnType::number) {
        all_.numbers.insert(all_.numbers.end(), piece.numbers.begin(), piece.numbers.end());
        return;
    }
    if (all_.type == ColumnType::number) begin_categories();
    if (piece.type == ColumnType::number) return append_unread(piece.numbers);
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
    all_.type = ColumnType::category;
    all_.codes.reserve(std::max(expected_, numbers.size()));
    append_unread(numbers);
}

// Missing cells need no second reading.
void ColumnBuilder::append_unread(const std::vector<double>& numbers) {
    std::size_t first = all_.codes.size();
    all_.codes.resize(first + numbers.size(), TypedColumn::kMissingCode);
    if (!all_missing(numbers)) unread_.push_back({first, all_.codes.size()});
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
