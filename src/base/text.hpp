// Text: UTF-8, quoting, numbers in decimal notation.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loh/spelling.hpp"

namespace loh {

// Number of code points; each byte that is not valid UTF-8 counts as one.
std::size_t count_code_points(std::string_view text);

// Length in bytes of the valid UTF-8 sequence at the start of `text`, or 0 when there is none.
std::size_t utf8_sequence_length(std::string_view text);

// The first `count` code points of `text`, or all of them if there are fewer.
std::string_view take_code_points(std::string_view text, std::size_t count);

// `text` between two `quote` characters, with backslash escapes, as the lexer reads it back.
std::string quote(std::string_view text, char quote);

// Whether `text` is a name that needs no backquotes.
bool is_plain_name(std::string_view text);

// A name in the spelling of the language, with backquotes only if they are needed.
std::string spell_name(std::string_view name);

// The first ten names in quotes, and how many more there are.
std::string listed(const std::vector<std::string>& names);

// The shortest decimal that reads back as the same double.
std::string spell_number(double value);

}  // namespace loh
