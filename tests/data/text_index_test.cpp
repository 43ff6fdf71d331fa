// The text index agrees with a standard map, for texts of any length, with and without readable bytes after them.
#include "data/text_index.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

std::string random_text(Random& random) {
    std::string text(random.below(random.chance(50) ? 5 : 40), 'a');
    for (char& c : text)
        if (random.chance(20)) c = static_cast<char>(random.below(3));  // includes NUL bytes
    return text;
}

TEST(TextIndexProperties, AgreesWithAMap) {
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        Random random(seed);
        TextIndex index;
        if (random.chance(30)) {
            index.insert("left over");
            index.clear();
        }
        std::unordered_map<std::string, std::uint32_t> expected;
        std::vector<std::string> texts;
        for (int i = 0; i < 2000; ++i) {
            std::string text = random_text(random);
            std::string longer = text + std::string(random.below(20), random.chance(50) ? ',' : '\0');
            std::string_view view = std::string_view(longer).substr(0, text.size());
            const char* readable = longer.data() + longer.size();
            auto known = expected.find(text);
            ASSERT_EQ(index.find(view, readable), known == expected.end() ? TextIndex::kNone : known->second);
            if (expected.emplace(text, expected.size()).second) texts.push_back(text);
            ASSERT_EQ(index.insert(view, readable), expected[text]);
            ASSERT_EQ(index.find(text), expected[text]);
        }
        ASSERT_EQ(index.size(), texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(index.text(i), texts[i]);
    }
}

// Texts that differ in one byte, or by a final NUL, are distinct at every length.
TEST(TextIndex, DistinguishesTextsThatDifferInOneByte) {
    TextIndex index;
    std::uint32_t next = 0;
    for (std::size_t length = 0; length < 70; ++length) {
        EXPECT_EQ(index.insert(std::string(length, 'x')), next++);
        for (std::size_t place = 0; place < length; ++place) {
            std::string text(length, 'x');
            text[place] = '\0';
            EXPECT_EQ(index.insert(text), next++);
        }
    }
    for (std::size_t length = 0; length < 70; ++length)
        EXPECT_EQ(index.find(std::string(length, 'x')), length * (length + 1) / 2);
}

TEST(TextIndex, DoesNotReadBeyondTheReadableBytes) {
    std::vector<char> exactly(3, 'x');  // the address sanitizer detects reads beyond it
    TextIndex index;
    EXPECT_EQ(index.insert({exactly.data(), exactly.size()}), 0U);
    EXPECT_EQ(index.find({exactly.data(), exactly.size()}), 0U);
}

}  // namespace
}  // namespace loh::testing
