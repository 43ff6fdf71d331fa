// Finds the ends of rows in CSV text without reading the cells.
//
//     RowCutter cutter(',');
//     cutter.look(text);                       // text begins with a row, and may end anywhere
//     text.substr(0, cutter.boundary())        // complete rows; the last row is incomplete
//     cutter.cut();                            // continues with the rest, extended: look(rest + more)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loh {

class RowCutter {
public:
    explicit RowCutter(char separator) : separator_(separator) {}

    // Each call takes the text of the previous call with more text appended. Only the new bytes are examined.
    void look(std::string_view text);

    // The end of the last complete row, and the number of lines before it; 0 if no row is complete.
    [[nodiscard]] std::size_t boundary() const { return boundary_; }
    [[nodiscard]] std::size_t lines() const { return lines_at_boundary_; }

    // The next text begins at the boundary.
    void cut();

private:
    // The state before the next byte.
    enum class Place : std::uint8_t {
        cell_start,  // in a cell with only blanks so far
        plain,       // in a cell without quotes, or after the closing quote
        quoted,
        quote  // after a quote that closes a cell, unless another quote follows
    };

    bool look_at_chunk(const char* chunk, std::size_t size);
    void look_at_bytes(std::size_t end);
    [[nodiscard]] Place place() const;
    [[nodiscard]] bool ends_cell(char c) const { return c == separator_ || c == '\n' || c == '\r'; }
    [[nodiscard]] bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

    char separator_;
    std::string_view text_;
    std::size_t seen_ = 0;       // number of bytes examined
    std::size_t lines_ = 0;      // line ends in these bytes, inside quotes or not
    bool inside_ = false;        // the next byte is inside quotes
    bool behind_quote_ = false;  // the last byte closed a cell, or is the first of two quotes
    std::size_t boundary_ = 0;
    std::size_t lines_at_boundary_ = 0;
};

}  // namespace loh
