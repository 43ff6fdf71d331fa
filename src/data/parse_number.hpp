// Parses numbers. The accepted spellings are at the top of loh/table_schema.hpp.
//
// Idea: most cells of number columns are decimals with a few digits, such as 37, -2.5 or 0.0125. They fit into one word,
// where all digits are recognised at once and combined in three steps, to numbers of two, four and eight digits, without a
// loop and without a branch on the length. The result is divided by a power of ten. Both are exact doubles, so the quotient
// is the nearest double (Clinger, How to read floating point numbers accurately, PLDI 1990). fast_float parses all others.
//
// Rejected: a loop over the digits. It mispredicts if lengths vary: 1.0 to 1.8 times the time for the columns of adult.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace loh {

// The finite number that the whole text denotes, if any.
std::optional<double> parse_number(std::string_view text);

// The same for a text of one to eight bytes; nine bytes from its start must be readable.
std::optional<double> parse_number_in_word(std::string_view text);

// Up to eight digits in a word, on little-endian machines.
struct DigitWord {
    static constexpr std::size_t kBytes = sizeof(std::uint64_t);
    static constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    static constexpr std::uint64_t kTops = 0x80 * kOnes;

    // The first eight bytes; a digit becomes its value, any other byte a value above 9.
    static std::uint64_t load(const char* from) {
        std::uint64_t word = 0;
        std::memcpy(&word, from, kBytes);
        return word ^ '0' * kOnes;
    }

    // Moves the first `length` digits to the end of the word, with zeros in front, and drops the bytes after them.
    static std::uint64_t align(std::uint64_t word, std::size_t length) {
        return word << (8 * (kBytes - length));
    }

    static bool all_digits(std::uint64_t word) { return (((word + (0x7F - 9) * kOnes) | word) & kTops) == 0; }

    static double join(std::uint64_t digits) {
        constexpr std::uint64_t kEvenBytes = 0x00FF00FF00FF00FFULL;
        constexpr std::uint64_t kEvenPairs = 0x0000FFFF0000FFFFULL;
        std::uint64_t two = (digits & kEvenBytes) * 10 + (digits >> 8U & kEvenBytes);
        std::uint64_t four = (two & kEvenPairs) * 100 + (two >> 16U & kEvenPairs);
        std::uint64_t eight = (four & UINT32_MAX) * 10'000 + (four >> 32U);
        return static_cast<double>(static_cast<std::int64_t>(eight));
    }
};

// The same for a text inside a longer one; bytes before `readable` may be read. Whole numbers are converted inline.
inline std::optional<double> parse_number(std::string_view text, const char* readable) {
    bool room = readable - text.data() > static_cast<std::ptrdiff_t>(DigitWord::kBytes);
    if (std::endian::native != std::endian::little || !room || text.size() - 1 >= DigitWord::kBytes)
        return parse_number(text);
    std::uint64_t digits = DigitWord::align(DigitWord::load(text.data()), text.size());
    if (DigitWord::all_digits(digits)) return DigitWord::join(digits);
    return parse_number_in_word(text);
}

}  // namespace loh
