// Builds a column from pieces; each piece is a block of rows. The type of the column is known after the last piece, so
// each piece has a type of its own.
//
//     read_pieces(block, columns, rules, pieces);               // on any thread
//     builder.append(pieces[i]);                                // the next rows of columns[i]
//     for (RowRange rows : builder.unread()) ...                // appended as numbers before a text occurred: fill() them
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

// Reads the cells of `rows` as numbers; a missing cell is NaN. Returns the first row whose cell is neither missing nor a
// number, or rows.end; cells from there on are not read. numbers: [row]; usual: the usual texts are counted here.
std::size_t read_numbers(const ColumnCells& cells, RowRange rows, const MissingTexts& missing,
                         double* numbers, UsualTexts::Counts* usual = nullptr);

struct ColumnPiece {
    ColumnType type = ColumnType::number;
    std::vector<double> numbers;       // [row]: NaN where the cell is missing; empty for categories
    std::vector<std::uint32_t> codes;  // [row]: index in `texts`, or kMissingCode; empty for numbers
    TextIndex texts;                   // includes usual texts
    UsualTexts::Counts usual{};        // missing cells of a column of numbers, by text

    [[nodiscard]] std::size_t rows() const {
        return type == ColumnType::number ? numbers.size() : codes.size();
    }

    // Removes all rows; the next rows are read as type `start`.
    void clear(ColumnType start);
    void reserve(std::size_t rows);
};

// Appends all rows of the table: pieces[i] gets the cells of column columns[i]. A cell that is neither missing nor a number
// turns a piece of numbers into categories, from its first row on. In a column declared as numbers such a cell is an Error
// (meaning) with its place: the first one in row order, and within a row in column order.
void read_pieces(const Table& table, std::span<const std::size_t> columns, const TypeRules& rules,
                 std::span<ColumnPiece> pieces);

// Turns one piece into a column: decides which usual texts are missing, and whether all texts are dates or numbers of one
// form (column_finish.cpp). Throws Error (limit) if there are more categories than codes.
TypedColumn finish_piece(std::string name, ColumnPiece&& piece, const FinishRules& rules);

class ColumnBuilder {
public:
    // `first`: the type of the column until a piece changes it.
    ColumnBuilder(std::string name, ColumnType first, const FinishRules& rules)
        : name_(std::move(name)), rules_(rules) {
        all_.type = first;
    }

    // Reserves memory for `rows` rows.
    void reserve(std::size_t rows);

    void append(const ColumnPiece& piece);
    [[nodiscard]] ColumnType type() const { return all_.type; }
    [[nodiscard]] std::size_t rows() const { return all_.rows(); }

    // In a column of categories: the rows that were appended as numbers, in increasing order.
    [[nodiscard]] const std::vector<RowRange>& unread() const { return unread_; }

    // `piece` holds the categories of the rows from `first_row` on. Copies those of the unread rows.
    void fill(std::size_t first_row, const ColumnPiece& piece);

    // Requires that all unread rows have been filled.
    TypedColumn finish() { return finish_piece(std::move(name_), std::move(all_), rules_); }

private:
    void begin_categories();
    void append_unread(const std::vector<double>& numbers, const UsualTexts::Counts& usual);
    [[nodiscard]] std::vector<std::uint32_t> codes_of(const TextIndex& texts);

    std::string name_;
    FinishRules rules_;
    ColumnPiece all_;
    std::vector<RowRange> unread_;
    std::size_t expected_ = 0;
};

}  // namespace loh
