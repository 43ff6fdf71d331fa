// Text aligned in columns, and the format of numbers in it.
#pragma once

#include <cstddef>
#include <string>

namespace loh::cli {

// The width of a text in characters.
std::size_t characters(const std::string& text);

// Pads the text with blanks to the given width: left-aligned or right-aligned.
std::string left(const std::string& text, std::size_t width);
std::string right(const std::string& text, std::size_t width);

// Fixed-point format with `digits` decimals.
std::string fixed(double value, int digits);

// `1 row`, `2 rows`.
std::string counted(std::size_t count, const std::string& thing);

}  // namespace loh::cli
