#include "data/parse_number.hpp"

#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

namespace loh {

namespace {

// Whether a decimal has a digit other than 0 before its exponent.
bool has_nonzero_digit(std::string_view text) {
    std::size_t exponent = text.find_first_of("eE");
    return text.substr(0, exponent).find_first_of("123456789") != std::string_view::npos;
}

// Sets the top bit of each byte that is a decimal point, within the first `length` bytes.
std::uint64_t find_points(std::uint64_t word, std::size_t length) {
    std::uint64_t different = word ^ ('.' ^ '0') * DigitWord::kOnes;
    std::uint64_t points =
        ~(((different & ~DigitWord::kTops) + ~DigitWord::kTops) | different) & DigitWord::kTops;
    return points & ~std::uint64_t{0} >> (8 * (DigitWord::kBytes - length));
}

}  // namespace

// The decimal parser accepts `nan` and infinities, which are texts here, and turns too small numbers into 0.
std::optional<double> parse_number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    double value = 0;
    auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || !std::isfinite(value)) return std::nullopt;
    if (value == 0 && has_nonzero_digit(text)) return std::nullopt;
    return value;
}

std::optional<double> parse_number_in_word(std::string_view text) {
    constexpr double kPowersOfTen[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    std::size_t sign = text.starts_with('-') ? 1 : 0;
    std::size_t length = text.size() - sign;
    if (length - 1 >= DigitWord::kBytes) return parse_number(text);
    std::uint64_t word = DigitWord::load(text.data() + sign);
    std::size_t decimals = 0;
    if (std::uint64_t points =
            find_points(word, length)) {  // the first point is removed; a second one fails the digit test
        std::uint64_t before = ((points & (~points + 1)) >> 7U) - 1;
        word = (word & before) | (word >> 8U & ~before);
        --length;
        decimals = length - static_cast<std::size_t>(std::countr_zero(points)) / 8;
        if (length == 0) return std::nullopt;
    }
    word = DigitWord::align(word, length);
    if (!DigitWord::all_digits(word)) return parse_number(text);
    double value = DigitWord::join(word) / kPowersOfTen[decimals];
    return sign != 0 ? -value : value;
}

}  // namespace loh
