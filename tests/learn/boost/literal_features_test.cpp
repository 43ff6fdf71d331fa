// Codes of literals: each literal is a function of the code of its feature, and no code is wasted.
#include "learn/boost/literal_features.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace loh::testing {
namespace {

Atom at_least(const std::string& column, double cut) {
    return CompareAtom{{column}, Comparison::greater_equal, cut};
}

TEST(LiteralFeatures, GiveTheValuesOfAllLiteralsByCode) {
    constexpr std::size_t kRows = 500;
    loh::Random random(3, Stream::testing);
    std::vector<Atom> atoms;
    std::vector<Bits> bits;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t column = 0; column < 3; ++column) {
        for (double cut : {0.2, 0.5, 0.7}) {
            numbers.push_back(static_cast<std::uint32_t>(atoms.size()));
            atoms.push_back(at_least("x" + std::to_string(column), cut));
            Bits& values = bits.emplace_back(bit_words(kRows), 0);
            for (std::uint32_t row = 0; row < kRows; ++row) {
                if (random.uniform(column, row) >= cut) set_bit(values, row);
            }
        }
    }
    std::vector<LiteralFeature> features = literal_features(numbers, bits, atoms, kRows);
    ASSERT_EQ(features.size(), 3U);
    for (const LiteralFeature& feature : features) {
        EXPECT_EQ(feature.code_count, 4U);
        for (std::size_t l = 0; l < feature.literals.size(); ++l) {
            for (std::size_t row = 0; row < kRows; ++row)
                ASSERT_EQ(feature.has(l, feature.codes[row]), bit_at(bits[feature.literals[l]], row));
        }
    }
}

TEST(LiteralFeatures, DivideAColumnWithManyDifferentRows) {
    constexpr std::size_t kRows = 2000;
    std::vector<Atom> atoms;
    std::vector<Bits> bits;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t cut = 1; cut < 600; ++cut) {
        numbers.push_back(cut - 1);
        atoms.push_back(at_least("x", cut));
        Bits& values = bits.emplace_back(bit_words(kRows), 0);
        for (std::size_t row = 0; row < kRows; ++row) {
            if (row % 600 >= cut) set_bit(values, row);
        }
    }
    std::vector<LiteralFeature> features = literal_features(numbers, bits, atoms, kRows);
    EXPECT_EQ(features.size(), 3U);
    std::size_t literals = 0;
    for (const LiteralFeature& feature : features) {
        EXPECT_LE(feature.code_count, 255U);
        for (std::size_t l = 0; l < feature.literals.size(); ++l, ++literals) {
            for (std::size_t row = 0; row < kRows; row += 7)
                ASSERT_EQ(feature.has(l, feature.codes[row]), bit_at(bits[feature.literals[l]], row));
        }
    }
    EXPECT_EQ(literals, numbers.size());
}

}  // namespace
}  // namespace loh::testing
