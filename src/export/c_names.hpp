// Names and constants of C, for any column, class and category.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

// Letters, digits and `_` of a text; never empty, and no digit first.
std::string c_word(std::string_view text);

// Distinct identifiers that are no keywords of C and C++ and no usual macros: [text].
std::vector<std::string> c_names(const std::vector<std::string>& texts);

// A string literal; everything but letters, digits and harmless signs as octal escapes. Also for C++ and below any encoding.
std::string c_text(std::string_view text);

// The same as an element of a table inside of a function. Compilers need not support literals of more than 4095 bytes, so a longer
// text becomes an array, which is appended to `declarations`.
std::string c_text_in_table(std::string_view text, std::string& declarations);

// The shortest decimal that is the same double.
std::string c_number(double value);

}  // namespace loh
