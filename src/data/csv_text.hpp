// The text of a CSV file before it is split into cells: checks that it is UTF-8, finds the separator, and shows a place in a
// message. Unlike a Source, such a text may have gigabytes and all three kinds of line ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "loh/error.hpp"

namespace loh {

// Removes a UTF-8 byte order mark. Throws if the text is not UTF-8 or contains NUL bytes.
void accept_text(std::string& text, const std::string& name);

// The same in two steps, for text that comes in parts. The first step takes the beginning of the text, at least kFirstBytes
// if it has so many.
inline constexpr std::size_t kFirstBytes = 64;
void accept_start(std::string& text, const std::string& name);

struct TextPart {
    std::string_view text;  // from the start of a line
    std::size_t checked;    // number of bytes that were checked before
    std::size_t line;       // number of the first line, from 1
    bool last;              // this is the last part
};

// The number of valid bytes. It is less than the size if a character is cut off at the end of a part that is not the last.
std::size_t check_text(const TextPart& part, const std::string& name);

// The separator that the first non-blank line suggests. Empty if that line continues after the text, which is only possible
// if the text is not the last part.
std::optional<char> choose_separator(std::string_view text, bool last);

// The separator as text for a message.
std::string quote_separator(char separator);

// Counts LF, CRLF and single CR once each.
std::size_t count_line_ends(std::string_view text);

// The byte offsets of a place, end exclusive, and the line of the first byte, from 1.
struct TextPlace {
    std::size_t line;
    std::size_t begin;
    std::size_t end;
};

// A message about a place, with the line in which it begins.
Diagnostic diagnose(const std::string& name, std::string_view text, const TextPlace& place, ErrorKind kind,
                    std::string message, std::string hint = {});

}  // namespace loh
