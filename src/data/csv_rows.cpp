// The fast path of the CSV reader. A row is plain if it has as many cells as the header, all its quotes are of the kind that
// csv_scan.cpp handles, and it exceeds no limit. At the first row that is not plain, the fast path stops at the start of the
// row, and the exact reader of csv.cpp reads it. So the exact reader handles all errors and all unusual rows.
//
// Invariant: between two windows, data_ contains the complete rows, followed by the cells of the incomplete row. The cells
// of an incomplete row are dropped when the exact reader takes over.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "data/csv.hpp"
#include "data/csv_scan.hpp"

namespace loh {

// A CR at the end of the text may be the first half of a CR LF; it is left to the exact reader.
void CsvReader::read_plain_rows() {
    constexpr std::size_t kLeastReach = 64;
    // Cells and rows within one window then need no length check.
    if (std::min(options_.max_cell_bytes, options_.max_row_bytes) < CsvWindow::kBytes) return;
    if (!window_) window_ = std::make_unique<CsvWindow>();
    const std::string& text = data_.text;
    std::size_t end = text.ends_with('\r') ? text.size() - 1 : text.size();
    auto at = static_cast<std::size_t>(at_ - text.data());
    std::size_t last_end = at - 1;  // end of the previous cell; wraps around for at == 0
    CsvCarry carry;
    for (bool plain = true; plain && at < end; at = window_->next) {
        scan_csv(text.data(), at, std::min(end, at + reach_), signs_, carry, *window_);
        plain = add_window(last_end);
        reach_ = plain ? std::min(2 * reach_, CsvWindow::kBytes) : kLeastReach;
    }
    data_.cells.resize(data_.rows * header_.names.size());
}

// Adds the plain rows of the window. Returns false if the exact reader is needed, at `at_`.
bool CsvReader::add_window(std::size_t& last_end) {
    const CsvWindow& window = *window_;
    std::size_t rows = count_plain_rows(last_end);
    std::size_t in_rows = rows == 0 ? 0 : window.row_ends[rows - 1];  // cells of complete rows
    std::size_t first_cell = data_.cells.size();
    std::size_t begun = first_cell + window.count - (data_.rows + rows) * header_.names.size();
    bool whole = rows == window.rows && !window.stopped && begun < header_.names.size();
    add_cells(whole ? window.count : in_rows, last_end);
    if (window.has_cr) skip_line_feeds(first_cell, rows);
    if (window.untidy) tidy_cells(first_cell);
    data_.rows += rows;
    for (std::size_t row = 0; row < rows; ++row) data_.lines.push_back(line_++);
    if (window.count > 0) last_end = window.ends[window.count - 1];
    if (in_rows > 0) {
        const char* line_end = data_.text.data() + window.ends[in_rows - 1];
        at_ = line_end + (line_end[0] == '\r' && line_end[1] == '\n' ? 2 : 1);
        if (in_rows == window.count) last_end = static_cast<std::size_t>(at_ - data_.text.data()) - 1;
    }
    return whole;
}

// The number of plain rows at the start of the window. Only its first cell and its first row begin in earlier windows, so
// only they can be too long.
std::size_t CsvReader::count_plain_rows(std::size_t last_end) const {
    const CsvWindow& window = *window_;
    std::size_t columns = header_.names.size();
    if (window.count > 0 && window.ends[0] - last_end - 1 > options_.max_cell_bytes) return 0;
    if (window.rows == 0) return 0;
    auto row_begin = static_cast<std::size_t>(at_ - data_.text.data());
    if (window.ends[window.row_ends[0] - 1] - row_begin > options_.max_row_bytes) return 0;
    if (columns == 1) return count_filled_rows(last_end);
    std::size_t begun = data_.cells.size() - data_.rows * columns;
    std::size_t row = 0;
    for (std::size_t due = columns - begun; row < window.rows && window.row_ends[row] == due; due += columns)
        ++row;
    return row;
}

// In a table of one column, a blank line is not a row. Lines that are empty or begin with a blank go to the exact reader.
std::size_t CsvReader::count_filled_rows(std::size_t last_end) const {
    const CsvWindow& window = *window_;
    const char* text = data_.text.data();
    std::size_t row = 0;
    for (; row < window.rows && window.row_ends[row] == row + 1; ++row) {
        std::size_t begin = (row == 0 ? last_end : window.ends[row - 1]) + 1;
        if (row > 0 && text[begin - 1] == '\r' && text[begin] == '\n') ++begin;
        if (begin == window.ends[row] || is(text[begin], kBlank)) break;
    }
    return row;
}

void CsvReader::add_cells(std::size_t count, std::size_t last_end) {
    constexpr std::size_t kBatch = 256;
    CellPlace batch[kBatch];
    for (std::size_t begin = 0; begin < count; begin += kBatch) {
        std::size_t size = std::min(kBatch, count - begin);
        const std::uint64_t* ends = window_->ends.data() + begin;
        batch[0] = CellPlace(last_end + 1, ends[0] - last_end - 1);
        for (std::size_t i = 1; i < size; ++i)
            batch[i] = CellPlace(ends[i - 1] + 1, ends[i] - ends[i - 1] - 1);
        last_end = ends[size - 1];
        data_.cells.insert(data_.cells.end(), batch, batch + size);
    }
}

// After a CR LF a row begins one byte later than after other line ends. `rows` rows end in the window.
void CsvReader::skip_line_feeds(std::size_t first_cell, std::size_t rows) {
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t cell = first_cell + window_->row_ends[row];
        if (cell == data_.cells.size()) return;
        CellPlace& place = data_.cells[cell];
        const char* begin = data_.text.data() + place.begin();
        if (begin[0] == '\n' && begin[-1] == '\r') place = CellPlace(place.begin() + 1, place.length() - 1);
    }
}

// Removes quotes and blanks around cells. A quote at the start of a cell has its partner at the end; otherwise the scan would
// have stopped.
void CsvReader::tidy_cells(std::size_t first_cell) {
    for (std::size_t cell = first_cell; cell < data_.cells.size(); ++cell) {
        CellPlace& place = data_.cells[cell];
        const char* begin = data_.text.data() + place.begin();
        const char* end = begin + place.length();
        if (begin == end) continue;
        if (*begin == '"') {
            place = CellPlace(place.begin() + 1, place.length() - 2);
        } else if (is(*begin, kBlank) || is(end[-1], kBlank)) {
            while (begin != end && is(*begin, kBlank)) ++begin;
            while (begin != end && is(end[-1], kBlank)) --end;
            place = CellPlace(static_cast<std::size_t>(begin - data_.text.data()),
                              static_cast<std::size_t>(end - begin));
        }
    }
}

}  // namespace loh
