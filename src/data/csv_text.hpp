// The text of a CSV file before anybody looks for cells in it: telling that it is UTF-8, finding its
// separator, and showing a place in it. Texts may have gigabytes and all three kinds of line ends, which a Source does
// not have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "loh/error.hpp"

namespace loh {

// Drops a UTF-8 byte order mark. Throws when the text is not UTF-8, or has NUL bytes.
void accept_text(std::string& text, const std::string& name);

// The same in two steps, for text that comes in parts. The first one looks at the first bytes of all, at least
// kFirstBytes of them if there are so many.
inline constexpr std::size_t kFirstBytes = 16;
void accept_start(std::string& text, const std::string& name);

struct TextPart {
    std::string_view text;  // from the start of a line
    std::size_t checked;    // so many bytes have been looked at before
    std::size_t line;       // the one it begins with, from 1
    bool last;              // nothing comes behind it
};

// How many bytes are good; fewer than there are when a character is cut off at the end of a part that is not the last.
std::size_t check_text(const TextPart& part, const std::string& name);

// The separator that the first line that is not blank suggests. None when that line goes on behind the text, which it does
// not when the text is the last.
std::optional<char> choose_separator(std::string_view text, bool last);

// A separator in a message.
std::string quote_separator(char separator);

// LF, CRLF and CR alone each count once.
std::size_t count_line_ends(std::string_view text);

// Byte offsets of what a message is about, end exclusive, and the line of the first, from 1.
struct TextPlace {
    std::size_t line;
    std::size_t begin;
    std::size_t end;
};

// A message about that place, with the line it begins in.
Diagnostic diagnose(const std::string& name, std::string_view text, const TextPlace& place, ErrorKind kind,
                    std::string message, std::string hint = {});

}  // namespace loh
