// Parsing numbers agrees with the standard library, with and without readable bytes after the text.
#include "data/parse_number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

std::optional<double> by_standard_library(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Compares the sign of zero, too.
std::optional<std::uint64_t> bits_of(std::optional<double> number) {
    if (!number) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &*number, sizeof bits);
    return bits;
}

void expect_as_standard(const std::string& text) {
    std::optional<std::uint64_t> expected = bits_of(by_standard_library(text));
    EXPECT_EQ(bits_of(parse_number(text)), expected) << text;
    for (const char* behind : {"", "1", ",", "12345678", ",,,,,,,,"}) {
        std::string longer = text + behind;
        std::string_view view = std::string_view(longer).substr(0, text.size());
        EXPECT_EQ(bits_of(parse_number(view, longer.data() + longer.size())), expected)
            << text << "|" << behind;
    }
}

TEST(ParseNumberProperties, ParsesWholeNumbersOfAnyLength) {
    std::string digits;
    for (char digit : std::string("1234567890123456789012345")) {
        digits += digit;
        for (const char* sign : {"", "-", "+", "0", "00"}) expect_as_standard(sign + digits);
        expect_as_standard(std::string(digits.size(), '0'));
        expect_as_standard(std::string(digits.size(), '9'));
    }
}

TEST(ParseNumberProperties, AgreesWithTheLibraryForOneChangedByte) {
    for (std::size_t length = 1; length <= 9; ++length) {
        for (std::size_t place = 0; place < length; ++place) {
            for (int byte = 1; byte < 256; ++byte) {
                std::string text(length, '7');
                text[place] = static_cast<char>(byte);
                ASSERT_EQ(bits_of(parse_number(text)), bits_of(by_standard_library(text)));
                std::string longer = text + ",,,,,,,,";
                ASSERT_EQ(bits_of(parse_number(std::string_view(longer).substr(0, length),
                                               longer.data() + longer.size())),
                          bits_of(by_standard_library(text)))
                    << text;
            }
        }
    }
}

TEST(ParseNumberProperties, AgreesWithTheLibraryOnRandomTexts) {
    const std::vector<std::string> pieces = {"0", "1", "9",   "25",  "007", ".",   "e", "E",
                                             "-", "+", "e-3", "308", "nan", "inf", " ", "x"};
    for (std::uint64_t seed = 0; seed < repeats(20000); ++seed) {
        Random random(seed);
        std::string text;
        for (std::size_t i = random.below(6); i > 0; --i) text += random.pick(pieces);
        expect_as_standard(text);
    }
}

TEST(ParseNumberProperties, HandlesNumbersOutOfRange) {
    for (const char* text :
         {"1e-400", "-1e-400", "0e-400", "-0e999", "0.000e999", "4.9e-324", "2e-324", "2.5e-324", "1e309",
          "1.7976931348623157e308", "1.7976931348623159e308", "0.0000000000000000000001e-310"})
        expect_as_standard(text);
}

}  // namespace
}  // namespace loh::testing
