#include "aligned.hpp"

#include <algorithm>
#include <cstdio>

namespace loh::cli {

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string left(const std::string& text, std::size_t width) {
    return text + std::string(width > characters(text) ? width - characters(text) : 0, ' ');
}

std::string right(const std::string& text, std::size_t width) {
    return std::string(width > characters(text) ? width - characters(text) : 0, ' ') + text;
}

std::string fixed(double value, int digits) {
    char text[400];  // the largest double has 309 digits before the point
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string counted(std::size_t count, const std::string& thing) {
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace loh::cli
