// From CSV text to the cells of a table. What is accepted is written at the top of loh/table.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/csv_scan.hpp"
#include "data/table_data.hpp"
#include "loh/table.hpp"

namespace loh {

// The whole text, not compressed.
TableData parse_csv(std::string text, std::string name, const CsvOptions& options);

// Reads CSV text that comes as a whole or in parts. A part may end anywhere, within a cell, a pair of quotes or a line end:
// only rows that are whole in it are read, and the rest is given back, to be put in front of the next part.
//
//     CsvReader reader("t.csv", {});
//     reader.take(first_part, false);
//     reader.read_header();                     // false: it goes on behind the part; take(rest() + more)
//     TableData rows = reader.read_rows();      // perhaps none
//     reader.take(reader.rest() + more, true);
//
// Or, when the text is cut at the ends of rows, by several readers, each of some parts:
//
//     CsvReader other = reader.sibling();       // knows the header
//     other.take_rows(part, line);              // whole rows, of which the first begins in that line
//     TableData rows = other.read_rows();
//     other.reuse(std::move(rows));             // when nobody needs them any more: their memory is for the next
//
// The text has been checked: it is UTF-8 without NUL bytes (csv_text.hpp).
class CsvReader {
public:
    CsvReader(std::string name, const CsvOptions& options);

    void take(std::string text, bool last);
    void take_rows(std::string rows, std::size_t line, bool last = true);
    void reuse(TableData&& used);

    // Once, before any row. False when the header is not whole yet.
    bool read_header();

    // The rows that are whole, with the names of the header. Where a row is broken: Error with its line in the file.
    TableData read_rows();

    // What they left, from the start of a line, and that line's number in the file.
    std::string rest() { return std::move(rest_); }
    [[nodiscard]] std::size_t line() const { return line_; }

    // Once the header has been read: no rows, but names; the separator; what stands behind it in the same text; and another
    // reader of the same table.
    [[nodiscard]] const TableData& header() const { return header_; }
    [[nodiscard]] char separator() const { return options_.separator; }
    [[nodiscard]] std::string behind_header() const { return {at_, text_end()}; }
    [[nodiscard]] CsvReader sibling() const;

private:
    // Between cells
    bool find_row();
    bool read_row(std::size_t most);
    void skip_blanks();
    void skip_line_end();
    [[nodiscard]] bool line_ends_here() const;
    void unread_row(std::size_t line, std::size_t cells);
    void keep_rest();

    // Rows in which nothing needs the exact reader, many at a time (csv_rows.cpp)
    void read_plain_rows();
    bool add_window(std::size_t& last_end);
    [[nodiscard]] std::size_t count_plain_rows(std::size_t last_end) const;
    [[nodiscard]] std::size_t count_filled_rows(std::size_t last_end) const;
    void add_cells(std::size_t count, std::size_t last_end);
    void skip_line_feeds(std::size_t first_cell, std::size_t rows);
    void tidy_cells(std::size_t first_cell);

    // Cells
    void read_plain_cell();
    void read_quoted_cell();
    void read_open_cell(const char* open);
    void add_cell(const char* begin, const char* end);
    void reserve_cells();
    void unescape();

    // The header
    bool find_separator();
    void set_separator(char separator);
    bool read_names();
    void take_names();
    void check_names();

    // What is wrong (csv_errors.cpp); `at` is in line `line`.
    void check_width(std::size_t row_begin) const;
    void check_row_bytes(const char* end) const;
    [[nodiscard]] std::string width_hint(std::size_t cells) const;
    [[nodiscard]] Diagnostic about(std::size_t line, const char* at, std::string message, std::string hint,
                                   ErrorKind kind = ErrorKind::syntax) const;
    [[nodiscard]] Error bad_name(std::size_t column, std::string message, std::string hint,
                                 ErrorKind kind = ErrorKind::syntax) const;
    [[nodiscard]] Error empty_table() const;
    [[nodiscard]] Error too_long(const char* begin) const;
    [[nodiscard]] Error never_closed(const char* open) const;
    [[nodiscard]] Error text_after_quote(const char* open, const char* close) const;

    static constexpr std::size_t kMostSurplus =
        1000;  // cells of a row that are too many are counted up to here

    static constexpr std::uint8_t kBlank = 1;
    static constexpr std::uint8_t kCellEnd = 2;  // separator, line end, or the end of the text
    static constexpr std::uint8_t kLineEnd = 4;

    [[nodiscard]] bool is(char c, std::uint8_t property) const {
        return (properties_[static_cast<unsigned char>(c)] & property) != 0;
    }
    [[nodiscard]] const char* text_end() const { return data_.text.data() + data_.text.size(); }

    CsvOptions options_;  // its separator is 0 until it is known
    TableData header_;    // source and names
    TableData data_;      // rows and their text while they are read; its names only when they are given back
    bool last_ = true;    // no text behind this one
    std::string rest_;
    std::vector<std::size_t> doubled_;            // cells that have doubled quotes
    std::array<std::uint8_t, 256> properties_{};  // of each character
    CsvSigns signs_;
    std::unique_ptr<CsvWindow> window_;
    std::size_t reach_ = CsvWindow::kBytes;  // bytes to scan at once: few behind a row for the exact reader
    const char* at_ = nullptr;
    const char* row_begin_ = nullptr;  // the line in which the present row begins, or where one is looked for
    std::size_t first_line_ = 1;       // the one that the text begins with
    std::size_t line_ = 1;             // the one that `at_` is in, once a cell has been read
};

}  // namespace loh
