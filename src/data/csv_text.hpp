// The text of a CSV file before anybody looks for cells in it: telling that it is UTF-8, finding its
// separator, and showing a place in it. Texts may have gigabytes and all three kinds of line ends, which a Source does
// not have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "loh/error.hpp"

namespace loh {

// Drops a UTF-8 byte order mark. Throws when the text is not UTF-8, or has NUL bytes.
void accept_text(std::string& text, const std::string& name);

// CsvOptions::separator; when it is 0, what the first line that is not blank suggests.
char choose_separator(char requested, std::string_view text);

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
