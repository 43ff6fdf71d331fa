// The canonical text of programs: tests/golden/format.txt. `(40)` at the end of the name of a case is the width.
#include <gtest/gtest.h>

#include "support/golden.hpp"
#include "support/programs.hpp"

namespace loh::testing {

namespace {

std::size_t width_of(const std::string& name) {
    std::size_t open = name.rfind('(');
    return open == std::string::npos ? 100 : static_cast<std::size_t>(std::stoi(name.substr(open + 1)));
}

TEST(Format, MatchesTheGoldenFile) {
    check_golden("format.txt", [](const GoldenCase& one) {
        return Program::parse(one.input, one.name).format(width_of(one.name));
    });
}

TEST(Format, GoldenTextIsStable) {
    check_golden("format.txt", [](const GoldenCase& one) {
        return Program::parse(one.expected, one.name).format(width_of(one.name));
    });
}

TEST(Format, EmptyProgramIsEmptyText) {
    EXPECT_EQ(Program::parse("").format(), "");
    EXPECT_EQ(Program::parse("\n\n;;\n").format(), "");
    EXPECT_EQ(Program::parse("# only a comment").format(), "# only a comment\n");
}

TEST(Format, LineEndsBecomeNewlines) { EXPECT_EQ(Program::parse("p := a\r\np\r\n").format(), "p := a\np\n"); }

TEST(Format, CommentInAnEmptyBracketIsStable) {
    for (const char* text : {"p := and( # why\n)", "f( # why\n)", "x in { # why\n}"}) {
        std::string once = Program::parse(text).format();
        EXPECT_EQ(Program::parse(once).format(), once) << once;
    }
}

TEST(Format, MeasuresCharactersNotBytes) {
    std::string text = "p := größeX & größeY\n";
    EXPECT_EQ(Program::parse(text).format(20), text);
    EXPECT_NE(Program::parse(text).format(19), text);
}

}  // namespace

}  // namespace loh::testing
