// Hostile programs end in an error of kind `limit` or succeed, within a second of CPU time.
#include <ctime>

#include <gtest/gtest.h>

#include "support/programs.hpp"

namespace loh::testing {

namespace {

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr double kSeconds = 3.0;  // one second on an idle machine
constexpr std::size_t kMuch = std::size_t{1} << 20U;
constexpr std::size_t kParts = 10'000'000;
#else
// Sanitizer builds use smaller programs, which are still far beyond the limits.
constexpr double kSeconds = 60.0;
constexpr std::size_t kMuch = std::size_t{1} << 16U;
constexpr std::size_t kParts = 1'000'000;
#endif

std::string repeated(const std::string& piece, std::size_t bytes) {
    std::string result;
    while (result.size() < bytes) result += piece;
    return result;
}

ElaborateOptions with_parts(std::size_t most) {
    ElaborateOptions options;
    options.limits.max_expansion = most;
    return options;
}

// `good`, or the kind of the error.
std::string outcome(const std::string& text, const ElaborateOptions& options = {}) {
    std::clock_t start = std::clock();
    std::string result = "good";
    try {
        elaborated(text, options);
    } catch (const Error& error) {
        result = error.kind() == ErrorKind::limit ? "limit" : error.what();
    }
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, kSeconds) << text.substr(0, 60);
    return result;
}

TEST(Limits, DeepUnclosedBracketsAreALimitError) {
    for (const char* open : {"[", "(", "and(", "or(", "f(", "[a,", "(a &", "[a, [b], ", "x[",
                             "[i in 1..2: ", "![", "(a -> ", "f(1, "})
        EXPECT_EQ(outcome(repeated(open, kMuch)), "limit") << open;
}

TEST(Limits, DeepClosedBracketsAreALimitError) {
    EXPECT_EQ(outcome(repeated("(", kMuch / 2) + "a" + repeated(")", kMuch / 2)), "limit");
    EXPECT_EQ(outcome(repeated("[", kMuch / 2) + "a" + repeated("]", kMuch / 2)), "limit");
    EXPECT_EQ(outcome("x[" + repeated("(", kMuch / 2) + "1" + repeated(")", kMuch / 2) + "]"), "limit");
    EXPECT_EQ(
        outcome("[i in 1..2 if " + repeated("(", kMuch / 2) + "i = 1" + repeated(")", kMuch / 2) + ": a]"),
        "limit");
}

TEST(Limits, ManyPrefixOperatorsAreALimitError) {
    EXPECT_EQ(outcome(repeated("!", kMuch) + "a"), "limit");
    EXPECT_EQ(outcome(repeated("not ", kMuch) + "a"), "limit");
    EXPECT_EQ(outcome("x[" + repeated("-", kMuch) + "1]"), "limit");
    EXPECT_EQ(outcome("[i in D if " + repeated("!", kMuch) + "(i = 1): a]"), "limit");
    EXPECT_EQ(outcome("x[" + repeated("1+", kMuch) + "1]"), "limit");
    EXPECT_EQ(outcome("x[" + repeated("1*", kMuch) + "1]"), "limit");
}

TEST(Limits, ManyOpenListsAreParsedQuickly) {
    EXPECT_EQ(outcome(repeated("[x in {a},", kMuch)), "limit");
    EXPECT_EQ(outcome(repeated("[x in y,", kMuch)), "limit");
    EXPECT_EQ(outcome(repeated("or(x in y,", kMuch)), "limit");
}

TEST(Limits, WideProgramsAreNotDeep) {
    EXPECT_EQ(outcome("[" + repeated("a,", kMuch) + "a]"), "good");
    EXPECT_EQ(outcome(repeated("a & ", kMuch) + "a"), "good");
    EXPECT_EQ(outcome(repeated("a -> ", kMuch) + "a"), "good");
    EXPECT_EQ(outcome(repeated("a ^ ", kMuch / 4) + "a"), "good");
    EXPECT_EQ(outcome("[" + repeated("x in {a}, ", kMuch) + "a]"), "good");
}

TEST(Limits, TooManyBytesAreALimitError) {
    ElaborateOptions options;
    options.limits.max_source_bytes = 10;
    EXPECT_EQ(outcome("a & b & c & d", options), "limit");
    EXPECT_EQ(outcome("a & b", options), "good");
}

TEST(Limits, NestingBeyondTheDepthLimitIsAnError) {
    ElaborateOptions options;
    options.limits.max_depth = 10;
    EXPECT_EQ(outcome("((((((((a))))))))", options), "good");
    EXPECT_EQ(outcome("(((((((((((a)))))))))))", options), "limit");
    EXPECT_EQ(error_of("(((((((((((a)))))))))))", options).hint,
              "name inner parts as placeholders, or raise the limit (--max-depth)");
}

TEST(Limits, HugeRangesAreALimitError) {
    for (const char* text :
         {"[i in 1..1000000000000000: a]", "and(i in 1..9007199254740992: x[i])",
          "h[i in 1..1000000000000000] := a\noutput h", "input v[1..1000000000000000]\nv[1]",
          "domain D = 1..1000000000000000\n[i in D: a]", "[i in -9007199254740992..9007199254740992: a]",
          "h[1..100000, 1..100000] := a\noutput h"})
        EXPECT_EQ(outcome(text), "limit") << text;
}

TEST(Limits, HugeRangesInConditionsAreCheap) {
    EXPECT_EQ(outcome("[i in 1..3 if i in 1..1000000000000000: x[i]]"), "good");
}

TEST(Limits, NestedLoopsAreALimitError) {
    EXPECT_EQ(outcome("and(i in 1..1000, j in 1..1000, k in 1..1000: a)", with_parts(kParts)), "limit");
    EXPECT_EQ(outcome("and(i in 1..1000: or(j in 1..1000: and(k in 1..1000: [a, b])))", with_parts(kParts)),
              "limit");
    EXPECT_EQ(
        outcome("and(i in 1..1000, j in 1..1000, k in 1..1000 if i < 0 & j < 0: a)", with_parts(kParts)),
        "limit");
    EXPECT_EQ(outcome("domain D = {a, b, c, d, e, f, g, h}\nor(i in D, j in D, k in D, l in D, m in D, n in "
                      "D, o in D, p in D, "
                      "q in D if i = j & i != j: x)",
                      with_parts(kParts)),
              "limit");
}

TEST(Limits, LoopsOverManyNamesAreALimitError) {
    EXPECT_EQ(outcome("and(i in 1..3000, j in 1..3000: x[i, j])"), "limit");
    EXPECT_EQ(outcome("h[i in 1..3000, j in 1..3000] := x[i]\noutput h"), "limit");
}

TEST(Limits, TemplatesThatDoubleTheirTextAreALimitError) {
    std::string calls = "template t0(x) := x & x\n";
    std::string copies = "template t0(x) := [x, y]\n";
    for (int i = 1; i < 60; ++i) {
        std::string one = "t" + std::to_string(i);
        std::string before = "t" + std::to_string(i - 1);
        calls += "template " + one + "(x) := " + before + "(" + before + "(x))\n";
        copies += "template " + one + "(x) := " + before + "(x) & " + before + "(x)\n";
    }
    EXPECT_EQ(outcome(calls + "t59(a)", with_parts(kParts)), "limit");
    EXPECT_EQ(outcome(copies + "t59(a)", with_parts(kParts)), "limit");
}

TEST(Limits, PlaceholdersThatDoubleTheirSizeAreAllowed) {
    std::string text = "p0 := [a, b]\n";
    for (int i = 1; i <= 2000; ++i) {
        std::string before = "p" + std::to_string(i - 1);
        text += "p" + std::to_string(i) + " := " + before + " & " + before + "\n";
    }
    Elaboration elaboration = elaborated(text + "p2000");
    EXPECT_EQ(take_census(elaboration.formulas()).nodes, 2003U);
    EXPECT_EQ(count_hypotheses(elaboration.formulas()).to_string(), "2");
    EXPECT_EQ(elaborated(elaboration.to_string()).to_string(), elaboration.to_string());
}

TEST(Limits, LongChainsOfForwardReferencesAreALimitError) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "p" + std::to_string(i) + " := !p" + std::to_string(i + 1) + "\n";
    EXPECT_EQ(outcome(text + "p0"), "limit");
}

TEST(Limits, ExpansionLimitIsAnOption) {
    ElaborateOptions options;
    options.limits.max_expansion = 100;
    EXPECT_EQ(outcome("and(i in 1..20: a)", options), "good");
    EXPECT_EQ(outcome("and(i in 1..200: x[i])", options), "limit");
    EXPECT_EQ(error_of("and(i in 1..200: x[i])", options).hint,
              "use smaller ranges, or raise the limit (--max-expansion)");
}

TEST(Limits, AMillionChoicesAreAllowed) {
    std::clock_t start = std::clock();
    Elaboration elaboration =
        elaborated("h[j in 1..1000] := and(i in 1..1000: [x[i], true])\nor(j in 1..1000: h[j])");
    EXPECT_EQ(take_census(elaboration.formulas()).choices, 1'000'000U);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2 * kSeconds);
}

}  // namespace

}  // namespace loh::testing
