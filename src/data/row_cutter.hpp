// Where the rows of CSV text end, without reading their cells.
//
//     RowCutter cutter(',');
//     cutter.look(text);                       // text begins with a row, and may end anywhere
//     text.substr(0, cutter.boundary())        // whole rows; those of the rest are not complete yet
//     cutter.cut();                            // goes on with the rest, which may have grown: look(rest + more)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loh {

class RowCutter {
public:
    explicit RowCutter(char separator) : separator_(separator) {}

    // Each call has the text of the one before, and more behind it; only what is new is looked at.
    void look(std::string_view text);

    // Where the last complete row ends, and how many lines of the text are before; 0 when no row is complete.
    [[nodiscard]] std::size_t boundary() const { return boundary_; }
    [[nodiscard]] std::size_t lines() const { return lines_at_boundary_; }

    // From now on the text begins at the boundary.
    void cut();

private:
    // What the next byte belongs to.
    enum class Place : std::uint8_t {
        cell_start,  // a cell of which there have been only blanks
        plain,       // a cell without quotes, or behind the quotes of one
        quoted,
        quote  // just behind a quote that closes a cell, unless another quote follows
    };

    bool look_at_chunk(const char* chunk, std::size_t size);
    void look_at_bytes(std::size_t end);
    [[nodiscard]] Place place() const;
    [[nodiscard]] bool ends_cell(char c) const { return c == separator_ || c == '\n' || c == '\r'; }
    [[nodiscard]] bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

    char separator_;
    std::string_view text_;
    std::size_t seen_ = 0;       // so many bytes have been looked at
    std::size_t lines_ = 0;      // line ends in these, within quotes or not
    bool inside_ = false;        // the next byte is within quotes
    bool behind_quote_ = false;  // the last byte closed a cell, or is the first of two quotes
    std::size_t boundary_ = 0;
    std::size_t lines_at_boundary_ = 0;
};

}  // namespace loh
