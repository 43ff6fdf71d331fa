// Tables: cells of text under named columns, read from CSV files or given by a program.
//
//     loh::Table people = loh::Table::read_csv("people.csv");    // name,age,city / Ann,37,"Paris, Texas" / ...
//     std::size_t age = people.at("age");                        // `people.csv has no column 'agee'` is an Error
//     for (std::size_t row = 0; row < people.rows(); ++row) {
//         if (people.cell(age, row).empty()) throw people.bad_cell(age, row, "an age is missing");
//     }
//
// The CSV format is RFC 4180 with extensions:
//   - The first line has the names of the columns, which are distinct (unless CsvOptions::header is false); every other line is
//     a row with as many cells.
//   - A cell in quotes may contain separators, line breaks and doubled quotes. It is kept verbatim.
//   - Blanks (spaces and tabs) around any other cell, and around the quotes, are removed. A quote that is not the first
//     character of a cell is an ordinary character.
//   - Lines end with LF, CRLF or CR; the last line end is optional. Blank lines are skipped, so a row of one empty cell is
//     written "".
//   - The text is UTF-8; a byte order mark at the start is skipped. NUL bytes are not allowed. The text may be compressed with
//     gzip, which is detected by its first bytes.
// Anything else is a loh::Error of kind `syntax` with file and line; nothing is guessed or repaired.
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

struct TableData;  // the text, and the places of the cells in it

struct CsvOptions {
    // The separator of cells: any ASCII character except a quote or a line end. 0: the one of comma, semicolon, tab and | that
    // occurs most often in the header line outside quotes; in a tie, the first of these.
    char separator = 0;

    // False: the first line is a row, and the columns are named c1, c2, ...
    bool header = true;

    // Maximum bytes of one cell as written, without its quotes. A longer cell is an Error of kind `limit`: most likely a quote
    // is missing, or the file has no lines. The default is the largest possible value.
    std::size_t max_cell_bytes = (std::size_t{1} << 24U) - 1;

    // Maximum bytes of one row, number of columns, and bytes of unpacked gzip data. More is an Error of kind `limit`.
    std::size_t max_row_bytes = std::size_t{1} << 27U;
    std::size_t max_columns = std::size_t{1} << 20U;
    std::size_t max_unpacked_bytes = std::size_t{1} << 32U;
};

// Cheap to copy: copies share their cells, which never change. Columns and rows are numbered from 0.
class Table {
public:
    // A file that cannot be read is an Error of kind `io`. A line that is too long is rejected before all of it is in memory.
    static Table read_csv(const std::string& path, const CsvOptions& options = {});

    // Bytes from any source, and text. `name` is used in messages.
    static Table read_csv(const ByteSource& bytes, std::string name, const CsvOptions& options = {});
    static Table parse_csv(std::string text, std::string name = "<text>", const CsvOptions& options = {});

    // Columns from memory: columns[i] has the cells of column names[i], verbatim. There must be at least one column, all of the
    // same length, with distinct names that are not blank; otherwise Error (usage).
    static Table from_columns(const std::vector<std::string>& names,
                              const std::vector<std::vector<std::string>>& columns);

    // For large tables of 0 and 1: one bit for each cell. bytes: row after row, each in whole bytes; column c is bit c % 8
    // of byte c / 8. Names as above, and complete rows; otherwise Error (usage).
    static Table from_bits(const std::vector<std::string>& names, std::vector<std::uint8_t> bytes);

    [[nodiscard]] std::size_t rows() const noexcept;  // may be 0
    [[nodiscard]] std::size_t columns() const noexcept;
    [[nodiscard]] const std::vector<std::string>& names() const noexcept;

    // The column of that name. If there is none, `at` throws Error (name) with a suggestion.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    [[nodiscard]] std::size_t at(std::string_view name) const;

    // The view is valid as long as this table or a copy of it exists.
    [[nodiscard]] std::string_view cell(std::size_t column, std::size_t row) const;

    // For messages: the file name, and the line in which a row begins, from 1; 0 if the table does not come from a text.
    [[nodiscard]] const std::string& source() const noexcept;
    [[nodiscard]] std::size_t line(std::size_t row) const;

    // An Error of kind `meaning` about one cell, for code that finds an invalid value:
    // `people.csv:17:5: error: column 'age': MESSAGE`, followed by the line with a caret under the cell.
    [[nodiscard]] Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                 std::string hint = {}) const;

    explicit Table(std::shared_ptr<const TableData> data) : data_(std::move(data)) {}
    [[nodiscard]] const TableData& data() const { return *data_; }

private:
    std::shared_ptr<const TableData> data_;
};

}  // namespace loh
