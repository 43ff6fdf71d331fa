// Reserved words and characters of the language.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace loh {

// Words in use, and `forall exists atleast`, which are reserved for quantifiers and counting.
inline constexpr std::array<std::string_view, 15> kKeywords = {
    "and",    "or",     "not",   "true",     "false",  "in",     "if",     "input",
    "output", "domain", "const", "template", "forall", "exists", "atleast"};

inline constexpr std::array<std::string_view, 3> kReservedForLater = {"forall", "exists", "atleast"};

inline bool is_keyword(std::string_view word) {
    return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

// Operators beyond ASCII: ¬ ∧ ∨ ⊤ ⊥.
inline constexpr std::array<std::string_view, 5> kOperatorCharacters = {"\u00AC", "\u2227", "\u2228",
                                                                        "\u22A4", "\u22A5"};

// Whether one UTF-8 character may be part of a name: an ASCII letter, digit or underscore, or any character beyond ASCII
// except operators and invisible spaces.
inline bool is_name_character(std::string_view character) {
    if (character.size() == 1) {
        char c = character[0];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    constexpr std::array<std::string_view, 4> kInvisible = {"\u00A0", "\u200B", "\u2028", "\uFEFF"};
    return std::find(kOperatorCharacters.begin(), kOperatorCharacters.end(), character) ==
               kOperatorCharacters.end() &&
           std::find(kInvisible.begin(), kInvisible.end(), character) == kInvisible.end();
}

}  // namespace loh
