#include "loh/table.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/gzip.hpp"
#include "base/text.hpp"
#include "data/csv.hpp"
#include "data/csv_text.hpp"
#include "data/table_data.hpp"

namespace loh {

std::string quote_name(std::string_view name) {
    constexpr std::size_t kShown = 60;
    std::string_view shown = take_code_points(name, kShown);
    std::string result =
        quote(shown.size() < name.size() ? std::string(shown) + "..." : std::string(name), '\'');
    for (char& c : result)
        if ((c >= 0 && c < ' ') || c == '\x7F') c = '?';  // control characters could be terminal commands
    return result;
}

std::optional<std::pair<std::size_t, std::size_t>> index_names(TableData& data) {
    for (std::size_t column = 0; column < data.names.size(); ++column) {
        auto [entry, is_new] = data.column_of.emplace(data.names[column], column);
        if (!is_new) return std::pair(entry->second, column);
    }
    return std::nullopt;
}

namespace {

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

void check_names(TableData& data) {
    if (data.names.empty()) throw usage("a table needs at least one column");
    for (std::size_t column = 0; column < data.names.size(); ++column) {
        if (is_blank(data.names[column]))
            throw usage("the name of column " + std::to_string(column) + " is blank");
    }
    if (auto same = index_names(data)) {
        throw usage("columns " + std::to_string(same->first) + " and " + std::to_string(same->second) +
                    " are both named " + quote_name(data.names[same->first]));
    }
}

// Checks that all columns have the same length. Returns the total number of bytes of their cells.
std::size_t check_columns(const std::vector<std::string>& names,
                          const std::vector<std::vector<std::string>>& columns) {
    if (names.size() != columns.size()) {
        throw usage(std::to_string(names.size()) + " names for " + std::to_string(columns.size()) +
                    " columns");
    }
    std::size_t bytes = 0;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        if (columns[column].size() != columns[0].size()) {
            throw usage("column " + quote_name(names[column]) + " has " +
                        std::to_string(columns[column].size()) + " cells, but column " +
                        quote_name(names[0]) + " has " + std::to_string(columns[0].size()));
        }
        for (const std::string& cell : columns[column]) {
            if (cell.size() > CellPlace::kMaxLength) {
                throw Error(ErrorKind::limit, "column " + quote_name(names[column]) +
                                                  " has a cell of more than " +
                                                  std::to_string(CellPlace::kMaxLength) + " bytes");
            }
            bytes += cell.size();
        }
    }
    return bytes;
}

// The first few names, for a hint.
std::string list_names(const std::vector<std::string>& names) {
    constexpr std::size_t kListed = 10;
    std::string result = names.size() == 1 ? "its only column is " : "its columns are ";
    for (std::size_t column = 0; column < std::min(names.size(), kListed); ++column)
        result += (column == 0 ? "" : ", ") + quote_name(names[column]);
    if (names.size() > kListed) result += " and " + std::to_string(names.size() - kListed) + " more";
    return result;
}

// A file can exceed the memory, or have no end. The message then names the file.
template <class Action>
Table within_memory(const std::string& name, const Action& action) {
    try {
        return action();
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::limit, name + " does not fit in memory");
    }
}

// Whether a line exceeds the maximum length of a row. Then the text read so far contains an error, and reading can stop.
class LongLine {
public:
    explicit LongLine(std::size_t most) : most_(most) {}

    bool operator()(std::string_view piece) {
        std::size_t behind = std::min(behind_last('\n', piece), behind_last('\r', piece));
        bytes_ = behind == kNone ? bytes_ + piece.size() : behind;
        return bytes_ > most_;
    }

private:
    static constexpr std::size_t kNone = SIZE_MAX;

    // The number of bytes after the last of these characters.
    static std::size_t behind_last(char c, std::string_view piece) {
        const void* found = ::memrchr(piece.data(), c, piece.size());
        if (found == nullptr) return kNone;
        return static_cast<std::size_t>(piece.data() + piece.size() - static_cast<const char*>(found)) - 1;
    }

    std::size_t most_;
    std::size_t bytes_ = 0;  // of the current line so far
};

void check_row(const TableData& data, std::size_t row) {
    if (row >= data.rows)
        throw usage("there is no row " + std::to_string(row) + ": " + data.source + " has " +
                    std::to_string(data.rows) + " rows");
}

void check_column(const TableData& data, std::size_t column) {
    if (column >= data.names.size())
        throw usage("there is no column " + std::to_string(column) + ": " + data.source + " has " +
                    std::to_string(data.names.size()) + " columns");
}

}  // namespace

Table Table::read_csv(const std::string& path, const CsvOptions& options) {
    return read_csv(open_file(path), path, options);
}

Table Table::read_csv(const ByteSource& bytes, std::string name, const CsvOptions& options) {
    return within_memory(name, [&] {
        ByteSource plain = unpack_if_packed(bytes, name, options.max_unpacked_bytes);
        std::string text = read_all(plain, LongLine(options.max_row_bytes));
        return Table(std::make_shared<const TableData>(loh::parse_csv(std::move(text), name, options)));
    });
}

Table Table::parse_csv(std::string text, std::string name, const CsvOptions& options) {
    return within_memory(name, [&] {
        if (is_gzip(text)) text = gunzip(text, name, options.max_unpacked_bytes);
        return Table(std::make_shared<const TableData>(loh::parse_csv(std::move(text), name, options)));
    });
}

Table Table::from_columns(const std::vector<std::string>& names,
                          const std::vector<std::vector<std::string>>& columns) {
    TableData data;
    data.source = "<table>";
    data.names = names;
    check_names(data);
    data.text.reserve(check_columns(names, columns));
    data.rows = columns[0].size();
    data.cells.reserve(data.rows * columns.size());
    for (std::size_t row = 0; row < data.rows; ++row) {
        for (const std::vector<std::string>& column : columns) {
            data.cells.emplace_back(data.text.size(), column[row].size());
            data.text += column[row];
        }
    }
    return Table(std::make_shared<const TableData>(std::move(data)));
}

Table Table::from_bits(const std::vector<std::string>& names, std::vector<std::uint8_t> bytes) {
    TableData data;
    data.source = "<table>";
    data.names = names;
    check_names(data);
    std::size_t row_bytes = PackedRows::row_bytes(names.size());
    if (bytes.size() % row_bytes != 0) {
        throw usage(std::to_string(bytes.size()) + " bytes are not a whole number of rows: a row of " +
                    std::to_string(names.size()) + " bits has " + std::to_string(row_bytes) + " bytes");
    }
    data.rows = bytes.size() / row_bytes;
    data.bits = std::make_shared<const PackedRows>(names.size(), std::move(bytes));
    return Table(std::make_shared<const TableData>(std::move(data)));
}

std::size_t Table::rows() const noexcept { return data_->rows; }

std::size_t Table::columns() const noexcept { return data_->names.size(); }

const std::vector<std::string>& Table::names() const noexcept { return data_->names; }

std::optional<std::size_t> Table::find(std::string_view name) const {
    auto found = data_->column_of.find(std::string(name));
    if (found == data_->column_of.end()) return std::nullopt;
    return found->second;
}

std::size_t Table::at(std::string_view name) const {
    if (auto column = find(name)) return *column;
    std::optional<std::string> meant = closest(name, names());
    throw Error(ErrorKind::name, source() + " has no column " + quote_name(name),
                meant ? "did you mean " + quote_name(*meant) + "?" : list_names(names()));
}

std::string_view Table::cell(std::size_t column, std::size_t row) const {
    check_column(*data_, column);
    check_row(*data_, row);
    if (data_->bits) return data_->bits->at(row, column) ? "1" : "0";
    CellPlace place = data_->place(column, row);
    return {data_->text.data() + place.begin(), place.length()};
}

const std::string& Table::source() const noexcept { return data_->source; }

std::size_t Table::line(std::size_t row) const {
    check_row(*data_, row);
    return data_->lines.empty() ? 0 : data_->lines[row];
}

Error Table::bad_cell(std::size_t column, std::size_t row, std::string message, std::string hint) const {
    check_column(*data_, column);
    check_row(*data_, row);
    message = "column " + quote_name(names()[column]) + ": " + message;
    if (data_->lines.empty()) {
        Diagnostic diagnostic;
        diagnostic.kind = ErrorKind::meaning;
        diagnostic.message = "row " + std::to_string(row) + ", " + message;
        diagnostic.hint = std::move(hint);
        diagnostic.file = source();
        return Error(std::move(diagnostic));
    }
    // A row with line breaks in its cells spans several lines; find the line of this cell.
    CellPlace place = data_->place(column, row);
    std::size_t row_begin = data_->place(0, row).begin();
    std::string_view before = std::string_view(data_->text).substr(row_begin, place.begin() - row_begin);
    return Error(diagnose(source(), data_->text,
                          {line(row) + count_line_ends(before), place.begin(), place.end()},
                          ErrorKind::meaning, std::move(message), std::move(hint)));
}

}  // namespace loh
