// Properties of formatting on random programs.
#include <array>

#include <gtest/gtest.h>

#include "lang/format.hpp"
#include "loh/program.hpp"
#include "support/effort.hpp"
#include "support/random_comments.hpp"
#include "support/random_program.hpp"

namespace loh::testing {

namespace {

constexpr std::array<std::size_t, 3> kWidths = {20, 40, 100};

// Formats `text`; checks that the tree and the comments are kept and that formatting again changes nothing.
::testing::AssertionResult formats_well(const std::string& text, std::size_t width) {
    try {
        Program program = Program::parse(text);
        std::string once = program.format(width);
        Program again = Program::parse(once);
        auto failure = [&](const std::string& what) {
            return ::testing::AssertionFailure() << what << " at width " << width << "\n--- text:\n"
                                                 << text << "\n--- formatted:\n"
                                                 << once;
        };
        if (!(again == program)) return failure("another tree");
        if (comments_of(once) != comments_of(text)) return failure("other comments");
        std::string twice = again.format(width);
        if (twice != once) return failure("not stable") << "--- formatted again:\n" << twice;
        return ::testing::AssertionSuccess();
    } catch (const Error& error) {
        return ::testing::AssertionFailure() << error.what() << "\n--- text:\n" << text;
    }
}

TEST(FormatProperty, KeepsTheTreeAndIsStable) {
    for (std::uint64_t seed = 0; seed < repeats(20'000); ++seed) {
        std::string text = print(random_tree(seed));
        ASSERT_TRUE(formats_well(text, kWidths[seed % kWidths.size()])) << "seed " << seed;
    }
}

TEST(FormatProperty, KeepsEveryComment) {
    for (std::uint64_t seed = 0; seed < repeats(20'000); ++seed) {
        Random random(seed);
        std::string text = with_random_comments(print(random_tree(seed)), random);
        ASSERT_TRUE(formats_well(text, kWidths[seed % kWidths.size()])) << "seed " << seed;
    }
}

TEST(FormatProperty, ProgramsWithCommentsKeepTheirHypotheses) {
    for (std::uint64_t seed = 0; seed < repeats(2'000); ++seed) {
        Random random(seed);
        std::string text = with_random_comments(random_meaningful_program(seed), random);
        ASSERT_TRUE(formats_well(text, kWidths[seed % kWidths.size()])) << "seed " << seed;
        std::string formatted = Program::parse(text).format(kWidths[seed % kWidths.size()]);
        ASSERT_EQ(elaborate(Program::parse(formatted)).to_string(),
                  elaborate(Program::parse(text)).to_string())
            << "seed " << seed;
    }
}

// Only a line with a single word may be longer than the width.
TEST(FormatProperty, LongLinesAreBrokenWherePossible) {
    std::string text = "output p := ";
    for (int i = 0; i < 50; ++i) text += (i > 0 ? " & " : "") + ("variable" + std::to_string(i));
    std::string formatted = Program::parse(text).format(40);
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < formatted.size();) {
        std::size_t end = formatted.find('\n', begin);
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    EXPECT_LE(longest, 40U);
}

}  // namespace

}  // namespace loh::testing
