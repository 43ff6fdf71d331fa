// The reader goes through the text once, cell by cell, and notes where each cell stands. It relies on two things:
//   - The text has no NUL byte (accept_text), so the NUL that ends every std::string ends every scanning loop too, and
//     no loop compares positions.
//   - The text does not change before all of it has been read, so a message can show any line as it is in the file.
//     Doubled quotes are joined at the end, each cell in its own place: joining only shortens it.
#include "data/csv.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/gzip.hpp"
#include "data/csv_text.hpp"

namespace loh {

namespace {

// Turns each pair of quotes into one, and returns the new end.
char* join_quotes(char* begin, const char* end) {
    char* to = begin;
    for (const char* from = begin; from != end; ++from) {
        *to++ = *from;
        if (*from == '"') ++from;
    }
    return to;
}

constexpr std::size_t kMostSurplus = 1000;  // cells of a row that are too many are counted up to here

std::string count_cells(std::size_t cells, std::size_t columns) {
    if (cells > columns + kMostSurplus) return "more than " + std::to_string(cells - 1) + " cells";
    return std::to_string(cells) + (cells == 1 ? " cell" : " cells");
}

void check(const CsvOptions& options) {
    auto separator = static_cast<unsigned char>(options.separator);
    if (separator >= 0x80 || separator == '"' || separator == '\n' || separator == '\r')
        throw Error(ErrorKind::usage,
                    "a separator is an ASCII character, and neither a quote nor a line end");
    if (options.max_cell_bytes > CellPlace::kMaxLength) {
        throw Error(ErrorKind::usage, "cells of " + std::to_string(options.max_cell_bytes) +
                                          " bytes are not possible; the most is " +
                                          std::to_string(CellPlace::kMaxLength));
    }
}

class CsvReader {
public:
    CsvReader(std::string text, std::string name, const CsvOptions& options);
    TableData read();

private:
    // Between cells
    bool find_row();
    void read_row(std::size_t most);
    void skip_blanks();
    void skip_line_end();

    // Cells
    void read_plain_cell();
    void read_quoted_cell();
    void add_cell(const char* begin, const char* end);

    // Once they are all there
    void take_header();
    void check_names();
    void reserve_cells();
    void check_width(std::size_t row_begin) const;
    [[nodiscard]] std::string width_hint(std::size_t cells) const;
    void unescape();

    // `at` is in line `line`.
    [[nodiscard]] Diagnostic about(std::size_t line, const char* at, std::string message, std::string hint,
                                   ErrorKind kind = ErrorKind::syntax) const;
    [[nodiscard]] Error bad_name(std::size_t column, std::string message, std::string hint,
                                 ErrorKind kind = ErrorKind::syntax) const;
    [[nodiscard]] Error too_long(const char* begin, std::size_t length) const;
    [[nodiscard]] Error text_after_quote(const char* open, const char* close) const;

    static constexpr std::uint8_t kBlank = 1;
    static constexpr std::uint8_t kCellEnd = 2;  // separator, line end, or the end of the text
    static constexpr std::uint8_t kLineEnd = 4;

    [[nodiscard]] bool is(char c, std::uint8_t property) const {
        return (properties_[static_cast<unsigned char>(c)] & property) != 0;
    }

    TableData data_;
    std::vector<std::size_t> doubled_;  // cells that have doubled quotes
    char separator_;
    std::size_t max_cell_bytes_;
    std::size_t max_columns_;
    std::array<std::uint8_t, 256> properties_{};  // of each character
    const char* at_ = nullptr;
    std::size_t line_ = 1;  // the one that `at_` is in, once a cell has been read
};

CsvReader::CsvReader(std::string text, std::string name, const CsvOptions& options)
    : max_cell_bytes_(options.max_cell_bytes), max_columns_(options.max_columns) {
    check(options);
    if (is_gzip(text)) text = gunzip(text, name, options.max_unpacked_bytes);
    accept_text(text, name);
    separator_ = choose_separator(options.separator, text);
    data_.source = std::move(name);
    data_.text = std::move(text);
    at_ = data_.text.data();

    auto property = [&](char c) -> std::uint8_t& { return properties_[static_cast<unsigned char>(c)]; };
    property(' ') = property('\t') = kBlank;
    property('\0') = property(separator_) = kCellEnd;
    property('\n') = property('\r') = kCellEnd | kLineEnd;
}

TableData CsvReader::read() {
    if (!find_row()) {
        Diagnostic empty;
        empty.file = data_.source;
        empty.message =
            data_.text.empty() ? "the table is empty" : "the table is empty: all its lines are blank";
        empty.hint = "the first line has the names of the columns";
        throw Error(std::move(empty));
    }
    read_row(max_columns_);
    take_header();
    reserve_cells();
    while (find_row()) {
        data_.lines.push_back(line_);
        auto row_begin = static_cast<std::size_t>(at_ - data_.text.data());
        read_row(data_.names.size() + kMostSurplus);
        check_width(row_begin);
        ++data_.rows;
    }
    unescape();
    return std::move(data_);
}

// Skips blank lines. Leaves `at_` at the first character of a row; false when there is none.
bool CsvReader::find_row() {
    for (;;) {
        skip_blanks();
        if (*at_ == '\0') return false;
        if (*at_ != '\n' && *at_ != '\r') return true;
        skip_line_end();
    }
}

// Stops behind more than `most` cells: a row may have as many as the text has bytes.
void CsvReader::read_row(std::size_t most) {
    most += data_.cells.size();
    for (;; ++at_) {
        skip_blanks();
        if (*at_ == '"') {
            read_quoted_cell();
        } else {
            read_plain_cell();
        }
        if (*at_ != separator_ || data_.cells.size() > most) break;
    }
    skip_line_end();
}

void CsvReader::skip_blanks() {
    while (is(*at_, kBlank)) ++at_;
}

void CsvReader::skip_line_end() {
    if (*at_ == '\0') return;
    at_ += at_[0] == '\r' && at_[1] == '\n' ? 2 : 1;
    ++line_;
}

// Both readers of cells leave `at_` at what ends the cell.
void CsvReader::read_plain_cell() {
    const char* begin = at_;
    const char* end = begin;
    while (!is(*end, kCellEnd)) ++end;
    at_ = end;
    while (end != begin && is(end[-1], kBlank)) --end;
    add_cell(begin, end);
}

void CsvReader::read_quoted_cell() {
    const char* text_end = data_.text.data() + data_.text.size();
    const char* open = at_;
    const char* close = open + 1;
    bool doubled = false;
    for (;; close += 2) {
        close = static_cast<const char*>(std::memchr(close, '"', static_cast<std::size_t>(text_end - close)));
        if (close == nullptr) {
            throw Error(
                about(line_, open, "this quote is never closed",
                      "a cell that begins with a quote ends with one; quotes in between are doubled"));
        }
        if (close[1] != '"') break;
        doubled = true;
    }
    if (doubled) doubled_.push_back(data_.cells.size());
    add_cell(open + 1, close);
    at_ = close + 1;
    skip_blanks();
    if (!is(*at_, kCellEnd)) throw text_after_quote(open, close);
    line_ += count_line_ends({open + 1, static_cast<std::size_t>(close - open - 1)});
}

void CsvReader::add_cell(const char* begin, const char* end) {
    auto length = static_cast<std::size_t>(end - begin);
    if (length > max_cell_bytes_) throw too_long(begin, length);
    data_.cells.emplace_back(static_cast<std::size_t>(begin - data_.text.data()), length);
}

// The cells read so far become names.
void CsvReader::take_header() {
    if (data_.cells.size() > max_columns_) {
        throw bad_name(0, "more than " + std::to_string(max_columns_) + " columns, which is max_columns",
                       "is this a text with lines and separators?", ErrorKind::limit);
    }
    for (CellPlace place : data_.cells) data_.names.emplace_back(data_.text, place.begin(), place.length());
    for (std::size_t cell : doubled_) {
        std::string& name = data_.names[cell];
        char* end = join_quotes(name.data(), name.data() + name.size());
        name.resize(static_cast<std::size_t>(end - name.data()));
    }
    check_names();
    data_.cells.clear();
    doubled_.clear();
}

void CsvReader::check_names() {
    const std::vector<std::string>& names = data_.names;
    if (std::all_of(names.begin(), names.end(), is_blank))
        throw bad_name(0, "the header has no names", "the first line has the names of the columns");
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (!is_blank(names[column])) continue;
        throw bad_name(column, "column " + std::to_string(column + 1) + " has no name",
                       column == 0 ? "name it; if it is a row index, leave it out (in pandas: index=False)"
                                   : "name it, or remove the separator that makes it");
    }
    if (auto same = index_names(data_)) {
        throw bad_name(same->second,
                       "columns " + std::to_string(same->first + 1) + " and " +
                           std::to_string(same->second + 1) + " are both named " +
                           quote_name(names[same->first]),
                       "rename one of them");
    }
}

// About a cell of the header, while its cells are still there.
Error CsvReader::bad_name(std::size_t column, std::string message, std::string hint, ErrorKind kind) const {
    CellPlace place = data_.cells[column];
    std::size_t line = count_line_ends(std::string_view(data_.text).substr(0, place.begin())) + 1;
    return Error(diagnose(data_.source, data_.text, {line, place.begin(), place.end()}, kind,
                          std::move(message), std::move(hint)));
}

// Something ends each cell, so counting what does gives the number of cells, or a little more. Growing the list instead
// takes as long, and twice the memory. A text of separators without line ends is no table and must not cost eight times
// its size, so the number of lines limits it as well.
void CsvReader::reserve_cells() {
    const char* end = data_.text.data() + data_.text.size();
    std::size_t cells = 1;
    std::size_t lines = 1;
    for (const char* c = at_; c != end; ++c) {
        cells += static_cast<std::size_t>(is(*c, kCellEnd));
        lines += static_cast<std::size_t>(is(*c, kLineEnd));
    }
    data_.cells.reserve(std::min(cells, lines * data_.names.size()));
}

// The last row has as many cells as there are names.
void CsvReader::check_width(std::size_t row_begin) const {
    std::size_t columns = data_.names.size();
    std::size_t first = data_.rows * columns;
    std::size_t cells = data_.cells.size() - first;
    if (cells == columns) return;

    // The surplus cell, or where one is missing; the row itself when that is in another line.
    std::size_t place = cells > columns ? data_.cells[first + columns].begin() : data_.cells.back().end();
    std::string_view row =
        std::string_view(data_.text).substr(row_begin, data_.cells.back().end() - row_begin);
    if (count_line_ends(row.substr(0, place - row_begin)) > 0) place = row_begin;
    std::size_t more_lines = count_line_ends(row);
    std::string hint = width_hint(cells);
    if (more_lines > 0) {
        hint += "; this row goes on to line " + std::to_string(data_.lines.back() + more_lines) +
                ": is a quote out of place?";
    }
    throw Error(about(data_.lines.back(), data_.text.data() + place,
                      count_cells(cells, columns) + ", but the header has " + std::to_string(columns),
                      std::move(hint)));
}

std::string CsvReader::width_hint(std::size_t cells) const {
    std::size_t columns = data_.names.size();
    std::string separator = quote_separator(separator_);
    if (cells == columns + 1 && data_.cells.back().length() == 0)
        return "the line ends with " + separator + ", the header does not";
    return "cells are separated by " + separator + " here; a cell that contains " +
           (cells > columns ? "it" : "a line break") + " must be in quotes";
}

void CsvReader::unescape() {
    for (std::size_t cell : doubled_) {
        CellPlace& place = data_.cells[cell];
        char* begin = data_.text.data() + place.begin();
        char* end = begin + place.length();
        char* new_end = join_quotes(begin, end);
        // Whatever is left there, bad_cell will show it, and would count its line breaks.
        std::fill(new_end, end, '"');
        place = CellPlace(place.begin(), static_cast<std::size_t>(new_end - begin));
    }
}

Diagnostic CsvReader::about(std::size_t line, const char* at, std::string message, std::string hint,
                            ErrorKind kind) const {
    auto begin = static_cast<std::size_t>(at - data_.text.data());
    return diagnose(data_.source, data_.text, {line, begin, begin + 1}, kind, std::move(message),
                    std::move(hint));
}

Error CsvReader::too_long(const char* begin, std::size_t length) const {
    bool quoted = begin != data_.text.data() && begin[-1] == '"';
    return Error(about(
        line_, begin,
        "a cell of " + std::to_string(length) + " bytes, but max_cell_bytes is " +
            std::to_string(max_cell_bytes_),
        quoted ? "is the closing quote of this cell missing?" : "is this a text with lines and separators?",
        ErrorKind::limit));
}

// `at_` is at that text. Often the quote that seems to close the cell is meant to open another, further down.
Error CsvReader::text_after_quote(const char* open, const char* close) const {
    std::size_t lines = count_line_ends({open, static_cast<std::size_t>(close - open)});
    Diagnostic result = about(line_ + lines, at_, "text behind the closing quote of a cell",
                              R"(a quote within a quoted cell is written twice, as in "the ""best"" one")");
    if (lines > 0) {
        Diagnostic note = about(line_, open, "the cell was opened here", {});
        note.severity = Severity::note;
        result.notes.push_back(std::move(note));
    }
    return Error(std::move(result));
}

}  // namespace

TableData parse_csv(std::string text, std::string name, const CsvOptions& options) {
    return CsvReader(std::move(text), std::move(name), options).read();
}

}  // namespace loh
