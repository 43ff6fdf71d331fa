// Tables: cells of text under named columns, read from CSV files or given by a program.
//
//     loh::Table people = loh::Table::read_csv("people.csv");    // name,age,city / Ann,37,"Paris, Texas" / ...
//     std::size_t age = people.at("age");                        // `people.csv has no column 'agee'` is an Error
//     for (std::size_t row = 0; row < people.rows(); ++row) {
//         if (people.cell(age, row).empty()) throw people.bad_cell(age, row, "an age is missing");
//     }
//
// How CSV is read. It is RFC 4180, a little more widely:
//   - The first line has the names of the columns, each different; every other line is a row with as many cells.
//   - A cell in quotes may contain separators, line breaks and, doubled, quotes. It is kept to the letter.
//   - Blanks (spaces and tabs) around any other cell, and around the quotes, are no part of it. A quote that is not the
//     first character of a cell is a character like any other.
//   - Lines end with LF, CRLF or CR, the last one with or without. Lines of blanks are skipped, so a row of one empty
//     cell is written "".
//   - The text is UTF-8; a byte order mark at its start is skipped. There are no NUL bytes. It may be compressed with
//     gzip, which its first bytes tell.
// Anything else is a loh::Error of kind `syntax` that names file and line; nothing is guessed or repaired.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loh/error.hpp"
#include "loh/file.hpp"

namespace loh {

struct TableData;  // the text and the places of the cells in it

struct CsvOptions {
    // What stands between cells: any ASCII character but a quote or a line end. 0: the one of comma, semicolon, tab and
    // | that occurs most often in the header line outside quotes, and of equally many the first of these.
    char separator = 0;

    // Bytes of one cell as written, between its quotes if it has them. A longer one is an Error of kind `limit`: most
    // likely a quote is missing, or the file has no lines. The default is the most that is possible.
    std::size_t max_cell_bytes = (std::size_t{1} << 24U) - 1;

    // Bytes of one row, columns, and bytes that gzip may unpack to. More are an Error of kind `limit`, too.
    std::size_t max_row_bytes = std::size_t{1} << 27U;
    std::size_t max_columns = std::size_t{1} << 20U;
    std::size_t max_unpacked_bytes = std::size_t{1} << 32U;
};

// Cheap to copy: copies share their cells, which never change. Columns and rows count from 0.
class Table {
public:
    // A file that cannot be read is an Error of kind `io`. A line that is too long is one before all of it is in memory.
    static Table read_csv(const std::string& path, const CsvOptions& options = {});

    // Bytes from anywhere, and text. `name` stands for them in messages.
    static Table read_csv(const ByteSource& bytes, std::string name, const CsvOptions& options = {});
    static Table parse_csv(std::string text, std::string name = "<text>", const CsvOptions& options = {});

    // For programs: columns[i] has the cells of the column names[i], which are taken as they are. There is at least
    // one column, all are equally long, and names are different and not blank; otherwise an Error of kind `usage`.
    static Table from_columns(const std::vector<std::string>& names,
                              const std::vector<std::vector<std::string>>& columns);

    // For large tables of 0 and 1: one bit for each cell. bytes: row after row, each in whole bytes; column c is bit c % 8
    // of byte c / 8. The names as above, and whole rows; otherwise an Error of kind `usage`.
    static Table from_bits(const std::vector<std::string>& names, std::vector<std::uint8_t> bytes);

    [[nodiscard]] std::size_t rows() const noexcept;  // may be 0
    [[nodiscard]] std::size_t columns() const noexcept;
    [[nodiscard]] const std::vector<std::string>& names() const noexcept;

    // The column of that name. `at` throws an Error of kind `name` when there is none, and suggests another.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    [[nodiscard]] std::size_t at(std::string_view name) const;

    // Valid as long as this table or a copy of it exists.
    [[nodiscard]] std::string_view cell(std::size_t column, std::size_t row) const;

    // For messages: the file name, and the line in which a row begins, from 1; 0 when the table is from no text.
    [[nodiscard]] const std::string& source() const noexcept;
    [[nodiscard]] std::size_t line(std::size_t row) const;

    // An Error of kind `meaning` about one cell, for code that finds a number or a category where it should not be:
    // `people.csv:17:5: error: column 'age': MESSAGE`, and below it the line with a mark under the cell.
    [[nodiscard]] Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                 std::string hint = {}) const;

    explicit Table(std::shared_ptr<const TableData> data) : data_(std::move(data)) {}
    [[nodiscard]] const TableData& data() const { return *data_; }

private:
    std::shared_ptr<const TableData> data_;
};

}  // namespace loh
