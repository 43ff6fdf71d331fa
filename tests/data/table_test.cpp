// The public interface of tables: columns by name, cells, files, and errors about a cell.
#include "loh/table.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.hpp"
#include "loh/error.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;

Table people() {
    return Table::parse_csv("name,age,city\nAnn,37,\"Paris, Texas\"\nBob,?,Rome\n", "people.csv");
}

// A file that is removed at the end of the test.
class ScratchFile {
public:
    ScratchFile(const std::string& name, const std::string& content)
        : path_((fs::temp_directory_path() / ("loh_" + std::to_string(::getpid()) + "_" + name)).string()) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~ScratchFile() { std::remove(path_.c_str()); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

TEST(Table, HasSizeNamesAndSource) {
    Table table = people();
    EXPECT_EQ(table.rows(), 2U);
    EXPECT_EQ(table.columns(), 3U);
    EXPECT_EQ(table.names(), (std::vector<std::string>{"name", "age", "city"}));
    EXPECT_EQ(table.source(), "people.csv");
    EXPECT_EQ(table.line(1), 3U);
    EXPECT_EQ(Table::parse_csv("a").source(), "<text>");
}

TEST(Table, FindsColumnsByName) {
    EXPECT_EQ(people().find("city"), std::optional<std::size_t>(2));
    EXPECT_EQ(people().find("City"), std::nullopt);
    EXPECT_EQ(people().at("age"), 1U);
}

TEST(Table, SuggestsSimilarColumnName) {
    Diagnostic error = error_from([] { static_cast<void>(people().at("agee")); });
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "people.csv has no column 'agee'");
    EXPECT_EQ(error.hint, "did you mean 'age'?");
}

TEST(Table, ListsItsColumnsIfNoNameIsSimilar) {
    EXPECT_EQ(error_from([] { static_cast<void>(people().at("weight")); }).hint,
              "its columns are 'name', 'age', 'city'");
    EXPECT_EQ(error_from([] { static_cast<void>(Table::parse_csv("x").at("weight")); }).hint,
              "its only column is 'x'");
    std::string header = "a0";
    for (int i = 1; i < 12; ++i) header += ",a" + std::to_string(i);
    EXPECT_EQ(error_from([&] { static_cast<void>(Table::parse_csv(header).at("weight")); }).hint,
              "its columns are 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9' and 2 more");
}

TEST(Table, ShortensVeryLongNamesInMessages) {
    std::string name(100'000, 'x');
    EXPECT_LT(error_from([&] { static_cast<void>(people().at(name)); }).message.size(), 120U);
    EXPECT_LT(error_from([&] { Table::parse_csv(name + "," + name); }).message.size(), 120U);
}

TEST(Table, CopiesShareTheirCells) {
    std::optional<Table> original = people();
    Table copy = *original;
    std::string_view cell = original->cell(2, 0);
    original.reset();
    EXPECT_EQ(cell, "Paris, Texas");
    EXPECT_EQ(copy.cell(2, 0).data(), cell.data());
}

TEST(Table, RejectsPlacesOutOfRange) {
    Table table = people();
    EXPECT_EQ(error_from([&] { static_cast<void>(table.cell(3, 0)); }).message,
              "there is no column 3: people.csv has 3 columns");
    EXPECT_EQ(error_from([&] { static_cast<void>(table.cell(0, 2)); }).message,
              "there is no row 2: people.csv has 2 rows");
    EXPECT_EQ(error_from([&] { static_cast<void>(table.line(2)); }).kind, ErrorKind::usage);
    EXPECT_EQ(error_from([&] { static_cast<void>(table.bad_cell(0, 2, "")); }).kind, ErrorKind::usage);
}

TEST(TableFromColumns, KeepsCellsVerbatim) {
    Table table = Table::from_columns({"a", " b "}, {{"1", "", " x "}, {"\"", "4,5", "\n"}});
    EXPECT_EQ(table.rows(), 3U);
    EXPECT_EQ(table.columns(), 2U);
    EXPECT_EQ(table.at(" b "), 1U);
    EXPECT_EQ(table.cell(0, 0), "1");
    EXPECT_EQ(table.cell(0, 1), "");
    EXPECT_EQ(table.cell(0, 2), " x ");
    EXPECT_EQ(table.cell(1, 0), "\"");
    EXPECT_EQ(table.cell(1, 1), "4,5");
    EXPECT_EQ(table.cell(1, 2), "\n");
    EXPECT_EQ(table.line(2), 0U);
    EXPECT_EQ(table.source(), "<table>");
}

TEST(TableFromColumns, MayHaveNoRows) { EXPECT_EQ(Table::from_columns({"a"}, {{}}).rows(), 0U); }

TEST(TableFromColumns, RejectsInconsistentColumns) {
    using Names = std::vector<std::string>;
    using Columns = std::vector<std::vector<std::string>>;
    auto message = [](const Names& names, const Columns& columns) {
        Diagnostic error = error_from([&] { Table::from_columns(names, columns); });
        EXPECT_EQ(error.kind, ErrorKind::usage);
        return error.message;
    };
    EXPECT_EQ(message({}, {}), "a table needs at least one column");
    EXPECT_EQ(message({"a", "b"}, {{"1"}}), "2 names for 1 columns");
    EXPECT_EQ(message({"a", "b"}, {{"1"}, {}}), "column 'b' has 0 cells, but column 'a' has 1");
    EXPECT_EQ(message({"a", ""}, {{}, {}}), "the name of column 1 is blank");
    EXPECT_EQ(message({"a", "b", "a"}, {{}, {}, {}}), "columns 0 and 2 are both named 'a'");
    std::string long_cell(std::size_t{1} << 24U, 'x');
    EXPECT_EQ(error_from([&] { Table::from_columns({"a"}, {{long_cell}}); }).kind, ErrorKind::limit);
}

TEST(TableBadCell, NamesFileLineAndColumnAndShowsTheCell) {
    Error error = people().bad_cell(1, 1, "'?' is not a number", "leave unknown cells empty");
    EXPECT_EQ(error.kind(), ErrorKind::meaning);
    EXPECT_EQ(error.diagnostic().file, "people.csv");
    EXPECT_EQ(error.diagnostic().line, 3U);
    EXPECT_EQ(std::string(error.what()),
              "people.csv:3:5: error: column 'age': '?' is not a number\n"
              "  3 | Bob,?,Rome\n"
              "    |     ^\n"
              "  help: leave unknown cells empty");
}

TEST(TableBadCell, CountsLineBreaksInTheCellsBeforeIt) {
    Table table = Table::parse_csv("a,b,c\n\"1\r\n\"\"\n2\", \"\"\"ü\"\"\" ,x\n", "t.csv");
    EXPECT_EQ(table.cell(0, 0), "1\r\n\"\n2");
    Diagnostic error = table.bad_cell(2, 0, "bad").diagnostic();
    EXPECT_EQ(error.line, 4U);
    EXPECT_EQ(error.source_line.substr(error.source_line.size() - 2), ",x");
    EXPECT_EQ(error.column, count_code_points(error.source_line));
    EXPECT_EQ(table.bad_cell(0, 0, "bad").diagnostic().line, 2U);
}

TEST(TableBadCell, PointsToEmptyCells) {
    Table table = Table::parse_csv("a,b\n,\n", "t.csv");
    EXPECT_EQ(table.bad_cell(0, 0, "empty").diagnostic().column, 1U);
    EXPECT_EQ(table.bad_cell(1, 0, "empty").diagnostic().column, 2U);
    EXPECT_EQ(table.bad_cell(1, 0, "empty").diagnostic().length, 1U);
}

TEST(TableBadCell, NamesTheRowIfThereAreNoLines) {
    Table table = Table::from_columns({"a"}, {{"1", "x"}});
    EXPECT_EQ(std::string(table.bad_cell(0, 1, "'x' is not a number").what()),
              "<table>: error: row 1, column 'a': 'x' is not a number");
}

TEST(TableFiles, AreReadCompletely) {
    std::string content = "a,b\n";
    for (int i = 0; i < 50'000; ++i) content += std::to_string(i) + ",\"x\"\"y\"\n";
    ScratchFile file("whole.csv", content);
    Table table = Table::read_csv(file.path());
    ASSERT_EQ(table.rows(), 50'000U);
    EXPECT_EQ(table.source(), file.path());
    EXPECT_EQ(table.cell(0, 49'999), "49999");
    EXPECT_EQ(table.cell(1, 49'999), "x\"y");
}

TEST(TableFiles, AreReadWithOptions) {
    ScratchFile file("options.csv", "a:b\n1:2\n");
    CsvOptions options;
    options.separator = ':';
    EXPECT_EQ(Table::read_csv(file.path(), options).columns(), 2U);
}

TEST(TableFiles, EmptyFileIsAnError) {
    ScratchFile file("empty.csv", "");
    Diagnostic error = error_from([&] { Table::read_csv(file.path()); });
    EXPECT_EQ(error.kind, ErrorKind::syntax);
    EXPECT_EQ(error.file, file.path());
}

TEST(TableFiles, FilesWithoutASizeAreRead) {
    if (!fs::exists("/proc/meminfo")) GTEST_SKIP();
    CsvOptions options;
    options.separator = '\x01';
    EXPECT_GT(Table::read_csv("/proc/meminfo", options).rows(), 5U);
}

TEST(TableFiles, MissingFileIsAnError) {
    Diagnostic error = error_from([] { Table::read_csv("/no/such/file.csv"); });
    EXPECT_EQ(error.kind, ErrorKind::io);
    EXPECT_EQ(error.message, "cannot open '/no/such/file.csv': No such file or directory");
}

TEST(TableFiles, FolderIsAnErrorWithItsOwnMessage) {
    std::string folder = fs::temp_directory_path().string();
    Diagnostic error = error_from([&] { Table::read_csv(folder); });
    EXPECT_EQ(error.kind, ErrorKind::io);
    EXPECT_EQ(error.message, "'" + folder + "' is a folder, not a file");
}

}  // namespace
}  // namespace loh::testing
