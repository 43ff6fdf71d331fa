// Reads CSV text into the cells of a table. The accepted format is described at the top of loh/table.hpp.
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

// Parses a whole, uncompressed text.
TableData parse_csv(std::string text, const std::string& name, const CsvOptions& options);

// Reads CSV text, as a whole or in parts. A part may end anywhere, even inside a cell, a pair of quotes or a line end. Only
// the complete rows of a part are read; rest() returns the remaining text, to be put in front of the next part.
//
//     CsvReader reader("t.csv", {});
//     reader.take(first_part, false);
//     reader.read_header();                     // false: the header is incomplete; take(rest() + more)
//     TableData rows = reader.read_rows();      // may be empty
//     reader.take(reader.rest() + more, true);
//
// If the text is cut at row ends, several readers can read the parts:
//
//     CsvReader other = reader.sibling();       // shares the header
//     other.take_rows(part, line);              // complete rows; the first one begins in that line
//     TableData rows = other.read_rows();
//     other.reuse(std::move(rows));             // recycles their memory for the next part
//
// The text must be UTF-8 without NUL bytes (checked by csv_text.hpp).
class CsvReader {
public:
    CsvReader(std::string name, const CsvOptions& options);

    void take(std::string text, bool last);
    void take_rows(std::string rows, std::size_t line, bool last = true);
    void reuse(TableData&& used);

    // Call once, before any row. Returns false if the header is incomplete.
    bool read_header();

    // The complete rows, with the names of the header. Throws Error with the line in the file for an invalid row.
    TableData read_rows();

    // The remaining text, from the start of a line, and the number of that line in the file.
    std::string rest() { return std::exchange(rest_, {}); }
    [[nodiscard]] std::size_t line() const { return line_; }

    // After the header was read: a table with names and without rows, the separator, the text after the header, and another
    // reader of the same table.
    [[nodiscard]] const TableData& header() const { return header_; }
    [[nodiscard]] char separator() const { return options_.separator; }
    [[nodiscard]] std::string behind_header() const { return {at_, text_end()}; }
    [[nodiscard]] CsvReader sibling() const;

private:
    // Between cells.
    bool find_row();
    bool read_row(std::size_t most);
    void skip_blanks();
    void skip_line_end();
    [[nodiscard]] bool line_ends_here() const;
    void unread_row(std::size_t line, std::size_t cells);
    void keep_rest();

    // Reads plain rows, many at a time (csv_rows.cpp).
    void read_plain_rows();
    bool add_window(std::size_t& last_end);
    [[nodiscard]] std::size_t count_plain_rows(std::size_t last_end) const;
    [[nodiscard]] std::size_t count_filled_rows(std::size_t last_end) const;
    void add_cells(std::size_t count, std::size_t last_end);
    void skip_line_feeds(std::size_t first_cell, std::size_t rows);
    void tidy_cells(std::size_t first_cell);

    // Cells.
    void read_plain_cell();
    void read_quoted_cell();
    void read_open_cell(const char* open);
    void add_cell(const char* begin, const char* end);
    void reserve_cells();
    void unescape();

    // The header.
    bool find_separator();
    void set_separator(char separator);
    bool read_names();
    void take_names();
    void number_columns();
    void check_column_count() const;
    void check_names();
    [[nodiscard]] std::string header_hint() const;

    // Errors (csv_errors.cpp). `at` is in line `line`.
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

    static constexpr std::size_t kMostSurplus = 1000;  // surplus cells of a row are counted up to here

    static constexpr std::uint8_t kBlank = 1;
    static constexpr std::uint8_t kCellEnd = 2;  // separator, line end, or the end of the text
    static constexpr std::uint8_t kLineEnd = 4;

    [[nodiscard]] bool is(char c, std::uint8_t property) const {
        return (properties_[static_cast<unsigned char>(c)] & property) != 0;
    }
    [[nodiscard]] const char* text_end() const { return data_.text.data() + data_.text.size(); }

    CsvOptions options_;  // the separator is 0 until it is known
    TableData header_;    // source and names
    TableData data_;      // the rows being read and their text; names are added on return
    bool last_ = true;    // this is the last part
    std::string rest_;
    std::vector<std::size_t> doubled_;            // cells with doubled quotes
    std::array<std::uint8_t, 256> properties_{};  // [character]
    CsvSigns signs_;
    std::unique_ptr<CsvWindow> window_;
    std::size_t reach_ = CsvWindow::kBytes;  // bytes to scan at once; few after a row of the exact reader
    const char* at_ = nullptr;
    const char* row_begin_ = nullptr;  // start of the line in which the current row begins
    std::size_t first_line_ = 1;       // number of the first line of the text
    std::size_t line_ = 1;             // number of the line of `at_` after a cell was read
};

}  // namespace loh
