// Files that are not tables, or unusual ones: each is read correctly or rejected with a place and a hint.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "loh/table_profile.hpp"
#include "support/effort.hpp"
#include "support/gzip.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// Reads a file and profiles its columns.
std::vector<ColumnProfile> inspected(const std::string& content, const CsvOptions& options = {},
                                     const TableSchema& schema = {}) {
    ScratchFolder folder;
    std::ofstream(folder.file("t.csv"), std::ios::binary) << content;
    return profile(Table::read_csv(folder.file("t.csv"), options), schema);
}

struct Complaint {
    std::string about;
    std::string content;
    std::string message;
    std::size_t line;  // 0: about the whole file
    std::string hint;  // a part of it
};

TEST(HostileTables, AreRejectedWithPlaceAndHint) {
    using namespace std::string_literals;
    std::string table = "a,b\n1,x\n2,y\n";
    const std::vector<Complaint> complaints = {
        {"empty file", "", "the table is empty", 0, "names of the columns"},
        {"blank lines", "\n \r\n\n", "the table is empty: all its lines are blank", 0,
         "names of the columns"},
        {"only a byte order mark", "\xEF\xBB\xBF", "the table is empty", 0, "names of the columns"},
        {"only separators", ",,,\n", "the header has no names", 1, "names of the columns"},
        {"the same name twice", "a,b,a\n", "columns 1 and 3 are both named 'a'", 1, "rename"},
        {"a name that is blank", "a,,b\n", "column 2 has no name", 1, "name it"},
        {"a short row", "a,b\n1,2\n3\n", "1 cell, but the header has 2", 3, "separated by ','"},
        {"a long row", "a,b\n1,2,3\n", "3 cells, but the header has 2", 2, "separated by ','"},
        {"an unclosed quote", "a,b\n1,\"x\n2,y\n", "this quote is never closed", 2, "ends with one"},
        {"text behind a quote", "a,b\n1,\"x\"y\n", "text after the closing quote of a cell", 2, "twice"},
        {"a NUL byte", "a,b\n1,\0\n"s, "a NUL byte, which is not allowed in CSV text", 2,
         "export a CSV file"},
        {"Latin-1",
         "a,b\n1,stra\xDF"
         "e\n",
         "the byte 0xDF is not valid UTF-8", 2, "iconv"},
        {"half a character", "a\nx\xE2\x82", "the byte 0xE2 is not valid UTF-8", 2, "iconv"},
        {"UTF-16",
         "\xFF\xFE"
         "a\0,\0b\0"s,
         "the text is in UTF-16, not in UTF-8", 0, "iconv -f UTF-16"},
        {"a spreadsheet", "PK\x03\x04 and so on", "the table is a zip archive or a spreadsheet, not CSV", 0,
         "export"},
        {"xz", "\xFD\x37zXZ", "the table is compressed with xz, not CSV", 0, "xz -d"},
        {"zstd", "\x28\xB5\x2F\xFD", "the table is compressed with zstd, not CSV", 0, "zstd -d"},
        {"bzip2", "BZh91AY&SY", "the table is compressed with bzip2, not CSV", 0, "bzip2 -d"},
        {"gzip twice", gzipped(gzipped(table)), "the table is compressed with gzip twice, not CSV", 0,
         "gzip -d"},
        {"truncated gzip", gzipped(table).substr(0, 25), "the gzip data is truncated", 0, "gzip -t"},
        {"only the start of gzip", "\x1F\x8B", "the gzip data is truncated", 0, "gzip -t"},
        {"gzip of nothing", gzipped(""), "the table is empty", 0, "names of the columns"},
        {"gzip of Latin-1", gzipped("a\n\xFC\n"), "the byte 0xFC is not valid UTF-8", 2, "iconv"},
    };
    for (const Complaint& complaint : complaints) {
        SCOPED_TRACE(complaint.about);
        Diagnostic error = error_from([&] { inspected(complaint.content); });
        EXPECT_EQ(error.message, complaint.message);
        EXPECT_EQ(error.line, complaint.line);
        EXPECT_TRUE(error.file.ends_with("t.csv")) << error.file;
        EXPECT_NE(error.hint.find(complaint.hint), std::string::npos) << error.hint;
    }
}

TEST(HostileTables, ValidTablesAreRead) {
    EXPECT_EQ(inspected("a,b\n").size(), 2U);
    EXPECT_EQ(inspected("a\n").at(0).use, ColumnUse::ignore);
    EXPECT_EQ(inspected("a\n1\n2\n").at(0).use, ColumnUse::number);
    EXPECT_EQ(inspected("a,b\n?,\n,?\n").at(1).missing, 2U);
    EXPECT_EQ(inspected("a\nnan\ninf\n-inf\n").at(0).use, ColumnUse::category);
    EXPECT_EQ(inspected("BZh,PAR1\n1,2\n").size(), 2U);
    EXPECT_EQ(inspected(gzipped("a,b\r\n1,2\r\n")).size(), 2U);
    EXPECT_EQ(inspected(gzipped("a,b\n1,") + gzipped("2\n3,4\n")).at(1).distinct, 2U);
}

TEST(HostileTables, ReadsTenThousandCategoriesAndColumns) {
    std::string rows = "a\n";
    for (int i = 0; i < 10'000; ++i) rows += "k" + std::to_string(i) + "\n";
    EXPECT_EQ(inspected(rows).at(0).distinct, 10'000U);
    std::string header = "c0";
    std::string row = "0";
    for (int i = 1; i < 10'000; ++i) {
        header += ",c" + std::to_string(i);
        row += "," + std::to_string(i);
    }
    EXPECT_EQ(inspected(header + "\n" + row + "\n").size(), 10'000U);
}

TEST(HostileTables, ErrorsNameTheLimit) {
    CsvOptions options;
    options.max_cell_bytes = 1000;
    options.max_columns = 3;
    options.max_unpacked_bytes = 100'000;
    auto error_of = [&](const std::string& content) {
        Diagnostic error = error_from([&] { inspected(content, options); });
        EXPECT_EQ(error.kind, ErrorKind::limit);
        return error.message;
    };
    EXPECT_EQ(error_of("a\n" + std::string(1001, 'x') + "\n"),
              "a cell of more than 1000 bytes (max_cell_bytes)");
    EXPECT_EQ(error_of("a,b,c,d\n"), "more than 3 columns (max_columns)");
    EXPECT_EQ(error_of(gzipped("a\n" + std::string(200'000, '\n'))),
              "decompresses to more than 100000 bytes (max_unpacked_bytes)");
    EXPECT_EQ(inspected("a,b,c\n", options).size(), 3U);
}

// The peak memory of this process in bytes.
std::size_t peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kTextsInMemory = 100;  // the sanitizer delays the release of memory
#else
constexpr std::size_t kTextsInMemory = 3;  // the heap may hold an old buffer while it grows a new one
#endif

// Long lines of one cell, of separators, of names, and with the error at the end. If the test runs alone, it checks that
// none of them is stored a second time.
TEST(HostileTables, MemoryForAHugeLineIsBounded) {
    constexpr std::size_t kHuge = std::size_t{1} << 23U;
    CsvOptions options;
    options.max_cell_bytes = 1'000'000;
    options.max_columns = 1000;
    auto message_of = [&](const std::string& before, char repeated, const std::string& behind) {
        std::string text;
        text.reserve(before.size() + kHuge + behind.size());
        text.append(before).append(kHuge, repeated).append(behind);
        Diagnostic error = error_from([&] { Table::parse_csv(std::move(text), "t.csv", options); });
        EXPECT_LT(error.to_string().size(), 1000U);
        return error.message;
    };
    std::size_t peak = peak_memory();
    EXPECT_EQ(message_of("a\n", 'x', ""), "a cell of more than 1000000 bytes (max_cell_bytes)");
    EXPECT_EQ(message_of("a,b\n", ',', "\n"), "more than 1002 cells, but the header has 2");
    EXPECT_EQ(message_of("", ',', "\n"), "more than 1000 columns (max_columns)");
    EXPECT_EQ(message_of("a\n\"", 'x', ""), "this quote is never closed");
    EXPECT_EQ(message_of("a\n", ' ', "\"x"), "this quote is never closed");
    EXPECT_LT(peak_memory() - peak, kTextsInMemory * kHuge);
}

TEST(HostileTables, RejectsASchemaForOtherColumns) {
    TableSchema schema;
    schema.columns["agee"] = ColumnUse::number;
    Diagnostic error = error_from([&] { inspected("age\n1\n", {}, schema); });
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.hint, "did you mean 'age'?");
}

TEST(HostileTables, SurvivesRandomBytesAfterGzipHeaders) {
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string content = "\x1F\x8B\x08";
        content += std::string(random.chance(50) ? 7 : 0, '\0');
        for (std::size_t i = random.below(200); i > 0; --i) content += static_cast<char>(random.below(256));
        try {
            Table::parse_csv(content, "t.csv");
        } catch (const Error& error) {
            EXPECT_FALSE(error.diagnostic().message.empty());
        }
    }
}

}  // namespace
}  // namespace loh::testing
