#include "lang/lexer.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

using Kinds = std::vector<TokenKind>;
using T = TokenKind;

// The kinds of all tokens except the last one, the end.
Kinds kinds(std::string_view text) {
    Source source("test", std::string(text));
    Kinds result;
    for (const Token& token : tokenize(source).tokens) result.push_back(token.kind);
    EXPECT_EQ(result.back(), T::end);
    result.pop_back();
    return result;
}

std::size_t newlines(std::string_view text) {
    Kinds all = kinds(text);
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), T::newline));
}

std::string lexical_error(std::string_view text) {
    try {
        kinds(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::syntax);
        return error.diagnostic().message;
    }
    return "no error";
}

TEST(Lexer, KnowsAllSpellingsOfTheConnectives) {
    EXPECT_EQ(kinds("! ~ not ¬"), Kinds(4, T::negation));
    EXPECT_EQ(kinds("& and ∧ /\\"), Kinds(4, T::conjunction));
    EXPECT_EQ(kinds("| or ∨ \\/"), Kinds(4, T::disjunction));
    EXPECT_EQ(kinds("true ⊤ false ⊥"), (Kinds{T::verum, T::verum, T::falsum, T::falsum}));
    EXPECT_EQ(kinds("-> <-> ^"), (Kinds{T::implies, T::iff, T::exclusive_or}));
}

TEST(Lexer, ReadsTheLongestSign) {
    EXPECT_EQ(kinds("<-><=<->=!=:=..:"),
              (Kinds{T::iff, T::less_equal, T::iff, T::equal, T::not_equal, T::assign, T::range, T::colon}));
    EXPECT_EQ(kinds("x<-1"), (Kinds{T::name, T::less, T::minus, T::integer}));
    EXPECT_EQ(kinds("a/b/\\c\\/d"),
              (Kinds{T::name, T::divide, T::name, T::conjunction, T::name, T::disjunction, T::name}));
}

TEST(Lexer, NewlineEndsAStatement) {
    EXPECT_EQ(newlines("a\nb"), 1U);
    EXPECT_EQ(newlines("a\n\n\n  \nb"), 1U);
    EXPECT_EQ(newlines("\n\na"), 0U);
    EXPECT_EQ(newlines("a  # comment\n# another\nb"), 1U);
    EXPECT_EQ(newlines("a]\nb"), 1U);
    EXPECT_EQ(newlines("true\n3\n2.5\n\"x\"\n?\n[a]@or\n[a]@and\nb"), 7U);
}

TEST(Lexer, LineContinuesAfterTokensThatNeedMore) {
    for (const char* sign : {"&",   "|",  "^",  "->", "<->",    "!",     ":=",     ",",     "and",     "or",
                             "not", "in", "if", "..", ":",      "<",     "<=",     "=",     "!=",      "+",
                             "-",   "*",  "/",  "%",  "output", "input", "domain", "const", "template"})
        EXPECT_EQ(newlines(std::string("a ") + sign + "\nb"), 0U) << sign;
}

TEST(Lexer, LineContinuesBeforeAConnectiveSign) {
    for (const char* sign : {"&", "|", "^", "->", "<->", "∧", "∨", "/\\", "\\/"})
        EXPECT_EQ(newlines(std::string("a\n  ") + sign + " b"), 0U) << sign;
}

TEST(Lexer, LineEndsAfterTheClosingBarOfADifference) {
    EXPECT_EQ(newlines("5 >= |a - b|\nq"), 1U);
    EXPECT_EQ(newlines("c | |a - b|\nq | \nr"), 1U);
    EXPECT_EQ(newlines("|a - b| <= 1 |\nq"), 0U);
    EXPECT_EQ(newlines("a | b |\nc"), 0U);
    EXPECT_EQ(newlines("|a - b <= 1\nq | r |\ns"), 1U);  // an unclosed bar ends with its line
}

TEST(Lexer, LineDoesNotContinueBeforeWordsOrOtherSigns) {
    for (const char* start : {"and(b)", "or(b)", "not b", "!b", "-1 < x", "[b]", "(b)", ":= b", ", b"})
        EXPECT_EQ(newlines(std::string("a\n") + start), 1U) << start;
}

TEST(Lexer, LineContinuesInsideBrackets) {
    EXPECT_EQ(newlines("[a\n\nb\n]"), 0U);
    EXPECT_EQ(newlines("(a\nb)"), 0U);
    EXPECT_EQ(newlines("{a\nb}\nc"), 1U);
    EXPECT_EQ(newlines("[ # why\na # because\n]\nb"), 1U);
}

TEST(Lexer, IgnoresStrayClosingBracketsForLineEnds) { EXPECT_EQ(newlines("a]\nb)\nc"), 2U); }

TEST(Lexer, SemicolonEndsAStatement) {
    EXPECT_EQ(kinds("a; b;"), (Kinds{T::name, T::semicolon, T::name, T::semicolon}));
}

TEST(Lexer, SkipsByteOrderMarkCarriageReturnsAndTabs) {
    EXPECT_EQ(kinds("\xEF\xBB\xBFx"), Kinds{T::name});
    EXPECT_EQ(kinds("a\r\n\tb\r\n"), (Kinds{T::name, T::newline, T::name, T::newline}));
    EXPECT_EQ(parsed("\xEF\xBB\xBF"
                     "a &\r\n b\r\n"),
              "a & b\n");
}

TEST(Lexer, ReadsNumbers) {
    EXPECT_EQ(kinds("0 42 1..10"), (Kinds{T::integer, T::integer, T::integer, T::range, T::integer}));
    EXPECT_EQ(kinds("3.5 1e5 1E-3 2.5e+7 0.0"), Kinds(5, T::decimal));
    EXPECT_EQ(kinds("1.5..2.5"), (Kinds{T::decimal, T::range, T::decimal}));
}

TEST(Lexer, RejectsIncompleteNumbers) {
    EXPECT_EQ(lexical_error("1st"), "'1st' is neither a number nor a name");
    EXPECT_EQ(lexical_error("1e"), "'1e' is neither a number nor a name");
    EXPECT_EQ(lexical_error("1."), "unexpected character '.'");
    EXPECT_EQ(lexical_error(".5"), "a number needs a digit before the point");
}

TEST(Lexer, AcceptsLettersOfAnyScriptInNames) {
    EXPECT_EQ(kinds("größe 变量 x_1 _ é😀"), Kinds(5, T::name));
    EXPECT_EQ(kinds("a¬b"), (Kinds{T::name, T::negation, T::name}));
}

TEST(Lexer, ReadsWordsThatBeginWithAKeywordAsNames) {
    EXPECT_EQ(kinds("android or1 nothing inn iff Input"), Kinds(6, T::name));
}

TEST(Lexer, ReadsKeywordsInBackquotesAsNames) {
    EXPECT_EQ(kinds("`and` `two words` `1`"), Kinds(3, T::name));
    EXPECT_EQ(kinds("forall exists atleast"), Kinds(3, T::reserved));
}

TEST(Lexer, ResolvesEscapes) {
    EXPECT_EQ(unquote(R"("a\"b\\c\nd\te\rf\`g")"), "a\"b\\c\nd\te\rf`g");
    EXPECT_EQ(unquote("`a\\`b`"), "a`b");
    EXPECT_EQ(unquote("plain"), "plain");
    EXPECT_EQ(unquote("\"\""), "");
}

TEST(Lexer, RejectsUnclosedQuotesAndUnknownEscapes) {
    EXPECT_EQ(lexical_error("\"abc"), "this text is never closed: expected '\"' before the end of the line");
    EXPECT_EQ(lexical_error("`abc\n`"), "this name is never closed: expected '`' before the end of the line");
    EXPECT_EQ(lexical_error("\"a\\x\""), "unknown escape");
    EXPECT_EQ(lexical_error("\"a\\"), "unknown escape");
    EXPECT_EQ(lexical_error("``"), "a name cannot be empty");
}

TEST(Lexer, RejectsSignsOfOtherLanguages) {
    for (const char* sign : {"&&", "||", "==", "=>", "<=>", "..."})
        EXPECT_EQ(lexical_error(std::string("a ") + sign + " b"),
                  "'" + std::string(sign) + "' is not part of the language");
}

TEST(Lexer, RejectsUnexpectedCharacters) {
    EXPECT_EQ(lexical_error("a $ b"), "unexpected character '$'");
    EXPECT_EQ(lexical_error("a\x01"), "a control character (byte 1) in the text");
    EXPECT_EQ(lexical_error("a\u00A0b"), "an invisible character in the text");
    EXPECT_EQ(lexical_error("[a]@xor"), "'@xor' is not a suffix of a choice");
    EXPECT_EQ(lexical_error(std::string_view("a\0b", 3)), "a control character (byte 0) in the text");
}

TEST(Lexer, RejectsInvalidUtf8Everywhere) {
    for (const char* text : {"\xFF", "a\xC3", "\"\xFF\"", "`\xE2\x82`", "# \xFF", "x # \x80\ny"})
        EXPECT_EQ(lexical_error(text), "this byte is not valid UTF-8") << text;
}

TEST(Lexer, KeepsCommentsWithoutTrailingBlanks) {
    Source source("test", "a # one \t\r\n#two\n\"# no\" # three");
    std::vector<std::string> comments;
    for (SourceSpan span : tokenize(source).comments) comments.emplace_back(source.text(span));
    EXPECT_EQ(comments, (std::vector<std::string>{"# one", "#two", "# three"}));
}

TEST(Lexer, MatchesBracketsOfAnyKind) {
    Source source("test", "x [a, {b}) c");
    std::vector<Token> tokens = tokenize(source).tokens;
    EXPECT_EQ(tokens[1].match, 7U);
    EXPECT_EQ(tokens[4].match, 6U);
    EXPECT_EQ(tokens[7].match, 1U);
    EXPECT_FALSE(tokens[2].matched());
}

}  // namespace

}  // namespace loh::testing
