// Literals grouped by column, for learners that sum over rows: rows in which the same literals of a column hold share a code, so
// one pass over the codes gives the sums of all its literals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "formula/atom.hpp"

namespace loh {

struct LiteralFeature {
    std::vector<std::uint8_t> codes;  // [row]
    std::size_t code_count = 1;
    std::vector<std::uint32_t> literals;  // their numbers
    std::vector<std::uint8_t> holds;      // [index in literals][code]: 1 if the literal holds

    [[nodiscard]] bool has(std::size_t index, std::uint8_t code) const {
        return holds[index * code_count + code] != 0;
    }
};

// bits: [index in numbers], the values of the literal on all rows. A column with more than 255 different rows of values is
// divided into several features.
std::vector<LiteralFeature> literal_features(std::span<const std::uint32_t> numbers,
                                             std::span<const Bits> bits, std::span<const Atom> atoms,
                                             std::size_t rows);

}  // namespace loh
