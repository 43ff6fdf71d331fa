// Pretty printing: a document of words and places where a line may break, laid out within a width.
//
// The idea is that of Oppen and of Wadler's printers: a group is put on one line when it fits, otherwise every break
// that belongs to it directly becomes a new line. Comments ride along: each word says where it stood in the source, and
// comments from before that place come out at the break in front of it, which then has to be a new line. Breaks exist
// only where the language lets a line end, so a comment can never cut a statement in two.
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

    // `comments` are those inside the statement to print, in order; may be empty.
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

    // After render: the comments that found no break to go to.
    [[nodiscard]] const std::vector<SourceSpan>& leftover() const { return waiting_; }

private:
    struct Part {
        enum class Kind : std::uint8_t { word, line, begin_group, end_group, indent, unindent };
        Kind kind;
        std::string text;                  // a word; what a line is when it does not break
        std::vector<SourceSpan> comments;  // of a line: come out here
        std::size_t columns;               // of a word
    };

    void measure();
    [[nodiscard]] bool fits(std::size_t group, std::size_t column, std::size_t width) const;
    void write_comments(const Part& line, std::size_t indentation, std::string& out) const;

    const Source& source_;
    std::vector<SourceSpan> comments_;
    std::size_t next_comment_ = 0;
    std::vector<SourceSpan> waiting_;  // comments already passed, waiting for a break
    std::vector<Part> parts_;
    std::vector<std::size_t> flat_width_;  // columns of all parts before index i, nothing broken
    std::vector<std::size_t> group_end_;   // of a begin_group: index of its end
    std::vector<std::size_t> next_line_;   // index of the first line at or after i
    std::vector<std::size_t> forced_;      // number of lines with comments before index i
};

// Whether nothing but blanks stands before `offset` on its line.
bool starts_line(std::string_view text, std::size_t offset);

}  // namespace loh
