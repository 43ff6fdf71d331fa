// Forms of cells: numbers as people write them, and dates.
#include "data/cell_form.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/calendar.hpp"
#include "data/column_types.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

using Cells = std::vector<std::string>;

TypedColumn column_of(const Cells& cells, char separator = ',') {
    Table table = Table::from_columns({"x"}, {cells});
    if (separator != ',') {
        std::string text = "x" + std::string(1, separator) + "y\n";
        for (const std::string& cell : cells) text += cell + separator + "1\n";
        table = Table::parse_csv(text);
    }
    return typed_column(table, 0, TypeRules({}, table));
}

std::string form_of(const Cells& cells, char separator = ',') {
    TypedColumn column = column_of(cells, separator);
    return column.type == ColumnType::category ? "category" : column.form.spelled();
}

TEST(CellForm, RecognisesCurrenciesPercentagesAndGroups) {
    EXPECT_EQ(form_of({"$1,234.50", "$5"}), "$1,234.5");
    EXPECT_EQ(form_of({"$12", "$5.5"}), "$1234.5");
    EXPECT_EQ(form_of({"\u20AC 99", "-\u20AC1"}), "\u20AC1234.5");
    EXPECT_EQ(form_of({"99 \u20AC", "1\u20AC"}), "1234.5\u20AC");
    EXPECT_EQ(form_of({"12.5%", "3 %"}), "1234.5%");
    EXPECT_EQ(form_of({"1,234,567", "12"}), "1,234.5");
    EXPECT_EQ(form_of({"1 234", "1\u00A0234 567.5"}), "1 234.5");
    EXPECT_EQ(form_of({"1'234", "5"}), "1'234.5");
    EXPECT_EQ(form_of({"1_000", "5"}), "1_234.5");
    EXPECT_EQ(form_of({"3.5", "4"}), "");
}

TEST(CellForm, ReadsDecimalCommasUnlessCommasSeparateCells) {
    EXPECT_EQ(form_of({"3,14", "2"}, ';'), "1234,5");
    EXPECT_EQ(form_of({"1.234,56", "2"}, ';'), "1.234,5");
    EXPECT_EQ(column_of({"1.234,56", "2"}, ';').numbers[0], 1234.56);
    EXPECT_EQ(form_of({"3,14", "2"}), "category");
    EXPECT_EQ(form_of({"1,234", "2,345"}), "1,234.5");
    TypedColumn doubtful = column_of({"1,234", "2,345"}, ';');
    EXPECT_EQ(doubtful.type, ColumnType::category);
    EXPECT_EQ(doubtful.findings.doubt, CommonForm::Doubt::comma);
    EXPECT_EQ(form_of({"1,234", "2,345,678"}, ';'), "1,234.5");
}

TEST(CellForm, OneBadCellMakesTheColumnACategory) {
    EXPECT_EQ(form_of({"$5", "6"}), "category");
    EXPECT_EQ(form_of({"$5", "\u20AC6"}), "category");
    EXPECT_EQ(form_of({"5%", "$6"}), "category");
    EXPECT_EQ(form_of({"1,234", "12,34"}), "category");
    EXPECT_EQ(form_of({"1,234", "1 234"}), "category");
    EXPECT_EQ(form_of({"1,234", "many"}), "category");
    EXPECT_EQ(form_of({"2023-06-01", "soon"}), "category");
    EXPECT_EQ(form_of({"2023-06-01", "2023-06-31"}), "category");
    EXPECT_EQ(form_of({"2023-06-01", "01.06.2023"}), "category");
    EXPECT_EQ(form_of({"2023-06-01", "5"}), "category");
    EXPECT_EQ(form_of({"2023-06-01T10:00", "2023-06-01T10:00Z"}), "category");
}

TEST(CellForm, RecognisesDates) {
    EXPECT_EQ(form_of({"2023-06-01", "2023-06-01T12:30:00", "2023-06-02 12:30"}), "YYYY-MM-DD");
    EXPECT_EQ(form_of({"01.06.2023", "1.7.2023"}), "DD.MM.YYYY");
    EXPECT_EQ(form_of({"01/06/2023", "30/06/2023"}), "DD/MM/YYYY");
    EXPECT_EQ(form_of({"01/06/2023", "06/30/2023"}), "MM/DD/YYYY");
    EXPECT_EQ(form_of({"2023-06-01T10:00Z", "2023-06-01T10:00+02:00"}), "YYYY-MM-DD with offset");
    TypedColumn doubtful = column_of({"01/06/2023", "02/06/2023"});
    EXPECT_EQ(doubtful.type, ColumnType::category);
    EXPECT_EQ(doubtful.findings.doubt, CommonForm::Doubt::day_and_month);
}

TEST(CellForm, DeclaredNumbersMayHaveAForm) {
    TableSchema schema;
    schema.columns["x"] = ColumnUse::number;
    auto typed = [&](const Cells& cells) {
        Table table = Table::from_columns({"x"}, {cells});
        return typed_column(table, 0, TypeRules(schema, table));
    };
    EXPECT_EQ(typed({"$5", "$6"}).form.spelled(), "$1234.5");
    EXPECT_EQ(error_from([&] {
                  typed({"$5", "6%"});
              }).message,
              "column 'x' is declared as numbers, but its cells do not have one form");
    EXPECT_EQ(error_from([&] {
                  typed({"$5", "x"});
              }).message,
              "column 'x' is declared as numbers, but its cells do not have one form");
    EXPECT_EQ(error_from([&] { typed({"5", "x"}); }).message, "row 1, column 'x': is not a number: 'x'");
}

TEST(CellForm, MissingTextsDoNotCount) {
    TypedColumn column = column_of({"$5", "NA", "", "None", "$7"});
    EXPECT_EQ(column.form.spelled(), "$1234.5");
    EXPECT_EQ(count_missing(column), 3U);
}

TEST(CellForm, APatternIsReadBack) {
    for (const char* text : {"$1,234.5", "1.234,5\u20AC", "1234.5%", "1 234,5", "DD.MM.YYYY", "MM/DD/YYYY",
                             "YYYY-MM-DD", "YYYY-MM-DD with offset"}) {
        std::optional<CellForm> form = CellForm::of_pattern(text);
        ASSERT_TRUE(form) << text;
        EXPECT_EQ(form->spelled(), text);
    }
    EXPECT_FALSE(CellForm::of_pattern("1234"));
}

// Writes whole numbers with groups, which CellForm::write does not.
std::string grouped(std::uint64_t whole, char group) {
    std::string digits = std::to_string(whole);
    std::string result;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0 && group != 0) result += group;
        result += digits[i];
    }
    return result;
}

TEST(CellFormProperties, NumbersOfEveryFormAreReadBack) {
    const Cells units = {"", "$", "\u20AC", "\u00A3", "\u00A5"};
    const std::vector<char> groups = {0, ',', '.', ' ', '\'', '_'};
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        Random random(seed);
        char decimal = random.chance(50) ? '.' : ',';
        char group = random.pick(groups);
        if (group == decimal) continue;
        std::string before = random.pick(units);
        std::string behind = before.empty() ? random.pick(Cells{"", "%", " %", "\u20AC", " \u20AC"}) : "";
        Cells cells;
        std::vector<double> expected;
        for (std::size_t i = 0; i < 20; ++i) {
            std::uint64_t whole = random.below(random.chance(50) ? 1000 : 100'000'000);
            std::uint64_t cents = random.below(100);
            bool negative = random.chance(20);
            std::string digits = std::to_string(cents);
            if (cents < 10) digits = "0" + digits;
            cells.push_back((negative ? "-" : "") + before + grouped(whole, group) + decimal + digits +
                            behind);
            double value = std::stod(std::to_string(whole) + "." + digits);
            expected.push_back(negative ? -value : value);
        }
        // A column that decides everything: several groups and two decimals.
        cells.push_back(before + grouped(1'234'567, group) + decimal + "25" + behind);
        expected.push_back(1'234'567.25);
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + cells.back());
        TypedColumn column = column_of(cells, ';');
        ASSERT_EQ(column.type, ColumnType::number);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            ASSERT_EQ(column.numbers[i], expected[i]) << cells[i];
            ASSERT_EQ(column.form.parse(column.form.write(expected[i])), expected[i]);
        }
        cells.push_back("x");
        ASSERT_EQ(column_of(cells, ';').type, ColumnType::category);
    }
}

TEST(CellFormProperties, DatesOfEveryFormAreReadBackInAnyOrder) {
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        Random random(seed);
        std::optional<CellForm> form =
            CellForm::of_pattern(random.pick(Cells{"YYYY-MM-DD", "YYYY/MM/DD", "DD.MM.YYYY", "DD/MM/YYYY",
                                                   "MM/DD/YYYY", "DD-MM-YYYY", "YYYY-MM-DD with offset"}));
        Cells cells;
        std::vector<double> expected;
        for (std::size_t i = 0; i < 12; ++i) {
            double moment = (static_cast<double>(random.below(30'000)) - 3000) * kSecondsOfDay;
            if (random.chance(30)) moment += static_cast<double>(random.below(86'400));
            cells.push_back(form->write(moment));
            expected.push_back(moment);
        }
        expected.push_back(*parse_moment("2023-06-30"));  // decides day and month
        cells.push_back(form->write(expected.back()));
        for (std::size_t i = cells.size(); i > 1; --i) {
            std::size_t other = random.below(i);
            std::swap(cells[i - 1], cells[other]);
            std::swap(expected[i - 1], expected[other]);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + cells.back());
        TypedColumn column = column_of(cells);
        ASSERT_EQ(column.form, *form);
        for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(column.numbers[i], expected[i]) << cells[i];
    }
}

}  // namespace
}  // namespace loh::testing
