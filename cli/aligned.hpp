// Columns of text under each other, and how numbers are written in them.
#pragma once

#include <cstddef>
#include <string>

namespace loh::cli {

// How wide a text is, if each character is as wide as any other.
std::size_t characters(const std::string& text);

// With blanks behind or before it, as wide as that or as it is.
std::string left(const std::string& text, std::size_t width);
std::string right(const std::string& text, std::size_t width);

// So many digits behind the point.
std::string fixed(double value, int digits);

// `1 row`, `2 rows`.
std::string counted(std::size_t count, const std::string& thing);

}  // namespace loh::cli
