// A table read in blocks equals the table read as a whole: the same cells, lines and places in messages for any block size,
// with bounded memory.
#include "loh/table_reader.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/csv_text.hpp"
#include "support/effort.hpp"
#include "support/gzip.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// Returns a text in pieces of so many bytes, like a pipe.
ByteSource pieces_of(std::string text, std::size_t most_at_once) {
    return [text = std::move(text), at = std::size_t{0}, most_at_once](char* to, std::size_t most) mutable {
        std::size_t count = std::min({most, most_at_once, text.size() - at});
        text.copy(to, count, at);
        at += count;
        return count;
    };
}

// The content of a table: names, then line and cells of each row.
using Content = std::vector<std::vector<std::string>>;

void append(const Table& table, Content& content) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
        content.push_back({std::to_string(table.line(row))});
        for (std::size_t column = 0; column < table.columns(); ++column)
            content.back().emplace_back(table.cell(column, row));
    }
}

Content whole(const std::string& text, const CsvOptions& options = {}) {
    Table table = Table::parse_csv(text, "t.csv", options);
    Content result{table.names()};
    append(table, result);
    return result;
}

Content in_blocks(const std::string& text, std::size_t block_bytes, const CsvOptions& options = {},
                  std::size_t most_at_once = SIZE_MAX) {
    TableReader reader(pieces_of(text, most_at_once), "t.csv", options, block_bytes);
    Content result{reader.header().names()};
    EXPECT_EQ(reader.header().rows(), 0U);
    while (std::optional<Table> rows = reader.next()) {
        EXPECT_GT(rows->rows(), 0U);
        EXPECT_EQ(rows->names(), reader.header().names());
        append(*rows, result);
    }
    EXPECT_FALSE(reader.next());
    return result;
}

void expect_same_in_blocks(const std::string& text, const CsvOptions& options = {}) {
    Content expected = whole(text, options);
    for (std::size_t block = 1; block <= text.size() + 1; ++block)
        ASSERT_EQ(in_blocks(text, block, options), expected) << "blocks of " << block << " bytes of " << text;
    EXPECT_EQ(in_blocks(gzipped(text), 3, options, 1), expected);
}

TEST(TableReader, RowsAreIndependentOfBlockBoundaries) {
    expect_same_in_blocks("name,age\nAnn,37\nBob,8\n");
    expect_same_in_blocks("a,b\r\n1,2\r\n3,4\r\n");
    expect_same_in_blocks("a,b\r1,2\r3,4");
    expect_same_in_blocks("a;b\n\"x\"\"y\";\"two\r\nlines\"\n\"\"\"\"; 5 \n");
    expect_same_in_blocks("\n \n\n\"two\nlines\"|b\n\n\n1|2\n \r\n\r\n\"\"|\"\"");
    expect_same_in_blocks("\n \na\tb\n1\t\n\t\n");
    CsvOptions spaces;
    spaces.separator = ' ';
    expect_same_in_blocks("\t\na b\n1 \n\t2 3\n", spaces);
    expect_same_in_blocks("a\n\"\"\n  \n\"\"\n");
    expect_same_in_blocks("größe,名前\n½,\U0001F600\n\U0001F600,½");
    expect_same_in_blocks("\xEF\xBB\xBF\"a\",b\n1,2\n");
    expect_same_in_blocks("a,b");
}

std::string random_cell(Random& random) {
    const std::vector<std::string> pieces = {"a",    "7", "ß",  "\U0001F600", " ",
                                             "\"\"", ",", "\n", "\r\n",       "\r"};
    std::string text;
    bool quoted = random.chance(40);
    for (std::size_t i = random.below(5); i > 0; --i)
        text += pieces[random.below(quoted ? pieces.size() : 5)];
    return quoted ? "\"" + text + "\"" : text;
}

std::string random_csv(Random& random) {
    std::size_t columns = random.between(1, 4);
    const std::string line_end = random.pick(std::vector<std::string>{"\n", "\r\n", "\r"});
    std::string text = random.chance(20) ? "\xEF\xBB\xBF" : "";
    for (std::size_t c = 0; c < columns; ++c)
        text += (c > 0 ? "," : "") + std::string("c") + std::to_string(c);
    text += line_end;
    for (std::size_t row = random.below(30); row > 0; --row) {
        if (random.chance(10)) text += std::string(random.below(3), ' ') + line_end;
        for (std::size_t c = 0; c < columns; ++c) text += (c > 0 ? "," : "") + random_cell(random);
        if (row > 1 || random.chance(80)) text += line_end;
    }
    return text;
}

TEST(TableReader, RowsOfRandomTablesAreIndependentOfBlockSize) {
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string text = random_csv(random);
        Content expected = whole(text);
        std::size_t block = random.between(1, random.chance(50) ? 8 : 200);
        ASSERT_EQ(in_blocks(text, block, {}, random.between(1, 50)), expected);
        std::size_t cut = random.below(text.size() + 1);
        ASSERT_EQ(in_blocks(gzipped(text.substr(0, cut)) + gzipped(text.substr(cut)), block), expected);
    }
}

// Texts with one changed byte: both ways give the same rows, or both throw. With a single error the message is the same.
TEST(TableReader, RejectsTheSameTextsAsReadingAsAWhole) {
    const std::string bytes("\"\",\n\r \0\xFF\xC3x", 10);
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string text = random_csv(random);
        text[random.below(text.size())] = bytes[random.below(bytes.size())];
        std::size_t block = random.between(1, 100);
        Content expected;
        bool good = true;
        try {
            expected = whole(text);
        } catch (const Error&) {
            good = false;
            ++refused;
        }
        if (good) {
            ASSERT_EQ(in_blocks(text, block), expected);
        } else {
            Diagnostic error = error_from([&] { in_blocks(text, block); });
            ASSERT_EQ(error.file, "t.csv");
            ASSERT_TRUE(error.kind == ErrorKind::syntax || error.kind == ErrorKind::limit);
        }
    }
    EXPECT_GT(refused, repeats(2000) / 10);
}

// An error in line 1002 of a file, far after the first block.
TEST(TableReader, MessagesNameTheLineInTheFile) {
    std::string good = "a,b\n";
    for (int row = 0; row < 1000; ++row) good += row % 10 == 0 ? "1,\"x\"\"y\"\n" : "1,x\r\n";
    const std::vector<std::string> bad_rows = {"1,2,3\n", "1\n",      "1,\"x\" y\n", "1,\"x\ny\"z\n",
                                               "1,\"x",   "1,\xFF\n", "1,x\xC3",     "1,x\xE2\x82\n2,y"};
    for (const std::string& bad : bad_rows) {
        std::string expected = error_from([&] { whole(good + bad); }).to_string();
        EXPECT_NE(expected.find("t.csv:1002:"), std::string::npos) << expected;
        for (std::size_t block : {1U, 7U, 64U, 1000U, 1U << 20U})
            EXPECT_EQ(error_from([&] { in_blocks(good + bad, block); }).to_string(), expected) << block;
    }
}

TEST(TableReader, ErrorsNameThePlaceInTheFile) {
    std::string blank(kFirstBytes, '\n');  // the first block has at least so many bytes
    std::string text = "a,b\n\"two\nlines\",x\n" + blank + "1,\"say \"\"no\"\"\"\n";
    TableReader reader(pieces_of(text, 5), "t.csv", {}, 4);
    reader.next();
    Table rows = reader.next().value();
    EXPECT_EQ(rows.bad_cell(1, 0, "is odd").diagnostic().to_string(),
              Table::parse_csv(text, "t.csv").bad_cell(1, 1, "is odd").diagnostic().to_string());
}

TEST(TableReader, DistinguishesEmptyAndBlankText) {
    EXPECT_EQ(error_from([] { in_blocks("", 1); }).message, "the table is empty");
    EXPECT_EQ(error_from([] { in_blocks("\n \n\r\n", 1); }).message,
              "the table is empty: all its lines are blank");
}

TEST(TableReader, ReadsFilesAndNamesThem) {
    ScratchFolder folder;
    std::ofstream(folder.file("t.csv"), std::ios::binary) << gzipped("a\n1\n2\n");
    TableReader reader = TableReader::open(folder.file("t.csv"));
    EXPECT_EQ(reader.header().source(), folder.file("t.csv"));
    EXPECT_EQ(reader.next()->rows(), 2U);
    EXPECT_EQ(error_from([&] { TableReader::open(folder.file("none")); }).message,
              "cannot open '" + folder.file("none") + "': No such file or directory");
    EXPECT_EQ(error_from([&] { TableReader::open(folder.file(".")); }).kind, ErrorKind::io);
}

// Repeats a text for as long as it is read.
struct Endless {
    std::string start;
    std::string repeated;
    std::size_t given = 0;

    std::size_t operator()(char* to, std::size_t most) {
        const std::string& text = given < start.size() ? start : repeated;
        std::size_t at = given < start.size() ? given : (given - start.size()) % repeated.size();
        std::size_t count = std::min(most, text.size() - at);
        text.copy(to, count, at);
        given += count;
        return count;
    }
};

// Endless lines are rejected early, whatever they consist of.
TEST(TableReader, RejectsEndlessLinesEarly) {
    CsvOptions options;
    options.max_cell_bytes = 1000;
    options.max_row_bytes = 20'000;
    options.max_columns = 5000;
    auto message_of = [&](const std::string& start, const std::string& repeated) {
        std::size_t given = 0;
        Endless endless{start, repeated};
        auto source = [&](char* to, std::size_t most) {
            std::size_t count = endless(to, most);
            given += count;
            return count;
        };
        Diagnostic error = error_from([&] {
            TableReader reader(source, "t.csv", options, 512);
            while (reader.next()) continue;
        });
        EXPECT_EQ(error.file, "t.csv");
        EXPECT_LT(given, 5 * options.max_row_bytes);
        return error.message;
    };
    const std::string cell = "a cell of more than 1000 bytes (max_cell_bytes)";
    const std::string row = "a row of more than 20000 bytes (max_row_bytes)";
    std::string six(300, 'x');
    EXPECT_EQ(message_of("a,b\n1,", "x"), cell);
    EXPECT_EQ(message_of("a,b\n1,\"", "x\n"), cell);
    EXPECT_EQ(message_of("a,b\n1", ","), "more than 1002 cells, but the header has 2");
    EXPECT_EQ(message_of("a,b\n1,", " "), row);
    EXPECT_EQ(message_of("a,b\n", " "), row);
    EXPECT_EQ(message_of("a,b\n", six + ","), row);
    EXPECT_EQ(message_of("", "x"), row);
    EXPECT_EQ(message_of("\n\n", "\t\n"), row);
    EXPECT_EQ(message_of("a", ","), row);
    EXPECT_EQ(message_of("a,b\n1,2\n3,", std::string(1, '\0')),
              "a NUL byte, which is not allowed in CSV text");
}

}  // namespace
}  // namespace loh::testing
