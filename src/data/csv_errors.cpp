// Error messages of the CSV reader.
#include <string>
#include <string_view>
#include <utility>

#include "data/csv.hpp"
#include "data/csv_text.hpp"
#include "data/parse_number.hpp"

namespace loh {

namespace {

std::string count_cells(std::size_t cells, std::size_t most) {
    if (cells > most) return "more than " + std::to_string(cells - 1) + " cells";
    return std::to_string(cells) + (cells == 1 ? " cell" : " cells");
}

constexpr const char* kNoTable = "is this a text with lines and separators?";

}  // namespace

Error CsvReader::empty_table() const {
    Diagnostic empty;
    empty.file = header_.source;
    bool nothing = data_.text.empty() && line_ == 1;
    empty.message = nothing ? "the table is empty" : "the table is empty: all its lines are blank";
    empty.hint = "the first line must have the names of the columns";
    return Error(std::move(empty));
}

// Asks for the header if some name is a number.
std::string CsvReader::header_hint() const {
    for (const std::string& name : header_.names)
        if (parse_number(name))
            return "; does the file have a header? --no-header names the columns c1, c2, ...";
    return {};
}

// An error about a cell of the header; its cells must not have been cleared.
Error CsvReader::bad_name(std::size_t column, std::string message, std::string hint, ErrorKind kind) const {
    CellPlace place = data_.cells[column];
    std::size_t line = first_line_ + count_line_ends(std::string_view(data_.text).substr(0, place.begin()));
    return Error(diagnose(header_.source, data_.text, {line, place.begin(), place.end()}, kind,
                          std::move(message), std::move(hint)));
}

// Throws if the last row does not have as many cells as the header.
void CsvReader::check_width(std::size_t row_begin) const {
    std::size_t columns = header_.names.size();
    std::size_t first = data_.rows * columns;
    std::size_t cells = data_.cells.size() - first;
    if (cells == columns) return;

    // The surplus cell, or the position of a missing one; the start of the row if that is in another line.
    std::size_t place = cells > columns ? data_.cells[first + columns].begin() : data_.cells.back().end();
    std::string_view row =
        std::string_view(data_.text).substr(row_begin, data_.cells.back().end() - row_begin);
    if (count_line_ends(row.substr(0, place - row_begin)) > 0) place = row_begin;
    std::size_t more_lines = count_line_ends(row);
    std::string hint = width_hint(cells);
    if (more_lines > 0) {
        hint += "; this row continues to line " + std::to_string(data_.lines.back() + more_lines) +
                ": is a quote out of place?";
    }
    throw Error(
        about(data_.lines.back(), data_.text.data() + place,
              count_cells(cells, columns + kMostSurplus) + ", but the header has " + std::to_string(columns),
              std::move(hint)));
}

std::string CsvReader::width_hint(std::size_t cells) const {
    std::size_t columns = header_.names.size();
    std::string separator = quote_separator(options_.separator);
    if (cells == columns + 1 && data_.cells.back().length() == 0)
        return "the line ends with " + separator + ", the header does not";
    return "cells are separated by " + separator + " here; a cell that contains " +
           (cells > columns ? "it" : "a line break") + " must be in quotes";
}

// Throws if the current row, complete or not, is too long. It ends at `end` or later.
void CsvReader::check_row_bytes(const char* end) const {
    if (static_cast<std::size_t>(end - row_begin_) <= options_.max_row_bytes) return;
    std::size_t line =
        first_line_ +
        count_line_ends({data_.text.data(), static_cast<std::size_t>(row_begin_ - data_.text.data())});
    throw Error(
        about(line, row_begin_,
              "a row of more than " + std::to_string(options_.max_row_bytes) + " bytes (max_row_bytes)",
              kNoTable, ErrorKind::limit));
}

Diagnostic CsvReader::about(std::size_t line, const char* at, std::string message, std::string hint,
                            ErrorKind kind) const {
    auto begin = static_cast<std::size_t>(at - data_.text.data());
    return diagnose(header_.source, data_.text, {line, begin, begin + 1}, kind, std::move(message),
                    std::move(hint));
}

Error CsvReader::too_long(const char* begin) const {
    bool quoted = begin != data_.text.data() && begin[-1] == '"';
    return Error(
        about(line_, begin,
              "a cell of more than " + std::to_string(options_.max_cell_bytes) + " bytes (max_cell_bytes)",
              quoted ? "is the closing quote of this cell missing?" : kNoTable, ErrorKind::limit));
}

Error CsvReader::never_closed(const char* open) const {
    return Error(about(line_, open, "this quote is never closed",
                       "a cell that begins with a quote ends with one; quotes in between are doubled"));
}

// `at_` is at that text. The quote that closes the cell is often meant to open a later cell.
Error CsvReader::text_after_quote(const char* open, const char* close) const {
    std::size_t lines = count_line_ends({open, static_cast<std::size_t>(close - open)});
    Diagnostic result = about(line_ + lines, at_, "text after the closing quote of a cell",
                              R"(a quote within a quoted cell is written twice, as in "the ""best"" one")");
    if (lines > 0) {
        Diagnostic note = about(line_, open, "the cell was opened here", {});
        note.severity = Severity::note;
        result.notes.push_back(std::move(note));
    }
    return Error(std::move(result));
}

}  // namespace loh
