// Columns read block by block on several threads equal those of the whole table, bit for bit, for any blocks and any first
// row with a text.
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "data/column_types.hpp"
#include "data/read_typed.hpp"
#include "support/effort.hpp"
#include "support/gzip.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

ByteSource bytes_of(std::string text, std::size_t most_at_once = SIZE_MAX) {
    return [text = std::move(text), at = std::size_t{0}, most_at_once](char* to, std::size_t most) mutable {
        std::size_t count = text.copy(to, std::min(most, most_at_once), at);
        at += count;
        return count;
    };
}

TypedReadOptions with(std::size_t threads, std::size_t block_bytes) {
    TypedReadOptions options;
    options.threads = threads;
    options.block_bytes = block_bytes;
    return options;
}

bool same_bits(const SharedArray<double>& a, const SharedArray<double>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

std::vector<std::string> usual_of(const TypedColumn& column) {
    std::vector<std::string> result;
    for (const UsualText& usual : column.findings.usual)
        result.push_back(usual.text + " " + std::to_string(usual.rows) + (usual.missing ? " missing" : ""));
    return result;
}

void expect_same(const TypedTable& typed, const Table& table, const TableSchema& schema) {
    TypeRules rules(schema, table);
    ASSERT_EQ(typed.source, table.source());
    ASSERT_EQ(typed.names, table.names());
    ASSERT_EQ(typed.rows, table.rows());
    std::vector<std::size_t> used = rules.used_columns();
    ASSERT_EQ(typed.columns.size(), used.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
        TypedColumn expected = typed_column(table, used[i], rules);
        ASSERT_EQ(typed.columns[i].name, expected.name);
        ASSERT_EQ(typed.columns[i].type, expected.type) << expected.name;
        ASSERT_TRUE(same_bits(typed.columns[i].numbers, expected.numbers)) << expected.name;
        ASSERT_EQ(typed.columns[i].codes, expected.codes) << expected.name;
        ASSERT_EQ(typed.columns[i].categories, expected.categories) << expected.name;
        ASSERT_EQ(typed.columns[i].form, expected.form) << expected.name;
        ASSERT_EQ(usual_of(typed.columns[i]), usual_of(expected)) << expected.name;
    }
    ASSERT_EQ(typed.lines.rows(), table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) ASSERT_EQ(typed.lines[row], table.line(row));
}

// A column of numbers in which a text may occur from some row on.
struct RandomColumn {
    std::size_t first_text;
    std::size_t texts;    // percentage of texts from there on
    std::size_t missing;  // percentage

    RandomColumn(Random& random, std::size_t rows)
        : first_text(random.chance(40) ? rows : random.below(rows + 1)),
          texts(random.chance(50) ? 0 : random.below(100)),
          missing(random.chance(20) ? 100 : random.below(50)) {}

    [[nodiscard]] std::string cell(Random& random, std::size_t row) const {
        static const std::vector<std::string> kNumbers = {"0",   "-0",    "1",  "1.0", "1.00",       "+1",
                                                          "2.5", "\"7\"", " 8", "1e3", "12345678901"};
        static const std::vector<std::string> kTexts = {"a",
                                                        "\"b,c\"",
                                                        "\"say \"\"x\"\"\"",
                                                        "\"two\nlines\"",
                                                        " trimmed ",
                                                        "nan",
                                                        "a text of more than 16 bytes",
                                                        "None",
                                                        "NA",
                                                        "-",
                                                        "2023-06-01",
                                                        "$5",
                                                        "EU",
                                                        "12%"};
        static const std::vector<std::string> kMissing = {"", "?", "\"\"", " ", "NA", "None", "-"};
        if (row == first_text) return random.pick(kTexts);
        if (random.chance(missing)) return random.pick(kMissing);
        return random.pick(row > first_text && random.chance(texts) ? kTexts : kNumbers);
    }
};

std::string csv_with_type_flips(Random& random) {
    std::size_t rows = random.below(random.chance(20) ? 400 : 40);
    std::vector<RandomColumn> columns;
    std::string text;
    for (std::size_t i = random.between(2, 5); i > 0; --i) {
        text += (columns.empty() ? "c" : ",c") + std::to_string(columns.size());
        columns.emplace_back(random, rows);
    }
    const std::string line_end = random.pick(std::vector<std::string>{"\n", "\r\n", "\r"});
    text += line_end;
    for (std::size_t row = 0; row < rows; ++row) {
        if (random.chance(3)) text += " " + line_end;
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += (i > 0 ? "," : "") + columns[i].cell(random, row);
        if (row + 1 < rows || random.chance(80)) text += line_end;
    }
    return text;
}

TableSchema random_schema(Random& random) {
    TableSchema schema;
    if (random.chance(30)) schema.columns["c0"] = random.chance(50) ? ColumnUse::ignore : ColumnUse::category;
    if (random.chance(20)) schema.missing = {"", "?", "1.0", "nan"};
    return schema;
}

TEST(ReadTypedProperties, ColumnsEqualThoseOfTheWholeTable) {
    for (std::uint64_t seed = 0; seed < repeats(1000); ++seed) {
        Random random(seed);
        std::string text = csv_with_type_flips(random);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        TableSchema schema = random_schema(random);
        Table table = Table::parse_csv(text, "t.csv");
        std::size_t threads = random.between(1, 4);
        std::size_t block = random.between(1, random.chance(50) ? 50 : 1000);
        ASSERT_NO_FATAL_FAILURE(expect_same(
            read_typed(bytes_of(text, random.between(1, 100)), "t.csv", schema, with(threads, block)), table,
            schema));
        if (seed % 10 == 0) {
            ASSERT_NO_FATAL_FAILURE(expect_same(
                read_typed(bytes_of(gzipped(text)), "t.csv", schema, with(threads, block)), table, schema));
        }
    }
}

TEST(ReadTyped, ReadsAFileAgainIfATextOccursLate) {
    ScratchFolder folder;
    std::string path = folder.file("t.csv");
    std::string text = "a,b,c\n";
    for (int row = 0; row < 5000; ++row)
        text += std::to_string(row % 7) + ".0,1," + (row % 2 == 0 ? "x\n" : "\n");
    text += "late,1,x\n";
    for (bool packed : {false, true}) {
        std::ofstream(path, std::ios::binary) << (packed ? gzipped(text) : text);
        for (std::size_t threads : {1U, 2U, 5U}) {
            TypedTable typed = read_typed(path, {}, with(threads, 1000));
            expect_same(typed, Table::read_csv(path), {});
            EXPECT_EQ(typed.columns[0].categories.back(), "late");
        }
    }
}

// The shell's <(command) is a pipe, which cannot be opened twice.
TEST(ReadTyped, ReadsAPipeOnce) {
    ScratchFolder folder;
    std::string path = folder.file("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::string text = "a\n";
    for (int row = 0; row < 20'000; ++row) text += std::to_string(row) + "\n";
    text += "late\n";
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << text; });
    TypedTable typed = read_typed(path, {}, with(2, 1000));
    writer.join();
    expect_same(typed, Table::parse_csv(text, path), {});
}

TEST(ReadTyped, AcceptsAHeaderWithoutRows) {
    TypedTable typed = read_typed(bytes_of("a,b\n"), "t.csv", {});
    EXPECT_EQ(typed.rows, 0U);
    ASSERT_EQ(typed.columns.size(), 2U);
    EXPECT_EQ(typed.columns[1].name, "b");
    EXPECT_EQ(typed.columns[1].rows(), 0U);
}

TEST(ReadTyped, ReportsTheFirstOfTwoInvalidNumbers) {
    std::string text = "a,b\n";
    for (int row = 0; row < 3000; ++row) text += "1,2\n";
    text += "1,bad\nbad,2\nworse,2\n";
    TableSchema schema;
    schema.columns = {{"a", ColumnUse::number}, {"b", ColumnUse::number}};
    for (std::size_t threads : {1U, 2U, 4U}) {
        for (std::size_t block : {10U, 500U, 1U << 20U}) {
            Diagnostic error =
                error_from([&] { read_typed(bytes_of(text), "t.csv", schema, with(threads, block)); });
            EXPECT_EQ(error.line, 3002U);
            EXPECT_EQ(error.message, "column 'b': is not a number: 'bad'");
        }
    }
}

TEST(ReadTyped, RejectsInvalidTables) {
    auto message_of = [](const std::string& text, const TableSchema& schema = {}) {
        return error_from([&] { read_typed(bytes_of(text), "t.csv", schema, with(3, 8)); }).message;
    };
    EXPECT_EQ(message_of(""), "the table is empty");
    EXPECT_EQ(message_of("a,b\n1,2\n3\n4,5,6\n"), "1 cell, but the header has 2");
    EXPECT_EQ(message_of("a,b\n1,2\n1,\xFF\n"), "the byte 0xFF is not valid UTF-8");
    TableSchema schema;
    schema.columns["agee"] = ColumnUse::number;
    EXPECT_EQ(message_of("age\n1\n", schema), "t.csv has no column 'agee', but a type is declared for it");
    EXPECT_EQ(error_from([] { read_typed("/nowhere/t.csv", {}); }).kind, ErrorKind::io);
}

TEST(ReadTyped, LimitsUnpackedGzipData) {
    TypedReadOptions options;
    options.csv.max_unpacked_bytes = 1000;
    std::string text = "a\n";
    for (int row = 0; row < 1000; ++row) text += "1\n";
    EXPECT_EQ(error_from([&] { read_typed(bytes_of(gzipped(text)), "t.csv", {}, options); }).kind,
              ErrorKind::limit);
}

TEST(RowLines, ReturnTheAppendedLines) {
    for (std::uint64_t seed = 0; seed < repeats(300); ++seed) {
        Random random(seed);
        RowLines lines;
        std::vector<std::uint64_t> expected;
        std::uint64_t line = 1;
        while (expected.size() < 50) {
            std::vector<std::uint64_t> block;
            for (std::size_t rows = random.below(10); rows > 0; --rows)
                block.push_back(line += random.chance(80) ? 1 : random.between(2, 5));
            if (random.chance(50)) {
                lines.append(block);
            } else {
                RowLines more;
                more.append(block);
                lines.append(more);
            }
            expected.insert(expected.end(), block.begin(), block.end());
        }
        ASSERT_EQ(lines.rows(), expected.size());
        for (std::size_t row = 0; row < expected.size(); ++row) ASSERT_EQ(lines[row], expected[row]);
    }
}

}  // namespace
}  // namespace loh::testing
