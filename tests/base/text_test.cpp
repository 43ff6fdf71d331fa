#include "base/text.hpp"

#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>

namespace loh {

namespace {

TEST(Text, CountsCharactersNotBytes) {
    EXPECT_EQ(count_code_points(""), 0U);
    EXPECT_EQ(count_code_points("abc"), 3U);
    EXPECT_EQ(count_code_points("größe"), 5U);
    EXPECT_EQ(count_code_points("变量😀"), 3U);
}

TEST(Text, CountsEachInvalidByteAsOne) {
    EXPECT_EQ(count_code_points("a\xFF\xFE"), 3U);
    EXPECT_EQ(count_code_points("\xC3"), 1U);
    EXPECT_EQ(count_code_points("\xE2\x82"), 2U);
}

TEST(Text, KnowsTheLengthOfValidSequences) {
    EXPECT_EQ(utf8_sequence_length(""), 0U);
    EXPECT_EQ(utf8_sequence_length("a"), 1U);
    EXPECT_EQ(utf8_sequence_length("é"), 2U);
    EXPECT_EQ(utf8_sequence_length("€"), 3U);
    EXPECT_EQ(utf8_sequence_length("😀"), 4U);
}

TEST(Text, RejectsOverlongSurrogatesAndTooLarge) {
    for (const char* text :
         {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3", "\xE2\x82", "\xF0\x9F\x98"})
        EXPECT_EQ(utf8_sequence_length(text), 0U) << text;
}

TEST(Text, TakesCharactersNotBytes) {
    EXPECT_EQ(take_code_points("größe", 3), "grö");
    EXPECT_EQ(take_code_points("ab", 5), "ab");
    EXPECT_EQ(take_code_points("ab", 0), "");
}

TEST(Text, SuggestsTheClosestName) {
    std::vector<std::string> names = {"HighTemp", "LowHum", "Rained", "Wind"};
    EXPECT_EQ(closest("HighTmp", names), "HighTemp");
    EXPECT_EQ(closest("lowhum", names), "LowHum");
    EXPECT_EQ(closest("Rianed", names), "Rained");
    EXPECT_EQ(closest("Wnid", names), "Wind");
}

TEST(Text, SuggestsNothingWhenNothingIsClose) {
    EXPECT_EQ(closest("Fuel", {"HighTemp", "LowHum"}), std::nullopt);
    EXPECT_EQ(closest("x", {"y", "z"}), std::nullopt);
    EXPECT_EQ(closest("ab", {"ac"}), std::nullopt);
    EXPECT_EQ(closest("Fuel", {}), std::nullopt);
}

TEST(Text, NeverSuggestsTheWordItself) { EXPECT_EQ(closest("Wind", {"Wind"}), std::nullopt); }

TEST(Text, SuggestsTheFirstOfEquallyCloseNames) { EXPECT_EQ(closest("rule3", {"rule1", "rule2"}), "rule1"); }

TEST(Text, DoesNotCompareVeryLongWords) {
    EXPECT_EQ(closest(std::string(100'000, 'a'), {std::string(99'999, 'a')}), std::nullopt);
}

TEST(Text, EscapesQuotesBackslashesAndLineBreaks) {
    EXPECT_EQ(quote("a\"b", '"'), R"("a\"b")");
    EXPECT_EQ(quote("a`b", '"'), R"("a`b")");
    EXPECT_EQ(quote("a`b", '`'), R"(`a\`b`)");
    EXPECT_EQ(quote("\\\n\t\r", '"'), R"("\\\n\t\r")");
    EXPECT_EQ(quote("", '"'), R"("")");
}

TEST(Text, KnowsPlainNames) {
    for (const char* name : {"a", "_", "x1", "Größe", "变量", "missing", "is", "e5"})
        EXPECT_TRUE(is_plain_name(name)) << name;
    for (const char* name :
         {"", "1st", "two words", "a-b", "and", "forall", "¬", "a∧b", "\u00A0", "a\u200B", "\xFF"})
        EXPECT_FALSE(is_plain_name(name)) << name;
}

TEST(Text, SpellsNamesInBackquotesOnlyWhereNeeded) {
    EXPECT_EQ(spell_name("x1"), "x1");
    EXPECT_EQ(spell_name("two words"), "`two words`");
    EXPECT_EQ(spell_name("and"), "`and`");
}

TEST(Text, SpellsNumbersAsShortAsPossible) {
    EXPECT_EQ(spell_number(0), "0");
    EXPECT_EQ(spell_number(-3), "-3");
    EXPECT_EQ(spell_number(37.5), "37.5");
    EXPECT_EQ(spell_number(0.1), "0.1");
    EXPECT_EQ(spell_number(100000000000000), "100000000000000");
}

TEST(Text, SpelledNumbersReadBackExactly) {
    for (double number : {1e15, 1e16, 1e300, -1e300, 5e-324, std::numeric_limits<double>::max(), 1.0 / 3,
                          123456789.125, 9007199254740993.0})
        EXPECT_EQ(std::strtod(spell_number(number).c_str(), nullptr), number) << spell_number(number);
}

}  // namespace

}  // namespace loh
