// Dates in the language: bare literals such as 2023-06-01.
#include <gtest/gtest.h>

#include "loh/formula_tools.hpp"
#include "loh/program.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

std::string read_back(const std::string& text) {
    return elaborate(Program::parse(text, "<text>")).outputs.at(0).formula.to_string();
}

TEST(Dates, AreReadAndPrinted) {
    for (const char* text :
         {"since >= 2023-06-01", "since < 2023-06-01T12:30", "2023-01-01 <= since < 2023-06-01",
          "since in {2023-01-01, 2023-02-01}", "since = 2023-06-01T12:30:05.25", "!(since != 0001-01-01)"})
        EXPECT_EQ(read_back(text), text);
    EXPECT_EQ(read_back("2023-06-01 <= since"), "since >= 2023-06-01");
    EXPECT_EQ(Program::parse("since   >=2023-06-01T00:00", "<text>").format(), "since >= 2023-06-01\n");
}

TEST(Dates, OtherSpellingsAreArithmetic) {
    EXPECT_EQ(read_back("x >= 2023-6-1"), "x >= 2016");
    EXPECT_EQ(read_back("x >= 2023 - 06 - 01"), "x >= 2016");
    EXPECT_EQ(read_back("x >= 12023-06-01"), "x >= 12016");
}

TEST(Dates, RejectsDaysThatDoNotExist) {
    EXPECT_EQ(error_from([] { read_back("since >= 2023-02-30"); }).message, "'2023-02-30' is not a date");
    EXPECT_EQ(error_from([] { read_back("since >= 2023-02-03Z"); }).message, "'2023-02-03Z' is not a date");
    EXPECT_EQ(error_from([] { read_back("since >= 2023-02-03 + 1"); }).message,
              "'2023-02-03' is not a number");
    EXPECT_EQ(error_from([] { read_back("2023-01-01 <= since < 5"); }).message,
              "the ends of an interval must be two numbers or two dates");
}

TEST(Dates, LiteralsAreMerged) {
    auto simple = [](const std::string& text) {
        return simplify(elaborate(Program::parse(text, "<text>")).outputs.at(0).formula).to_string();
    };
    EXPECT_EQ(simple("since >= 2023-01-01 & since < 2023-06-01"), "2023-01-01 <= since < 2023-06-01");
    EXPECT_EQ(simple("!(since is missing) & since < 2023-06-01"), "since < 2023-06-01");
}

}  // namespace
}  // namespace loh::testing
