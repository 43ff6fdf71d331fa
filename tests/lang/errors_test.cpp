// The complete error messages and warnings of the language: tests/golden/errors.txt and warnings.txt.
#include <gtest/gtest.h>

#include "support/golden.hpp"
#include "support/programs.hpp"

namespace loh::testing {

namespace {

TEST(Errors, MatchTheGoldenFile) {
    std::size_t cases = check_golden("errors.txt", [](const GoldenCase& one) -> std::string {
        std::string program = one.input;
        if (program.ends_with('\n')) program.pop_back();
        try {
            elaborate(Program::parse(program, "rules.loh"));
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    });
    EXPECT_GE(cases, 60U);
}

TEST(Warnings, MatchTheGoldenFile) {
    check_golden("warnings.txt", [](const GoldenCase& one) {
        std::string result;
        for (const Diagnostic& warning : elaborate(Program::parse(one.input, "rules.loh")).warnings)
            result += warning.to_string() + "\n";
        return result;
    });
}

TEST(Errors, WithoutAPlaceHaveAMessage) {
    auto message = [](auto action) -> std::string {
        try {
            action();
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message([] { Program::read("/nonexistent/rules.loh"); }),
              "error: cannot open '/nonexistent/rules.loh': No such file or directory");
    Limits small;
    small.max_source_bytes = 3;
    EXPECT_EQ(message([&] { Program::parse("a & b", "rules.loh", small); }),
              "error: rules.loh: the text is longer than 3 bytes\n  help: raise the limit (--max-bytes)");
    ElaborateOptions options;
    options.constants = {{"m", 3}};
    EXPECT_EQ(message([&] { elaborated("a", options); }),
              "error: the program declares no constant 'm'\n  help: declare it in the program: const m = 3");
}

}  // namespace

}  // namespace loh::testing
