// The row cutter finds the row ends of the CSV reader, for text that grows by any number of bytes.
#include "data/row_cutter.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/csv.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

std::size_t boundary_of(const std::string& text, char separator = ',') {
    RowCutter cutter(separator);
    cutter.look(text);
    return cutter.boundary();
}

TEST(RowCutter, CutsAfterTheLastLineEnd) {
    EXPECT_EQ(boundary_of(""), 0U);
    EXPECT_EQ(boundary_of("1,2"), 0U);
    EXPECT_EQ(boundary_of("1,2\n"), 4U);
    EXPECT_EQ(boundary_of("1,2\n3,"), 4U);
    EXPECT_EQ(boundary_of("1,2\n3,4\n\n5"), 9U);
    EXPECT_EQ(boundary_of(std::string(63, 'x') + "\n"), 64U);
    EXPECT_EQ(boundary_of(std::string(64, 'x') + "\n"), 65U);
    EXPECT_EQ(boundary_of(std::string(64, 'x') + "\ny"), 65U);
}

TEST(RowCutter, KeepsAFinalCarriageReturnUntilTheNextByte) {
    EXPECT_EQ(boundary_of("1,2\r"), 0U);
    EXPECT_EQ(boundary_of("1,2\r\n"), 5U);
    EXPECT_EQ(boundary_of("1,2\r3"), 4U);
    EXPECT_EQ(boundary_of(std::string(63, 'x') + "\r"), 0U);
    EXPECT_EQ(boundary_of(std::string(63, 'x') + "\r\n"), 65U);
    EXPECT_EQ(boundary_of(std::string(63, 'x') + "\ry"), 64U);
}

TEST(RowCutter, IgnoresLineEndsInsideQuotes) {
    EXPECT_EQ(boundary_of("1,\"a\nb\""), 0U);
    EXPECT_EQ(boundary_of("1,\"a\nb\"\n"), 8U);
    EXPECT_EQ(boundary_of("1,\"a\"\"\nb\"\nx"), 10U);
    EXPECT_EQ(boundary_of("1, \t\"a\nb\" \nx\n\"\n"), 13U);
}

TEST(RowCutter, TreatsAQuoteInsideAPlainCellAsACharacter) {
    EXPECT_EQ(boundary_of("5\" pipe\n6\" pipe\n"), 16U);
    EXPECT_EQ(boundary_of("\"a\"b\"c\n"), 7U);
    EXPECT_EQ(boundary_of("a \"b\n\"c\n"), 5U);
}

TEST(RowCutter, BlanksDependOnTheSeparator) {
    EXPECT_EQ(boundary_of("a\t\"\n\"", '\t'), 0U);
    EXPECT_EQ(boundary_of("a;\t\"\n\"", ';'), 0U);
    EXPECT_EQ(boundary_of("a;b\t\"\n\"", ';'), 6U);
    EXPECT_EQ(boundary_of("a \"\n\"", ' '), 0U);
}

// The result of the exact reader for the same text: where it stops, and in which line. Empty if it rejects the text.
struct Stop {
    std::size_t boundary;
    std::size_t lines;
};
std::optional<Stop> stop_of_reader(const std::string& text, std::size_t columns) {
    std::string header = "c0";
    for (std::size_t i = 1; i < columns; ++i) header += ",c" + std::to_string(i);
    CsvOptions options;
    options.separator = ',';
    CsvReader reader("t.csv", options);
    try {
        reader.take(header + "\n" + text, false);
        reader.read_header();
        reader.read_rows();
        return Stop{text.size() - reader.rest().size(), reader.line() - 2};
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string random_table(Random& random, std::size_t columns) {
    const std::vector<std::string> odd = {"5\" pipe",     " \"a\nb\" ", "\"x\"\"y\"", "\"\"",
                                          "\"\r\n\"\"\"", " ",          "\"a,b\""};
    const std::string line_end = random.pick(std::vector<std::string>{"\n", "\r\n", "\r"});
    std::size_t share = random.below(40);
    std::string text;
    for (std::size_t rows = random.below(40); rows > 0; --rows) {
        for (std::size_t column = 0; column < columns; ++column) {
            text += column > 0 ? "," : "";
            text += random.chance(share) ? random.pick(odd) : std::string(random.between(1, 12), 'x');
        }
        text += random.chance(5) ? line_end + line_end : line_end;
    }
    return text.substr(0, random.below(text.size() + 1));
}

TEST(RowCutterProperties, CutsAtRowEndsOfTheReader) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < repeats(5000); ++seed) {
        Random random(seed);
        std::size_t columns = random.between(2, 4);
        std::string text = random_table(random, columns);
        if (random.chance(20) && !text.empty())
            text[random.below(text.size())] = random.pick(std::vector<char>{'"', '\n', ' '});
        std::optional<Stop> expected = stop_of_reader(text, columns);
        if (!expected) continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        ++compared;
        RowCutter cutter(',');
        std::size_t begin = 0;  // start of the rest
        std::size_t lines = 0;
        for (std::size_t end = 0; end < text.size();) {
            end = std::min(text.size(), end + random.between(1, 150));
            cutter.look(std::string_view(text).substr(begin, end - begin));
            if (end < text.size() && random.chance(50)) continue;
            begin += cutter.boundary();
            lines += cutter.lines();
            cutter.cut();
        }
        ASSERT_EQ(begin, expected->boundary);
        ASSERT_EQ(lines, expected->lines);
    }
    EXPECT_GT(compared, repeats(5000) / 2);
}

}  // namespace
}  // namespace loh::testing
