// Pretty printing: a document of words and possible line breaks is laid out within a width.
//
// Idea, from the printers of Oppen and Wadler: a group is printed on one line if it fits; otherwise every break directly in
// it becomes a new line. Each word knows its position in the source. Comments before that position are printed at the break
// before the word, which must then be a new line. Breaks exist only where the language allows a line end, so a comment
// never splits a statement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace loh {

class Layout {
public:
    static constexpr std::uint32_t kNowhere = UINT32_MAX;

    // `comments`: the comments inside the statement, in order.
    Layout(const Source& source, std::vector<SourceSpan> comments)
        : source_(source), comments_(std::move(comments)) {}

    void word(std::string text, std::uint32_t source_offset = kNowhere);
    void line() { parts_.push_back({Part::Kind::line, " ", {}, 0}); }      // a space, or a new line
    void soft_line() { parts_.push_back({Part::Kind::line, "", {}, 0}); }  // nothing, or a new line
    void begin_group() { parts_.push_back({Part::Kind::begin_group, {}, {}, 0}); }
    void end_group() { parts_.push_back({Part::Kind::end_group, {}, {}, 0}); }
    void indent() { parts_.push_back({Part::Kind::indent, {}, {}, 0}); }
    void unindent() { parts_.push_back({Part::Kind::unindent, {}, {}, 0}); }

    [[nodiscard]] std::string render(std::size_t width);

    // After render: the comments without a break to print them at.
    [[nodiscard]] const std::vector<SourceSpan>& leftover() const { return waiting_; }

private:
    struct Part {
        enum class Kind : std::uint8_t { word, line, begin_group, end_group, indent, unindent };
        Kind kind;
        std::string text;                  // of a word; of a line if it is not broken
        std::vector<SourceSpan> comments;  // of a line: printed here
        std::size_t columns;               // of a word
    };

    void measure();
    [[nodiscard]] bool fits(std::size_t group, std::size_t column, std::size_t width) const;
    void write_comments(const Part& line, std::size_t indentation, std::string& out) const;

    const Source& source_;
    std::vector<SourceSpan> comments_;
    std::size_t next_comment_ = 0;
    std::vector<SourceSpan> waiting_;  // comments to print at the next break
    std::vector<Part> parts_;
    std::vector<std::size_t> flat_width_;  // columns of all parts before index i on one line
    std::vector<std::size_t> group_end_;   // of a begin_group: index of its end
    std::vector<std::size_t> next_line_;   // index of the first line at or after i
    std::vector<std::size_t> forced_;      // number of lines with comments before index i
};

// Whether only blanks precede `offset` on its line.
bool starts_line(std::string_view text, std::size_t offset);

}  // namespace loh
