// Truth tables over numbered variables: in row r, variable i has the value of bit i of r. A word has 64 rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loh {

// Word `word` of the truth table of the variable `variable`.
inline std::uint64_t table_word(std::size_t variable, std::size_t word) {
    constexpr std::uint64_t kWithinWord[6] = {0xAAAAAAAAAAAAAAAAULL, 0xCCCCCCCCCCCCCCCCULL,
                                              0xF0F0F0F0F0F0F0F0ULL, 0xFF00FF00FF00FF00ULL,
                                              0xFFFF0000FFFF0000ULL, 0xFFFFFFFF00000000ULL};
    if (variable < 6) return kWithinWord[variable];
    return (word >> (variable - 6) & 1U) != 0 ? ~std::uint64_t{0} : 0;
}

// The number of words of a table over `variables` variables.
inline std::size_t table_words(std::size_t variables) {
    return variables <= 6 ? 1 : std::size_t{1} << (variables - 6);
}

}  // namespace loh
