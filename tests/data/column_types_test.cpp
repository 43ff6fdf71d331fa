// Typing of cells as numbers or categories, missing values, and the same types for another table.
#include "data/column_types.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "data/text_index.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

using Cells = std::vector<std::string>;
using Codes = std::vector<std::uint32_t>;
constexpr std::uint32_t kMissingCode = TypedColumn::kMissingCode;
constexpr std::uint32_t kUnseen = TypedColumn::kUnseenCode;

TableSchema schema_with(std::map<std::string, ColumnUse> columns, Cells missing = {"", "?"}) {
    TableSchema schema;
    schema.columns = std::move(columns);
    schema.missing = std::move(missing);
    return schema;
}

// Only the empty text and ? are missing.
TableSchema exact_schema() {
    TableSchema schema;
    schema.usual_missing = false;
    return schema;
}

Table table_of(const Cells& cells) { return Table::from_columns({"x"}, {cells}); }

TypedColumn typed(const Table& table, const TableSchema& schema = {}, std::size_t column = 0) {
    return typed_column(table, column, TypeRules(schema, table));
}

TypedColumn typed(const Cells& cells, const TableSchema& schema = {}) {
    return typed(table_of(cells), schema);
}

// NaN is equal to itself here.
bool same(const TypedColumn& a, const TypedColumn& b) {
    bool same_numbers =
        std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), b.numbers.end(),
                   [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
    return a.name == b.name && a.type == b.type && same_numbers && a.codes == b.codes &&
           a.categories == b.categories;
}

TEST(ParseNumber, ReadsDecimals) {
    const std::map<std::string, double> expected = {
        {"0", 0},       {"-3", -3},       {"+7", 7},    {".28", .28},
        {"-.5", -.5},   {"+.5", .5},      {"5.", 5},    {"1e5", 1e5},
        {"1E-5", 1e-5}, {"1e+5", 1e5},    {"007", 7},   {"-0", 0},
        {"1.50", 1.5},  {"1e308", 1e308}, {"0.1", 0.1}, {"12345678901234567890", 12345678901234567890.0}};
    for (const auto& [text, value] : expected) EXPECT_EQ(parse_number(text), value) << text;
}

TEST(ParseNumber, RejectsEverythingElse) {
    for (const char* text : {"",
                             "nan",
                             "NaN",
                             "inf",
                             "-inf",
                             "Infinity",
                             "NA",
                             "+",
                             "-",
                             ".",
                             "e5",
                             "1e",
                             "1e999",
                             "-1e999",
                             "1e-999",
                             "0x1F",
                             "1,5",
                             "1 000",
                             " 1",
                             "1 ",
                             "+-1",
                             "-+1",
                             "++1",
                             "--1",
                             "1.2.3",
                             "1_000",
                             "\xE2\x88\x92"
                             "1",
                             "٣",
                             "+nan",
                             "1f",
                             "nan(1)",
                             "TRUE"})
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(ColumnTypes, NumericCellsMakeANumberColumn) {
    TypedColumn column = typed({"1", "-2.5", "+3", "1e3", ".28"});
    EXPECT_EQ(column.name, "x");
    EXPECT_EQ(column.type, ColumnType::number);
    EXPECT_EQ(column.numbers, (std::vector<double>{1, -2.5, 3, 1000, .28}));
    EXPECT_TRUE(column.codes.empty());
    EXPECT_TRUE(column.categories.empty());
    EXPECT_EQ(column.rows(), 5U);
}

TEST(ColumnTypes, OneTextCellMakesACategoryColumn) {
    TypedColumn column = typed({"1", "2", "many", "1"});
    EXPECT_EQ(column.type, ColumnType::category);
    EXPECT_EQ(column.categories, (Cells{"1", "2", "many"}));
    EXPECT_EQ(column.codes, (Codes{0, 1, 2, 0}));
    EXPECT_TRUE(column.numbers.empty());
    for (const char* cell : {"nano", "inf", "-Infinity", "na", "1e999"})
        EXPECT_EQ(typed({"1", cell, "3"}).type, ColumnType::category) << cell;
}

TEST(ColumnTypes, MissingCellsDoNotAffectTheType) {
    TypedColumn numbers = typed({"", "1", "?", "2"});
    EXPECT_EQ(numbers.type, ColumnType::number);
    EXPECT_TRUE(std::isnan(numbers.numbers[0]));
    EXPECT_EQ(numbers.numbers[1], 1);
    EXPECT_TRUE(std::isnan(numbers.numbers[2]));
    EXPECT_EQ(count_missing(numbers), 2U);
    TypedColumn categories = typed({"b", "?", "a", ""});
    EXPECT_EQ(categories.codes, (Codes{1, kMissingCode, 0, kMissingCode}));
    EXPECT_EQ(count_missing(categories), 2U);
}

TEST(ColumnTypes, MissingTextsCanBeDeclared) {
    TableSchema schema = schema_with({}, {"NA", "-999"});
    TypedColumn column = typed({"1", "NA", "-999", "-999.0"}, schema);
    EXPECT_EQ(column.type, ColumnType::number);
    EXPECT_EQ(count_missing(column), 2U);
    EXPECT_EQ(column.numbers[3], -999);
    EXPECT_EQ(typed({"1", "?"}, schema).type, ColumnType::category);
    EXPECT_EQ(typed({"1", ""}, schema).categories, (Cells{"", "1"}));
    EXPECT_EQ(count_missing(typed({"", "?", "a"}, schema_with({}, {}))), 0U);
}

TEST(ColumnTypes, SortsCategoriesByBytesOrAsNumbers) {
    EXPECT_EQ(typed({"b", "B", "10", "9", "ä", "a"}).categories, (Cells{"10", "9", "B", "a", "b", "ä"}));
    TableSchema schema = schema_with({{"x", ColumnUse::category}});
    TypedColumn column = typed({"10", "9", "-1", "1.0", "+1", "1", "9"}, schema);
    EXPECT_EQ(column.type, ColumnType::category);
    EXPECT_EQ(column.categories, (Cells{"-1", "+1", "1", "1.0", "9", "10"}));
    EXPECT_EQ(column.codes, (Codes{5, 4, 0, 3, 1, 2, 4}));
}

TEST(ColumnTypes, RejectsTextInADeclaredNumberColumnWithItsPlace) {
    Table table = Table::parse_csv("id,age\n1,37\n2,old\n3,nan\n", "people.csv");
    Error error = [&] {
        try {
            typed(table, schema_with({{"age", ColumnUse::number}}), 1);
        } catch (const Error& caught) {
            return caught;
        }
        return Error(ErrorKind::usage, "no error");
    }();
    EXPECT_EQ(error.kind(), ErrorKind::meaning);
    EXPECT_EQ(std::string(error.what()),
              "people.csv:3:3: error: column 'age': is not a number: 'old'\n"
              "  3 | 2,old\n"
              "    |   ^^^\n"
              "  help: expected a number such as -3, .28 or 1e5; missing is written: an empty cell, -, ?, "
              "N/A, NA, NULL, "
              "NaN, None, nan, null");
    TableSchema no_missing = schema_with({{"x", ColumnUse::number}}, {});
    EXPECT_EQ(error_from([&] {
                  typed({"1", ""}, no_missing);
              }).message,
              "row 1, column 'x': is empty, but a number is needed");
}

TEST(ColumnTypes, RejectsSchemaWithUnknownColumn) {
    Table table = Table::parse_csv("id,age\n", "people.csv");
    Diagnostic error = error_from([&] { TypeRules(schema_with({{"agee", ColumnUse::number}}), table); });
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "people.csv has no column 'agee', but a type is declared for it");
    EXPECT_EQ(error.hint, "did you mean 'age'?");
}

TEST(ColumnTypes, OmitsIgnoredAndEmptyColumns) {
    Table table = Table::parse_csv("a,b,c,d\n1,x,?,5\n2,y,,6\n");
    std::vector<TypedColumn> columns =
        typed_columns(table, TypeRules(schema_with({{"a", ColumnUse::ignore}}), table));
    ASSERT_EQ(columns.size(), 2U);
    EXPECT_EQ(columns[0].name, "b");
    EXPECT_EQ(columns[1].name, "d");
    Table empty = Table::parse_csv("a,b\n");
    EXPECT_TRUE(typed_columns(empty, TypeRules({}, empty)).empty());
}

TEST(ColumnTypes, AllColumnsTogetherEqualEachColumnAlone) {
    // The first text of each column is near the end of a block of rows.
    std::vector<std::string> names;
    std::vector<Cells> columns;
    for (std::size_t first_text : {0, 1, 254, 255, 256, 257, 511, 512, 513, 599, 600}) {
        names.push_back("c" + std::to_string(first_text));
        Cells& cells = columns.emplace_back();
        for (std::size_t row = 0; row < 600; ++row)
            cells.push_back(row == first_text ? "text" : std::to_string(row % 37));
    }
    Table table = Table::from_columns(names, columns);
    TypeRules rules({}, table);
    std::vector<TypedColumn> all = typed_columns(table, rules);
    ASSERT_EQ(all.size(), names.size());
    for (std::size_t column = 0; column < all.size(); ++column)
        EXPECT_TRUE(same(all[column], typed_column(table, column, rules))) << names[column];
}

TEST(ColumnTypes, ReadsTenThousandCategories) {
    Cells cells;
    for (int i = 0; i < 30'000; ++i) cells.push_back("k" + std::to_string(i * 7 % 10'000));
    TypedColumn column = typed(cells);
    EXPECT_EQ(column.categories.size(), 10'000U);
    EXPECT_TRUE(std::is_sorted(column.categories.begin(), column.categories.end()));
    for (std::size_t row = 0; row < cells.size(); ++row)
        ASSERT_EQ(column.categories[column.codes[row]], cells[row]);
}

TEST(TypedLike, UsesTheCodesOfTheSchema) {
    TypedColumn column = typed({"red", "green", "blue"});
    TypedColumn other = typed_like(table_of({"green", "?", "pink", "red", "", "Red"}), 0, schema_of(column),
                                   MissingRules({"", "?"}));
    EXPECT_EQ(other.categories, column.categories);
    EXPECT_EQ(other.codes, (Codes{1, kMissingCode, kUnseen, 2, kMissingCode, kUnseen}));
}

TEST(TypedLike, NumericCategoriesStayCategories) {
    TableSchema schema = schema_with({{"x", ColumnUse::category}});
    TypedColumn other =
        typed_like(table_of({"2", "1.0", "10"}), 0, schema_of(typed({"10", "2"}, schema)), MissingRules());
    EXPECT_EQ(other.codes, (Codes{0, kUnseen, 1}));
}

TEST(TypedLike, RejectsTextInANumberColumn) {
    ColumnSchema numbers = schema_of(typed({"1", "2"}));
    EXPECT_EQ(typed_like(table_of({"3", ".5"}), 0, numbers, MissingRules()).numbers,
              (std::vector<double>{3, .5}));
    Table table = Table::parse_csv("x\n1\n?\nNA\n", "new.csv");
    Diagnostic error = error_from([&] { typed_like(table, 0, numbers, MissingRules({"?"})); });
    EXPECT_EQ(error.file, "new.csv");
    EXPECT_EQ(error.line, 4U);
    EXPECT_EQ(error.message, "column 'x': is not a number: 'NA'");
}

TEST(TextIndex, NumbersTextsInOrderOfAppearance) {
    TextIndex index;
    EXPECT_EQ(index.find("a"), TextIndex::kNone);
    EXPECT_EQ(index.insert("a"), 0U);
    EXPECT_EQ(index.insert(""), 1U);
    EXPECT_EQ(index.insert("a"), 0U);
    EXPECT_EQ(index.text(1), "");
    EXPECT_EQ(index.find("b"), TextIndex::kNone);
    for (std::uint32_t i = 0; i < 5000; ++i) EXPECT_EQ(index.insert("t" + std::to_string(i)), i + 2);
    for (std::uint32_t i = 0; i < 5000; ++i) EXPECT_EQ(index.find("t" + std::to_string(i)), i + 2);
    EXPECT_EQ(index.size(), 5002U);
}

// Random cells of all kinds, some with quotes, separators or line breaks.
Cells random_cells(Random& random, std::size_t rows) {
    static const Cells kNumbers = {"0", "1", "-1", "2.5", "+3", ".5", "1e2", "10", "007", "1.0"};
    static const Cells kTexts = {"a", "b", "A", "a,b", "\"", "x\"y", " ", "line\nbreak", "ü", "nan", "1 "};
    static const Cells kMissingTexts = {"", "?"};
    std::size_t texts = random.chance(50) ? 0 : random.below(100);
    std::size_t missing = random.below(60);
    Cells result;
    for (std::size_t row = 0; row < rows; ++row)
        result.push_back(random.pick(random.chance(missing) ? kMissingTexts
                                     : random.chance(texts) ? kTexts
                                                            : kNumbers));
    return result;
}

std::string csv_of(const Cells& names, const std::vector<Cells>& columns) {
    auto quoted = [](const std::string& cell) {
        std::string result = "\"";
        for (char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
        return result + "\"";
    };
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ",") + quoted(names[i]);
    for (std::size_t row = 0; row < columns[0].size(); ++row) {
        text += "\n";
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += (i == 0 ? "" : ",") + quoted(columns[i][row]);
    }
    return text + "\n";
}

bool is_decimal(const std::string& text) {
    if (text.find_first_not_of("0123456789+-.e") != std::string::npos) return false;
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return end == text.c_str() + text.size() && !text.empty();
}

// A naive implementation with the C library and a set.
TypedColumn typed_by_hand(const std::string& name, const Cells& cells) {
    auto missing = [](const std::string& cell) { return cell.empty() || cell == "?"; };
    TypedColumn result;
    result.name = name;
    for (const std::string& cell : cells)
        if (!missing(cell) && !is_decimal(cell)) result.type = ColumnType::category;
    std::set<std::string> categories;
    for (const std::string& cell : cells)
        if (!missing(cell)) categories.insert(cell);
    std::vector<double> numbers;
    std::vector<std::uint32_t> codes;
    for (const std::string& cell : cells) {
        if (result.type == ColumnType::number) {
            numbers.push_back(missing(cell) ? std::nan("") : std::strtod(cell.c_str(), nullptr));
        } else {
            auto place = std::distance(categories.begin(), categories.find(cell));
            codes.push_back(missing(cell) ? kMissingCode : static_cast<std::uint32_t>(place));
        }
    }
    if (result.type == ColumnType::category)
        result.categories = std::vector<std::string>(categories.begin(), categories.end());
    result.numbers = std::move(numbers);
    result.codes = std::move(codes);
    return result;
}

TEST(ColumnTypesProperties, RandomTablesAgreeWithANaiveReader) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Cells names;
        std::vector<Cells> columns;
        std::size_t rows = random.below(40);
        for (std::size_t i = random.between(1, 5); i > 0; --i) {
            names.push_back("c" + std::to_string(i));
            columns.push_back(random_cells(random, rows));
        }
        Table table = Table::parse_csv(csv_of(names, columns));
        TypeRules rules(exact_schema(), table);
        for (std::size_t i = 0; i < names.size(); ++i)
            EXPECT_TRUE(same(typed_column(table, i, rules), typed_by_hand(names[i], columns[i]))) << names[i];
    }
}

TEST(ColumnTypesProperties, TypesAreIndependentOfRowOrder) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Cells cells = random_cells(random, random.between(1, 40));
        Cells reversed(cells.rbegin(), cells.rend());
        TypedColumn column = typed(cells);
        TypedColumn other = typed(reversed);
        std::vector<double> numbers(other.numbers.begin(), other.numbers.end());
        std::vector<std::uint32_t> codes(other.codes.begin(), other.codes.end());
        std::reverse(numbers.begin(), numbers.end());
        std::reverse(codes.begin(), codes.end());
        other.numbers = std::move(numbers);
        other.codes = std::move(codes);
        EXPECT_TRUE(same(column, other));
    }
}

TEST(ColumnTypesProperties, TypingAColumnByItsOwnSchemaChangesNothing) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Cells cells = random_cells(random, random.below(40));
        TypedColumn column = typed(cells);
        MissingRules usual{TableSchema{}};
        EXPECT_TRUE(same(column, typed_like(table_of(cells), 0, schema_of(column), usual)));
        TypedColumn exact = typed(cells, exact_schema());
        EXPECT_TRUE(same(exact, typed_like(table_of(cells), 0, schema_of(exact), MissingRules({"", "?"}))));
    }
}

}  // namespace
}  // namespace loh::testing
