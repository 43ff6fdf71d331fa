// The data of a Table: one text, and the place of each cell in it. A cell costs 8 bytes in addition to its characters and has
// no allocation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/packed_rows.hpp"

namespace loh {

// Start and length of a cell in one word: 40 bits (texts up to 1 TiB) and 24 bits (cells up to 16 MiB).
class CellPlace {
public:
    static constexpr std::uint64_t kMaxBegin = (std::uint64_t{1} << 40U) - 1;
    static constexpr std::uint64_t kMaxLength = (std::uint64_t{1} << 24U) - 1;

    CellPlace() = default;
    CellPlace(std::uint64_t begin, std::uint64_t length) : bits_(begin << 24U | length) {}

    [[nodiscard]] std::size_t begin() const { return bits_ >> 24U; }
    [[nodiscard]] std::size_t length() const { return bits_ & kMaxLength; }
    [[nodiscard]] std::size_t end() const { return begin() + length(); }

private:
    std::uint64_t bits_;
};

struct TableData {
    std::string source;              // file name for messages
    std::string text;                // contains every cell; see csv.cpp and from_columns
    std::vector<std::string> names;  // [column]
    std::unordered_map<std::string, std::size_t> column_of;  // by name
    char separator = 0;  // of the cells; 0 if the table does not come from a text
    std::size_t rows = 0;
    std::vector<CellPlace> cells;      // [row][column], without gaps
    std::vector<std::uint64_t> lines;  // [row], from 1; empty if the table does not come from a text

    // A table of bits has these in place of text and cells: column c is bit c of a row.
    std::shared_ptr<const PackedRows> bits;

    [[nodiscard]] CellPlace place(std::size_t column, std::size_t row) const {
        return cells[row * names.size() + column];
    }
};

inline bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A name for a message: quoted, escaped and shortened to one line.
std::string quote_name(std::string_view name);

// Fills `column_of` from `names`. If two columns have the same name, returns these two.
std::optional<std::pair<std::size_t, std::size_t>> index_names(TableData& data);

}  // namespace loh
