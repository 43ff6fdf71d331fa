// A column that is read piece by piece, each a block of rows. Whether it has numbers or categories is known when all of it
// has been read: a piece says what its own cells are.
//
//     read_pieces(block, columns, rules, pieces);               // on any thread
//     builder.append(pieces[i]);                                // the next rows of columns[i]
//     for (RowRange rows : builder.unread()) ...                // their cells turned out to be texts: fill() them
//     TypedColumn result = builder.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/column_cells.hpp"
#include "data/column_types.hpp"
#include "data/text_index.hpp"
#include "data/typed_columns.hpp"

namespace loh {

struct RowRange {
    std::size_t begin;
    std::size_t end;
};

// Some rows of a column: NaN for a missing cell. Returns the first row whose cell is neither missing nor a number, and has
// read none from there on; rows.end when there is none. numbers: [row]
std::size_t read_numbers(const ColumnCells& cells, RowRange rows, const MissingTexts& missing,
                         double* numbers);

struct ColumnPiece {
    ColumnType type = ColumnType::number;
    std::vector<double> numbers;       // [row]: NaN where the cell is missing; empty for categories
    std::vector<std::uint32_t> codes;  // [row]: number in `texts`, or kMissingCode; empty for numbers
    TextIndex texts;

    [[nodiscard]] std::size_t rows() const {
        return type == ColumnType::number ? numbers.size() : codes.size();
    }

    // No rows; the next ones are read as what `start` says.
    void clear(ColumnType start);
    void reserve(std::size_t rows);
};

// Adds all rows of the table: pieces[i] gets those of the column columns[i]. A cell that is neither missing nor a number turns
// a piece of numbers into categories, from its first row on. In a column that is declared to have numbers it is an Error
// (meaning) with its place: the first one by rows, and in a row by columns.
void read_pieces(const Table& table, std::span<const std::size_t> columns, const TypeRules& rules,
                 std::span<ColumnPiece> pieces);

// The column that one piece is. Throws Error (limit) when there are more categories than codes.
TypedColumn finish_piece(std::string name, ColumnPiece&& piece);

class ColumnBuilder {
public:
    // What the column is as long as no piece says something else.
    ColumnBuilder(std::string name, ColumnType first) : name_(std::move(name)) { all_.type = first; }

    // So many rows are expected.
    void reserve(std::size_t rows);

    void append(const ColumnPiece& piece);
    [[nodiscard]] ColumnType type() const { return all_.type; }
    [[nodiscard]] std::size_t rows() const { return all_.rows(); }

    // Rows that were appended as numbers, in increasing order, where the column has categories.
    [[nodiscard]] const std::vector<RowRange>& unread() const { return unread_; }

    // The piece has the categories of the rows from `first_row` on; those of them that are unread are taken from it.
    void fill(std::size_t first_row, const ColumnPiece& piece);

    // When no rows are unread, or all have been filled.
    TypedColumn finish() { return finish_piece(std::move(name_), std::move(all_)); }

private:
    void begin_categories();
    void append_unread(const std::vector<double>& numbers);
    [[nodiscard]] std::vector<std::uint32_t> codes_of(const TextIndex& texts);

    std::string name_;
    ColumnPiece all_;
    std::vector<RowRange> unread_;
    std::size_t expected_ = 0;
};

}  // namespace loh
