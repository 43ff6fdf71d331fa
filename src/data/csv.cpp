// The exact reader of CSV text: a single pass that records the place of each cell. It defines what a cell and what an error
// is. csv_rows.cpp reads plain rows, many at a time, with the same result.
//
// Invariants:
//   - The text has no NUL byte. The NUL at the end of every std::string ends every scanning loop, so no loop compares
//     positions.
//   - The text does not change before all of it has been read, so a message can show any line as it is in the file.
//     Doubled quotes are joined at the end, in the place of the cell: joining only shortens a cell.
//   - In a part of a text, a row that reaches the end of the part is incomplete, because the cell, a pair of quotes or a CRLF
//     may continue. It is discarded and read again with the next part.
#include "data/csv.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "data/csv_text.hpp"

namespace loh {

namespace {

// Replaces each pair of quotes by one quote and returns the new end.
char* join_quotes(char* begin, const char* end) {
    char* to = begin;
    for (const char* from = begin; from != end; ++from) {
        *to++ = *from;
        if (*from == '"') ++from;
    }
    return to;
}

void check(const CsvOptions& options) {
    auto separator = static_cast<unsigned char>(options.separator);
    if (separator >= 0x80 || separator == '"' || separator == '\n' || separator == '\r')
        throw Error(ErrorKind::usage,
                    "the separator must be an ASCII character other than a quote or a line end");
    if (options.max_cell_bytes > CellPlace::kMaxLength) {
        throw Error(ErrorKind::usage, "a limit of " + std::to_string(options.max_cell_bytes) +
                                          " bytes for a cell is too large; the maximum is " +
                                          std::to_string(CellPlace::kMaxLength));
    }
}

}  // namespace

CsvReader::CsvReader(std::string name, const CsvOptions& options) : options_(options) {
    check(options);
    header_.source = std::move(name);
    auto property = [&](char c) -> std::uint8_t& { return properties_[static_cast<unsigned char>(c)]; };
    property(' ') = kBlank;
    property('\0') = kCellEnd;
    property('\n') = property('\r') = kCellEnd | kLineEnd;
    if (options.separator != 0) set_separator(options.separator);
}

void CsvReader::set_separator(char separator) {
    options_.separator = separator;
    properties_['\t'] = kBlank;
    properties_[static_cast<unsigned char>(separator)] = kCellEnd;
    signs_.separator = separator;
    signs_.blank = separator == ' ' ? '\t' : ' ';
    signs_.other_blank = separator == '\t' ? ' ' : '\t';
}

void CsvReader::take(std::string text, bool last) {
    data_.text = std::move(text);
    last_ = last;
    at_ = row_begin_ = data_.text.data();
    first_line_ = line_;
}

void CsvReader::take_rows(std::string rows, std::size_t line, bool last) {
    line_ = line;
    take(std::move(rows), last);
}

void CsvReader::reuse(TableData&& used) {
    data_ = std::move(used);
    data_.rows = 0;
    data_.cells.clear();
    data_.lines.clear();
}

CsvReader CsvReader::sibling() const {
    CsvReader result(header_.source, options_);
    result.header_ = header_;
    return result;
}

bool CsvReader::read_header() {
    bool whole = (options_.separator != 0 || find_separator()) && read_names();
    if (!whole) keep_rest();
    return whole;
}

bool CsvReader::read_names() {
    if (!find_row()) {
        if (last_) throw empty_table();
        return false;
    }
    std::size_t line = line_;
    if (!read_row(options_.max_columns)) {
        unread_row(line, 0);
        return false;
    }
    if (options_.header) {
        take_names();
    } else {
        number_columns();
        unread_row(line, 0);
    }
    return true;
}

// Names the columns c1, c2, ... The first row is read again as a row.
void CsvReader::number_columns() {
    check_column_count();
    for (std::size_t column = 1; column <= data_.cells.size(); ++column)
        header_.names.push_back("c" + std::to_string(column));
    index_names(header_);
}

// A tab may be the separator. Until that is known, only lines of spaces are treated as blank.
bool CsvReader::find_separator() {
    find_row();
    at_ = row_begin_;
    std::string_view line(at_, static_cast<std::size_t>(text_end() - at_));
    std::optional<char> found = choose_separator(line, last_);
    if (found) {
        set_separator(*found);
    } else {
        check_row_bytes(text_end());
    }
    return found.has_value();
}

TableData CsvReader::read_rows() {
    reserve_cells();
    while (read_plain_rows(), find_row()) {
        std::size_t line = line_;
        std::size_t cells = data_.cells.size();
        data_.lines.push_back(line);
        auto row_begin = static_cast<std::size_t>(at_ - data_.text.data());
        if (!read_row(header_.names.size() + kMostSurplus)) {
            data_.lines.pop_back();
            unread_row(line, cells);
            break;
        }
        check_width(row_begin);
        ++data_.rows;
    }
    keep_rest();
    unescape();
    if (data_.names.empty()) {
        data_.source = header_.source;
        data_.names = header_.names;
        data_.column_of = header_.column_of;
        data_.separator = options_.separator;
    }
    return std::exchange(data_, {});
}

void CsvReader::keep_rest() { rest_.assign(row_begin_, text_end()); }

// Skips blank lines. Leaves `at_` at the first character of a row; returns false if there is none in this text.
bool CsvReader::find_row() {
    for (;;) {
        row_begin_ = at_;
        skip_blanks();
        check_row_bytes(at_);
        if (*at_ == '\0') return false;
        if (!is(*at_, kLineEnd)) return true;
        if (!line_ends_here()) return false;
        skip_line_end();
    }
}

// Stops after more than `most` cells, because a row may have as many cells as bytes. Returns false if the row is incomplete.
bool CsvReader::read_row(std::size_t most) {
    most += data_.cells.size();
    for (;; ++at_) {
        skip_blanks();
        if (*at_ == '"') {
            read_quoted_cell();
        } else {
            read_plain_cell();
        }
        if (*at_ != options_.separator) break;
        if (data_.cells.size() > most) return true;
    }
    check_row_bytes(at_);
    if (!line_ends_here()) return false;
    skip_line_end();
    return true;
}

// `at_` is at a line end or at the end of the text. A CR at the end of a part may be the first half of a CRLF.
bool CsvReader::line_ends_here() const { return last_ || *at_ == '\n' || (*at_ == '\r' && at_[1] != '\0'); }

// Discards the current row, which began in `line`. There were `cells` cells before it.
void CsvReader::unread_row(std::size_t line, std::size_t cells) {
    data_.cells.erase(data_.cells.begin() + static_cast<std::ptrdiff_t>(cells), data_.cells.end());
    while (!doubled_.empty() && doubled_.back() >= cells) doubled_.pop_back();
    at_ = row_begin_;
    line_ = line;
}

void CsvReader::skip_blanks() {
    while (is(*at_, kBlank)) ++at_;
}

void CsvReader::skip_line_end() {
    if (*at_ == '\0') return;
    at_ += at_[0] == '\r' && at_[1] == '\n' ? 2 : 1;
    ++line_;
}

// Both functions that read a cell leave `at_` at the character that ends the cell.
void CsvReader::read_plain_cell() {
    const char* begin = at_;
    const char* end = begin;
    while (!is(*end, kCellEnd)) ++end;
    at_ = end;
    while (end != begin && is(end[-1], kBlank)) --end;
    add_cell(begin, end);
}

void CsvReader::read_quoted_cell() {
    const char* open = at_;
    const char* close = open + 1;
    bool doubled = false;
    for (;; close += 2) {
        close =
            static_cast<const char*>(std::memchr(close, '"', static_cast<std::size_t>(text_end() - close)));
        if (close == nullptr) return read_open_cell(open);
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

// A cell whose closing quote is not in this text.
void CsvReader::read_open_cell(const char* open) {
    if (last_) throw never_closed(open);
    add_cell(open + 1, text_end());
    at_ = text_end();
}

void CsvReader::add_cell(const char* begin, const char* end) {
    auto length = static_cast<std::size_t>(end - begin);
    if (length > options_.max_cell_bytes) throw too_long(begin);
    data_.cells.emplace_back(static_cast<std::size_t>(begin - data_.text.data()), length);
}

void CsvReader::check_column_count() const {
    if (data_.cells.size() <= options_.max_columns) return;
    throw bad_name(0, "more than " + std::to_string(options_.max_columns) + " columns (max_columns)",
                   "is this a text with lines and separators?", ErrorKind::limit);
}

// Turns the cells read so far into names.
void CsvReader::take_names() {
    check_column_count();
    for (CellPlace place : data_.cells) header_.names.emplace_back(data_.text, place.begin(), place.length());
    for (std::size_t cell : doubled_) {
        std::string& name = header_.names[cell];
        char* end = join_quotes(name.data(), name.data() + name.size());
        name.resize(static_cast<std::size_t>(end - name.data()));
    }
    check_names();
    data_.cells.clear();
    doubled_.clear();
}

void CsvReader::check_names() {
    const std::vector<std::string>& names = header_.names;
    if (std::all_of(names.begin(), names.end(), is_blank))
        throw bad_name(
            0, "the header has no names",
            "the first line must have the names of the columns; --no-header names them c1, c2, ...");
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (!is_blank(names[column])) continue;
        throw bad_name(column, "column " + std::to_string(column + 1) + " has no name",
                       (column == 0 ? "name it; if it is a row index, leave it out (in pandas: index=False)"
                                    : "name it, or remove the separator that makes it") +
                           header_hint());
    }
    if (auto same = index_names(header_)) {
        throw bad_name(same->second,
                       "columns " + std::to_string(same->first + 1) + " and " +
                           std::to_string(same->second + 1) + " are both named " +
                           quote_name(names[same->first]),
                       "rename one of them" + header_hint());
    }
}

// Reserves one cell for each separator and line end, which is the number of cells or slightly more. Growing the vector
// instead takes as long and twice the memory. A text of separators without line ends is not a table and must not cost eight
// times its size, so the number of lines limits the reservation. Recycled memory is already large enough, or soon is.
void CsvReader::reserve_cells() {
    if (data_.cells.capacity() > 0) return;
    CsvCounts counts = count_csv(at_, static_cast<std::size_t>(text_end() - at_), options_.separator);
    std::size_t lines = counts.line_ends + 1;
    data_.cells.reserve(std::min(counts.separators + lines, lines * header_.names.size()));
}

void CsvReader::unescape() {
    for (std::size_t cell : doubled_) {
        CellPlace& place = data_.cells[cell];
        char* begin = data_.text.data() + place.begin();
        char* end = begin + place.length();
        char* new_end = join_quotes(begin, end);
        // bad_cell shows these bytes and would count line breaks in them, so they are overwritten.
        std::fill(new_end, end, '"');
        place = CellPlace(place.begin(), static_cast<std::size_t>(new_end - begin));
    }
    doubled_.clear();
}

TableData parse_csv(std::string text, const std::string& name, const CsvOptions& options) {
    CsvReader reader(name, options);
    accept_text(text, name);
    reader.take(std::move(text), true);
    reader.read_header();
    return reader.read_rows();
}

}  // namespace loh
