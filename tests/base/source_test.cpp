#include "base/source.hpp"

#include <gtest/gtest.h>

namespace loh {

namespace {

std::string shown(const std::string& text, SourceSpan span, const std::string& hint = {}) {
    return Source("f.loh", text)
        .diagnose(Severity::error, ErrorKind::syntax, span, "wrong", hint)
        .to_string();
}

TEST(Source, FindsLinesAndColumns) {
    Source source("f", "ab\n\ncd");
    EXPECT_EQ(source.locate(0).line, 1U);
    EXPECT_EQ(source.locate(2).column, 3U);
    EXPECT_EQ(source.locate(3).line, 2U);
    EXPECT_EQ(source.locate(5).line, 3U);
    EXPECT_EQ(source.locate(5).column, 2U);
    EXPECT_EQ(source.locate(6).column, 3U);
}

TEST(Source, CountsColumnsInCharacters) { EXPECT_EQ(Source("f", "größe x").locate(8).column, 7U); }

TEST(Diagnostic, ShowsPlaceLineAndCaret) {
    EXPECT_EQ(shown("a\nb cc d", {4, 6}),
              "f.loh:2:3: error: wrong\n"
              "  2 | b cc d\n"
              "    |   ^^");
}

TEST(Diagnostic, ShowsTheHintAsHelp) {
    EXPECT_EQ(shown("a", {0, 1}, "write b"),
              "f.loh:1:1: error: wrong\n"
              "  1 | a\n"
              "    | ^\n"
              "  help: write b");
}

TEST(Diagnostic, KeepsTabsSoThatTheCaretIsAligned) {
    EXPECT_EQ(shown("\tp :=\t&", {6, 7}),
              "f.loh:1:7: error: wrong\n"
              "  1 | \tp :=\t&\n"
              "    | \t    \t^");
}

TEST(Diagnostic, UnderlinesCharactersNotBytes) {
    EXPECT_EQ(shown("größe größe", {8, 15}),
              "f.loh:1:7: error: wrong\n"
              "  1 | größe größe\n"
              "    |       ^^^^^");
}

TEST(Diagnostic, PointsAfterTheEndOfALine) {
    EXPECT_EQ(shown("ab\ncd", {2, 2}),
              "f.loh:1:3: error: wrong\n"
              "  1 | ab\n"
              "    |   ^");
}

TEST(Diagnostic, PointsAtTheEndOfAnEmptyText) {
    EXPECT_EQ(shown("", {0, 0}),
              "f.loh:1:1: error: wrong\n"
              "  1 | \n"
              "    | ^");
}

TEST(Diagnostic, UnderlinesOnlyTheFirstOfSeveralLines) {
    EXPECT_EQ(shown("a [b,\nc]", {2, 8}),
              "f.loh:1:3: error: wrong\n"
              "  1 | a [b,\n"
              "    |   ^^^");
}

TEST(Diagnostic, LeavesOutCarriageReturns) {
    EXPECT_EQ(shown("ab\r\ncd\r\n", {0, 4}),
              "f.loh:1:1: error: wrong\n"
              "  1 | ab\n"
              "    | ^^");
}

TEST(Diagnostic, ShowsControlCharactersAsQuestionMarks) {
    EXPECT_NE(shown("a\x01\x7F", {1, 2}).find("1 | a??"), std::string::npos);
}

TEST(Diagnostic, CutsVeryLongLinesAroundThePlace) {
    std::string line = std::string(1000, 'a') + "&" + std::string(1000, 'b');
    EXPECT_EQ(shown(line, {1000, 1001}),
              "f.loh:1:1001: error: wrong\n"
              "  1 | ..." +
                  std::string(60, 'a') + "&" + std::string(59, 'b') +
                  "...\n"
                  "    |    " +
                  std::string(60, ' ') + "^");
}

TEST(Diagnostic, CutsVeryLongUnderlines) {
    std::string text = shown(std::string(5000, 'a'), {0, 5000});
    EXPECT_LT(text.size(), 250U);
    EXPECT_NE(text.find(std::string(60, '^')), std::string::npos);
}

TEST(Diagnostic, ShowsNotesBelow) {
    Source source("f.loh", "p := a\np := b");
    Diagnostic error = source.diagnose(Severity::warning, ErrorKind::name, {7, 8}, "twice");
    error.notes.push_back(source.note({0, 1}, "first here"));
    EXPECT_EQ(error.to_string(),
              "f.loh:2:1: warning: twice\n"
              "  2 | p := b\n"
              "    | ^\n"
              "f.loh:1:1: note: first here\n"
              "  1 | p := a\n"
              "    | ^");
}

TEST(Diagnostic, WithoutAPlaceIsOneLine) {
    Error error(ErrorKind::usage, "no such thing", "try another");
    EXPECT_STREQ(error.what(), "error: no such thing\n  help: try another");
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(error.diagnostic().line, 0U);
}

TEST(Diagnostic, HasLineAndColumnAsNumbers) {
    Diagnostic error =
        Source("f.loh", "größe x").diagnose(Severity::error, ErrorKind::name, {8, 9}, "m", "h");
    EXPECT_EQ(error.file, "f.loh");
    EXPECT_EQ(error.line, 1U);
    EXPECT_EQ(error.column, 7U);
    EXPECT_EQ(error.length, 1U);
    EXPECT_EQ(error.source_line, "größe x");
    EXPECT_EQ(error.hint, "h");
}

}  // namespace

}  // namespace loh
