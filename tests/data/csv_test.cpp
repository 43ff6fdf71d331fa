// Reading CSV text: cells, error messages, and reading back what a writer according to RFC 4180 wrote.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "loh/error.hpp"
#include "loh/table.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

using Records = std::vector<std::vector<std::string>>;

// The header and the rows below it.
Records cells_of(const Table& table) {
    Records result{table.names()};
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::vector<std::string>& cells = result.emplace_back();
        for (std::size_t column = 0; column < table.columns(); ++column)
            cells.emplace_back(table.cell(column, row));
    }
    return result;
}

Records parsed(std::string text, const CsvOptions& options = {}) {
    return cells_of(Table::parse_csv(std::move(text), "data.csv", options));
}

Diagnostic csv_error(std::string text, const CsvOptions& options = {}) {
    try {
        Table::parse_csv(std::move(text), "data.csv", options);
    } catch (const Error& error) {
        return error.diagnostic();
    }
    ADD_FAILURE() << "no error";
    return {};
}

std::string shown(std::string text) { return csv_error(std::move(text)).to_string(); }

CsvOptions with_separator(char separator) {
    CsvOptions options;
    options.separator = separator;
    return options;
}

TEST(Csv, ReadsHeaderAndRows) {
    EXPECT_EQ(parsed("name,age\nAnn,37\nBob,8\n"), (Records{{"name", "age"}, {"Ann", "37"}, {"Bob", "8"}}));
}

TEST(Csv, AcceptsTextWithoutFinalLineEnd) {
    EXPECT_EQ(parsed("a,b\n1,2"), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a,b\n1,"), (Records{{"a", "b"}, {"1", ""}}));
    EXPECT_EQ(parsed("a,b\n1,\"2\""), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a"), (Records{{"a"}}));
}

TEST(Csv, ReadsAllLineEnds) {
    Records expected{{"a", "b"}, {"1", "2"}, {"3", "4"}};
    EXPECT_EQ(parsed("a,b\n1,2\n3,4\n"), expected);
    EXPECT_EQ(parsed("a,b\r\n1,2\r\n3,4\r\n"), expected);
    EXPECT_EQ(parsed("a,b\r1,2\r3,4\r"), expected);
    EXPECT_EQ(parsed("a,b\n1,2\r\n3,4\r"), expected);
}

TEST(Csv, AcceptsAHeaderWithoutRows) {
    EXPECT_EQ(parsed("a,b\n"), (Records{{"a", "b"}}));
    EXPECT_EQ(parsed("a,b"), (Records{{"a", "b"}}));
    EXPECT_EQ(parsed("\n a,b\r\n\r\n"), (Records{{"a", "b"}}));
}

TEST(Csv, KeepsQuotedCellsVerbatim) {
    EXPECT_EQ(parsed("a,b\n\" 1, \r\n2 \",\"say \"\"x\"\"\"\n\"\",\"\"\"\"\n"),
              (Records{{"a", "b"}, {" 1, \r\n2 ", "say \"x\""}, {"", "\""}}));
}

TEST(Csv, KeepsQuotedNamesVerbatim) {
    EXPECT_EQ(parsed("\"a \"\"x\"\", y\",\"two\nlines\"\n1,2\n"),
              (Records{{"a \"x\", y", "two\nlines"}, {"1", "2"}}));
}

TEST(Csv, TrimsBlanksAroundCells) {
    EXPECT_EQ(parsed(" a ,\tb\n  x y\t, \n \" q \" ,2 \n"), (Records{{"a", "b"}, {"x y", ""}, {" q ", "2"}}));
    EXPECT_EQ(parsed("a\tb\n x y \t \n\t\n"), (Records{{"a", "b"}, {"x y", ""}, {"", ""}}));
}

TEST(Csv, TreatsAQuoteInsideAPlainCellAsACharacter) {
    EXPECT_EQ(parsed("size,x\n5\" pipe,\n"), (Records{{"size", "x"}, {"5\" pipe", ""}}));
}

TEST(Csv, SkipsBlankLines) {
    EXPECT_EQ(parsed("\n  \t\na\n\n1\n \n\"\"\n\n\n"), (Records{{"a"}, {"1"}, {""}}));
}

TEST(Csv, ReadsALineOfSeparatorsAsEmptyCells) {
    EXPECT_EQ(parsed("a,b\n,\n"), (Records{{"a", "b"}, {"", ""}}));
}

TEST(Csv, SkipsTheByteOrderMark) {
    EXPECT_EQ(parsed("\xEF\xBB\xBF\"a\",b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(csv_error("\xEF\xBB\xBFx,x\n").column, 3U);
}

TEST(Csv, KeepsUnicode) {
    EXPECT_EQ(parsed("größe,名前\n½,\U0001F600\n"), (Records{{"größe", "名前"}, {"½", "\U0001F600"}}));
}

TEST(Csv, DetectsTheSeparatorInTheHeader) {
    EXPECT_EQ(parsed("a;b\n1,5;2\n"), (Records{{"a", "b"}, {"1,5", "2"}}));
    EXPECT_EQ(parsed("a\tb\n1;5\t2\n"), (Records{{"a", "b"}, {"1;5", "2"}}));
    EXPECT_EQ(parsed("a|b\n1;5|2\n"), (Records{{"a", "b"}, {"1;5", "2"}}));
    EXPECT_EQ(parsed("\n\na;b, c;d\n1;2;3\n"), (Records{{"a", "b, c", "d"}, {"1", "2", "3"}}));
}

TEST(Csv, PrefersTheCommaAmongEquallyFrequentSeparators) {
    EXPECT_EQ(parsed("a;b,c\n1,2\n"), (Records{{"a;b", "c"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a\tb;c\n1;2\n"), (Records{{"a\tb", "c"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a\n\"1,2\"\n"), (Records{{"a"}, {"1,2"}}));
}

TEST(Csv, IgnoresQuotedTextWhenDetectingTheSeparator) {
    EXPECT_EQ(parsed("name; \"x, in \"\"kg\"\", or\n, g\"\nAnn;3\n"),
              (Records{{"name", "x, in \"kg\", or\n, g"}, {"Ann", "3"}}));
}

TEST(Csv, UsesTheGivenSeparator) {
    EXPECT_EQ(parsed("a;b,c\n1;2\n", with_separator(';')), (Records{{"a", "b,c"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a b\n1 2\n", with_separator(' ')), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(parsed("a:b\n1:2\n", with_separator(':')), (Records{{"a", "b"}, {"1", "2"}}));
}

TEST(Csv, RejectsInvalidSeparators) {
    for (char separator : {'"', '\n', '\r', '\xE9'})
        EXPECT_EQ(csv_error("a", with_separator(separator)).kind, ErrorKind::usage);
}

TEST(Csv, RecordsTheLineOfEachRow) {
    Table table = Table::parse_csv("\n\"a\r\nx\",b\r\n1,2\r\r\"3\n\r\n\r\",\"\n\"\n5,6");
    ASSERT_EQ(table.rows(), 3U);
    EXPECT_EQ(table.line(0), 4U);
    EXPECT_EQ(table.line(1), 6U);
    EXPECT_EQ(table.line(2), 11U);
}

TEST(CsvErrors, RejectsEmptyText) {
    EXPECT_EQ(shown(""),
              "data.csv: error: the table is empty\n"
              "  help: the first line must have the names of the columns");
    EXPECT_EQ(csv_error("\xEF\xBB\xBF").message, "the table is empty");
    EXPECT_EQ(csv_error(" \n\t\r\n").message, "the table is empty: all its lines are blank");
}

TEST(CsvErrors, RejectsHeaderWithoutNames) {
    EXPECT_EQ(csv_error(",,\n1,2,3\n").message, "the header has no names");
    EXPECT_EQ(csv_error("\"\"\n1\n").message, "the header has no names");
    EXPECT_EQ(csv_error("\" \n\",\n").message, "the header has no names");
}

TEST(CsvErrors, RejectsBlankName) {
    EXPECT_EQ(shown("\na,,c\n"),
              "data.csv:2:3: error: column 2 has no name\n"
              "  2 | a,,c\n"
              "    |   ^\n"
              "  help: name it, or remove the separator that makes it");
    EXPECT_EQ(csv_error("a,b,\n").message, "column 3 has no name");
    EXPECT_NE(csv_error(",a,b\n0,1,2\n").hint.find("row index"), std::string::npos);
}

TEST(CsvErrors, RejectsDuplicateName) {
    EXPECT_EQ(shown("id,age,city,\"age\"\n"),
              "data.csv:1:14: error: columns 2 and 4 are both named 'age'\n"
              "  1 | id,age,city,\"age\"\n"
              "    |              ^^^\n"
              "  help: rename one of them");
}

TEST(CsvErrors, RejectsTooManyCells) {
    EXPECT_EQ(shown("name,age\nAnn,37\nParis, Texas,8\n"),
              "data.csv:3:14: error: 3 cells, but the header has 2\n"
              "  3 | Paris, Texas,8\n"
              "    |              ^\n"
              "  help: cells are separated by ',' here; a cell that contains it must be in quotes");
    EXPECT_EQ(csv_error("a;b\n1;2;\n").hint, "the line ends with ';', the header does not");
}

TEST(CsvErrors, RejectsTooFewCells) {
    EXPECT_EQ(
        shown("a\tb\n1\n"),
        "data.csv:2:2: error: 1 cell, but the header has 2\n"
        "  2 | 1\n"
        "    |  ^\n"
        "  help: cells are separated by a tab here; a cell that contains a line break must be in quotes");
}

TEST(CsvErrors, ReportsAMultiLineRowByItsFirstLine) {
    Diagnostic error = csv_error("a,b,c\n1,2,3\nx,\"y,z\nu,v,w\"\n");
    EXPECT_EQ(error.line, 3U);
    EXPECT_EQ(error.source_line, "x,\"y,z");
    EXPECT_NE(error.hint.find("this row continues to line 4"), std::string::npos) << error.hint;
}

TEST(CsvErrors, RejectsTextAfterAClosingQuote) {
    EXPECT_EQ(shown("a,b\n1,\"x\" y\n"),
              "data.csv:2:7: error: text after the closing quote of a cell\n"
              "  2 | 1,\"x\" y\n"
              "    |       ^\n"
              "  help: a quote within a quoted cell is written twice, as in \"the \"\"best\"\" one\"");
}

TEST(CsvErrors, ShowsBothPlacesOfAQuoteOpenedLinesAbove) {
    Diagnostic error = csv_error("a,b\n1,\"x\n2,\"y\"\n");
    EXPECT_EQ(error.line, 3U);
    ASSERT_EQ(error.notes.size(), 1U);
    EXPECT_EQ(error.notes[0].line, 2U);
    EXPECT_EQ(error.notes[0].column, 3U);
    EXPECT_EQ(error.notes[0].severity, Severity::note);
}

TEST(CsvErrors, ReportsAnUnclosedQuoteByItsOpeningLine) {
    EXPECT_EQ(shown("a,b\n\"1\n\",\"2\n3,4\n"),
              "data.csv:3:3: error: this quote is never closed\n"
              "  3 | \",\"2\n"
              "    |   ^\n"
              "  help: a cell that begins with a quote ends with one; quotes in between are doubled");
    EXPECT_EQ(csv_error("\"").line, 1U);
    EXPECT_EQ(csv_error("a\n\"\"\"").line, 2U);
}

TEST(CsvErrors, LimitsCellSize) {
    CsvOptions options;
    options.max_cell_bytes = 5;
    EXPECT_EQ(parsed("a\n12345\n  12345  \n\"12345\"\n", options),
              (Records{{"a"}, {"12345"}, {"12345"}, {"12345"}}));
    Diagnostic plain = csv_error("a\n1\n123456\n", options);
    EXPECT_EQ(plain.kind, ErrorKind::limit);
    EXPECT_EQ(plain.message, "a cell of more than 5 bytes (max_cell_bytes)");
    EXPECT_EQ(plain.line, 3U);
    EXPECT_EQ(csv_error("a\n\"12\n456\"\n", options).line, 2U);
    EXPECT_EQ(csv_error("123456\n", options).kind, ErrorKind::limit);
    options.max_cell_bytes = std::size_t{1} << 24U;
    EXPECT_EQ(csv_error("a", options).kind, ErrorKind::usage);
}

TEST(CsvErrors, ReadsTheLongestPossibleCell) {
    std::string cell((std::size_t{1} << 24U) - 1, 'x');
    EXPECT_EQ(Table::parse_csv("a,b\n" + cell + ",1\n").cell(0, 0), cell);
    EXPECT_EQ(csv_error("a,b\n1,x" + cell + "\n").kind, ErrorKind::limit);
    EXPECT_EQ(csv_error("a,b\n1,\"x" + cell + "\"\n").kind, ErrorKind::limit);
}

TEST(CsvErrors, RejectsUtf16) {
    EXPECT_EQ(csv_error(std::string("\xFF\xFE"
                                    "a\0,\0",
                                    6))
                  .message,
              "the text is in UTF-16, not in UTF-8");
    EXPECT_EQ(csv_error(std::string("\xFE\xFF\0a", 4)).message, "the text is in UTF-16, not in UTF-8");
}

TEST(CsvErrors, RejectsNulBytes) {
    Diagnostic error = csv_error(std::string("a,b\r\n1,\0\n", 9));
    EXPECT_EQ(error.message, "a NUL byte, which is not allowed in CSV text");
    EXPECT_EQ(error.line, 2U);
    EXPECT_EQ(error.column, 3U);
}

TEST(CsvErrors, RejectsInvalidUtf8) {
    Diagnostic error = csv_error("name,city\nAnn,K\xF6ln\nBob,Z\xFCrich\n");
    EXPECT_EQ(error.to_string(),
              "data.csv:2:6: error: the byte 0xF6 is not valid UTF-8\n"
              "  2 | Ann,K\uFFFDln\n"
              "    |      ^\n"
              "  help: the encoding is probably WINDOWS-1252: save the file as UTF-8, or convert it: iconv "
              "-f WINDOWS-1252 "
              "-t UTF-8 data.csv > utf8.csv");
    for (std::string_view bad :
         {"\xC3", "\xE2\x82", "\xED\xA0\x80", "\xC0\xAF", "\xF4\x90\x80\x80", "\x80"}) {
        std::string text = "abcdefgh\n123456789\n" + std::string(bad);
        EXPECT_EQ(csv_error(text).line, 3U);
        EXPECT_EQ(csv_error(text + "\nabcdefghijkl").line, 3U);
    }
}

TEST(CsvErrors, ShowsOnlyTheStartOfAVeryLongLine) {
    std::string text = "a,b\n\"1\"x" + std::string(1'000'000, 'y');
    EXPECT_LT(csv_error(text).source_line.size(), 1000U);
}

// A writer according to RFC 4180: quotes where needed, and sometimes elsewhere.

constexpr std::string_view kLineEnds[] = {"\n", "\r\n", "\r"};
constexpr std::string_view kPieces[] = {",", ";",  "\t", "|", "\"",  "\"\"", "\n",     "\r",         "\r\n",
                                        " ", "  ", "a",  "1", "0.5", "-",    "\u00DF", "\U0001F600", "name"};

std::string nasty_cell(Random& random) {
    std::string result;
    if (random.chance(20)) return result;
    for (std::size_t pieces = random.between(1, 5); pieces > 0; --pieces) result += random.pick(kPieces);
    return result;
}

bool needs_quotes(const std::string& cell, char separator) {
    constexpr std::string_view kTrimmed = " \t";
    return cell.find_first_of(std::string("\"\r\n") + separator) != std::string::npos ||
           (!cell.empty() && (kTrimmed.find(cell.front()) != std::string_view::npos ||
                              kTrimmed.find(cell.back()) != std::string_view::npos));
}

std::string write_cell(const std::string& cell, char separator, bool quoted) {
    if (!quoted && !needs_quotes(cell, separator)) return cell;
    std::string result = "\"";
    for (char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

std::string write_csv(const Records& rows, char separator, std::string_view line_end, Random& random) {
    std::string result;
    for (const std::vector<std::string>& row : rows) {
        if (!result.empty()) result += line_end;
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (column > 0) result += separator;
            bool alone = row.size() == 1 && row[0].empty();  // otherwise the line would be blank
            result += write_cell(row[column], separator, alone || random.chance(20));
        }
    }
    if (random.chance(50)) result += line_end;
    return result;
}

Records random_rows(Random& random) {
    Records rows(random.between(1, 8));
    std::size_t columns = random.between(1, 5);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            std::string cell = nasty_cell(random);
            if (row == 0) cell += "name " + std::to_string(column);  // never blank, always unique
            rows[row].push_back(cell);
        }
    }
    return rows;
}

TEST(CsvProperties, WrittenTablesReadBackUnchanged) {
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        Random random(seed);
        Records rows = random_rows(random);
        for (char separator : {',', ';', '\t', '|'}) {
            for (std::string_view line_end : kLineEnds) {
                std::string text = write_csv(rows, separator, line_end, random);
                SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
                ASSERT_EQ(parsed(text, with_separator(separator)), rows);
            }
        }
    }
}

TEST(CsvProperties, DetectsTheSeparatorOfPlainHeaders) {
    for (std::uint64_t seed = 0; seed < repeats(1000); ++seed) {
        Random random(seed);
        Records rows = random_rows(random);
        rows.front().assign(rows.front().size(), "");
        for (std::size_t column = 0; column < rows[0].size(); ++column)
            rows[0][column] = "x" + std::to_string(column);
        if (rows[0].size() == 1) continue;  // no separator in the header
        for (char separator : {',', ';', '\t', '|'}) {
            std::string text = write_csv(rows, separator, random.pick(kLineEnds), random);
            SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
            ASSERT_EQ(parsed(text), rows);
        }
    }
}

std::size_t occurrences(std::string_view text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

TEST(CsvProperties, RowsHaveTheRightLines) {
    for (std::uint64_t seed = 0; seed < repeats(1000); ++seed) {
        Random random(seed);
        Records rows = random_rows(random);
        std::string text = write_csv(rows, ',', random.pick(kLineEnds), random);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        Table table = Table::parse_csv(text, "data.csv", with_separator(','));
        std::size_t line = 1;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (row > 0) {
                ASSERT_EQ(table.line(row - 1), line);
            }
            for (const std::string& cell : rows[row])
                line += occurrences(cell, "\n") + occurrences(cell, "\r") - occurrences(cell, "\r\n");
            ++line;
        }
    }
}

// With a cell limit below 4096 bytes, only the exact reader is used; otherwise the fast path reads plain rows.
TEST(CsvProperties, FastPathAgreesWithTheExactReader) {
    CsvOptions exact;
    exact.max_cell_bytes = 4095;
    auto content = [](const std::string& text, const CsvOptions& options) {
        try {
            Table table = Table::parse_csv(text, "data.csv", options);
            Records result = cells_of(table);
            for (std::size_t row = 0; row < table.rows(); ++row)
                result.push_back({std::to_string(table.line(row))});
            return result;
        } catch (const Error& error) {
            return Records{{error.diagnostic().to_string()}};
        }
    };
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        Random random(seed);
        Records rows = random_rows(random);
        std::size_t odd = random.below(30);  // percentage of odd cells
        for (std::size_t more = random.below(400); more > 0; --more) {
            std::vector<std::string>& row = rows.emplace_back();
            for (std::size_t column = 0; column < rows[0].size(); ++column)
                row.push_back(random.chance(odd) ? nasty_cell(random)
                                                 : std::to_string(random.below(100'000)));
        }
        std::string text = write_csv(rows, ',', random.pick(kLineEnds), random);
        if (random.chance(30)) text.insert(random.below(text.size()), std::string(random.pick(kPieces)));
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        ASSERT_EQ(content(text, {}), content(text, exact));
    }
}

// Reads the text or expects an Error; a crash or another exception fails the test.
bool survives(const std::string& text) {
    try {
        Table table = Table::parse_csv(text, "data.csv");
        for (std::size_t row = 0; row < table.rows(); ++row) {
            for (std::size_t column = 0; column < table.columns(); ++column) {
                static_cast<void>(table.cell(column, row));
                if (row < 3) static_cast<void>(table.bad_cell(column, row, "bad"));
            }
        }
        return true;
    } catch (const Error& error) {
        EXPECT_FALSE(error.diagnostic().message.empty());
        return false;
    }
}

TEST(CsvHostile, SurvivesMegabytesOfOneCharacter) {
    constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
    for (char c : {'"', ',', '\n', '\r', ' ', '\t', '\0', 'x', '\x80', '\xFF'}) {
        survives(std::string(kMegabyte, c));
        survives(std::string(kMegabyte + 1, c));
        survives("a,b\n" + std::string(kMegabyte, c));
        survives("a,b\n1," + std::string(kMegabyte + 1, c));
    }
}

TEST(CsvHostile, SurvivesRandomBytes) {
    for (std::uint64_t seed = 0; seed < repeats(20000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string text(random.below(60), '\0');
        for (char& c : text) c = static_cast<char>(random.below(256));
        survives(text);
    }
}

TEST(CsvHostile, SurvivesRandomPiecesOfCsv) {
    std::size_t read = 0;
    for (std::uint64_t seed = 0; seed < repeats(50000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string text;
        for (std::size_t pieces = random.below(30); pieces > 0; --pieces) text += random.pick(kPieces);
        read += survives(text) ? 1U : 0U;
    }
    EXPECT_GT(read, repeats(50000) / 100);  // not all texts are rejected
}

}  // namespace
}  // namespace loh::testing
