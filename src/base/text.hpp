// Small helpers for text: UTF-8, spelling suggestions, quoting and numbers as people write them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

// Number of code points; bytes that are not valid UTF-8 count one each.
std::size_t count_code_points(std::string_view text);

// Length in bytes of the valid UTF-8 sequence at the start of `text`, or 0 when there is none.
std::size_t utf8_sequence_length(std::string_view text);

// The first `count` code points of `text`, at most.
std::string_view take_code_points(std::string_view text, std::size_t count);

// The candidate that a misspelt `word` most likely meant: at most two edits away, and at most a third of its
// length; nothing when none is close.
std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates);

// `text` between two `quote` characters, with backslash escapes, as the lexer reads it back.
std::string quote(std::string_view text, char quote);

// Whether `text` can stand as a name without backquotes.
bool is_plain_name(std::string_view text);

// A name as the language writes it: plain, or in backquotes when it has to be.
std::string spell_name(std::string_view name);

// The shortest decimal that reads back as the same double.
std::string spell_number(double value);

}  // namespace loh
