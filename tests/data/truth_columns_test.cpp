// Cells as truth values: which are accepted, and that values and their negations stay on their side of one half.
#include "data/truth_columns.hpp"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "data/dataset_data.hpp"
#include "network/kernels/semantics.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

float truth_of(const std::string& cell) { return truth_column(Table::from_columns({"x"}, {{cell}}), 0)[0]; }

TEST(TruthColumn, AcceptsTruthValuesAndNumbersBetween) {
    EXPECT_EQ(truth_column(Table::parse_csv("x,y\n0,1\n1,0\ntrue,\"false\"\nFalse,TRUE\nFALSE,True\n"), 0),
              (std::vector<float>{0, 1, 1, 0, 0}));
    EXPECT_EQ(truth_of("0.25"), 0.25F);
    EXPECT_EQ(truth_of("1.0"), 1.0F);
    EXPECT_EQ(truth_of("0.000"), 0.0F);
    EXPECT_EQ(truth_of("1e-3"), 1e-3F);
    EXPECT_EQ(truth_of(".75"), 0.75F);
    EXPECT_EQ(truth_of("0.1"), 0.1F);
    EXPECT_TRUE(truth_column(Table::from_columns({"x"}, {{}}), 0).empty());
}

TEST(TruthColumn, RoundsNumbersToTheNearestFloat) {
    loh::Random random(1, Stream::testing);
    for (std::uint32_t i = 0; i < 2000; ++i) {
        double value = random.uniform(0, i);
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", value);
        if (std::abs(value - 0.5) > 1e-6) {
            EXPECT_EQ(truth_of(text), static_cast<float>(value)) << text;
        }
    }
}

TEST(TruthColumn, RejectsEverythingElseWithItsPlace) {
    for (const char* cell : {"2",   "-0.1", "1.0000001", "yes", "no", "t",   "tRue", "nan", "inf", "-1",
                             "0,5", "1x",   " 1",        "1 ",  "+1", "0x1", "1e",   "--1", "1e5", "?"}) {
        Table table = Table::from_columns({"a", "x"}, {{"0", "0", "0"}, {"1", cell, "bad too"}});
        Diagnostic error = error_from([&] { truth_column(table, 1); });
        EXPECT_EQ(error.kind, ErrorKind::meaning);
        EXPECT_EQ(error.message, "row 1, column 'x': is not a truth value: '" + std::string(cell) + "'");
        EXPECT_EQ(error.hint, "expected 0, 1, true, false or a number between 0 and 1");
    }
    Diagnostic error =
        error_from([] { truth_column(Table::parse_csv("a,x\n1,0\n\n0,maybe\n", "t.csv"), 1); });
    EXPECT_EQ(error.file, "t.csv");
    EXPECT_EQ(error.line, 4U);
    EXPECT_EQ(error.column, 3U);
    EXPECT_EQ(error.length, 5U);
    EXPECT_EQ(error_from([] { truth_column(Table::parse_csv("a,x\n1,\n", "t.csv"), 1); }).message,
              "column 'x': is empty");
}

// For a number on one side of one half, the float is strictly on that side, and its negation strictly on the other.
TEST(TruthColumn, ValuesAndNegationsStayOnTheirSideOfOneHalf) {
    const std::vector<std::string> below = {"0.5",
                                            "0.50",
                                            "5e-1",
                                            "0.49999999999",
                                            "0.4999999999999999",
                                            "0.49999997",
                                            "0.49999998509883880615234375",  // 1/2 - 2^-26
                                            "0.4999999701976776123046875",   // 1/2 - 2^-25
                                            "0.499999940395355224609375"};   // 1/2 - 2^-24
    const std::vector<std::string> above = {"0.5000000000000001",
                                            "0.500000000001",
                                            "0.5000000149011611938",        // 1/2 + 2^-26
                                            "0.5000000298023223876953125",  // 1/2 + 2^-25
                                            "0.50000003",
                                            "0.500000059604644775390625"};  // 1/2 + 2^-24
    for (const std::string& cell : below) {
        float value = truth_of(cell);
        EXPECT_LT(value, 0.5F) << cell;
        EXPECT_GT(1 - value, 0.5F) << cell;
        EXPECT_LT(1 - (1 - value), 0.5F) << cell;
        EXPECT_NEAR(value, 0.5, 1e-7) << cell;
    }
    for (const std::string& cell : above) {
        float value = truth_of(cell);
        EXPECT_TRUE(rounds_to_true(value)) << cell;
        EXPECT_LT(1 - value, 0.5F) << cell;
        EXPECT_GT(1 - (1 - value), 0.5F) << cell;
        EXPECT_NEAR(value, 0.5, 1e-7) << cell;
    }
}

TEST(TruthColumn, KeepsTheOrderOfNumbers) {
    float last = 0;
    for (int i = -4000; i <= 4000; ++i) {
        char text[64];
        std::snprintf(text, sizeof text, "%.20g", 0.5 + i * 0x1p-34);
        float value = truth_of(text);
        EXPECT_GE(value, last) << text;
        last = value;
    }
}

TEST(ClassColumn, NumbersClassesInOrderOfAppearance) {
    ClassColumn column =
        class_column(Table::from_columns({"y"}, {{"b", "a", "b", " a", "c", "a"}}), 0, MissingTexts({}));
    EXPECT_EQ(column.names, (Cells{"b", "a", " a", "c"}));
    EXPECT_EQ(column.labels, (std::vector<std::uint32_t>{0, 1, 0, 2, 3, 1}));
}

TEST(ClassColumn, ARowWithAMissingClassHasNoLabel) {
    Table table = Table::parse_csv("a,y\n1,b\n0,\n0,NA\n", "t.csv");
    ClassColumn column = class_column(table, 1, MissingTexts({"", "NA"}));
    EXPECT_EQ(column.names, Cells{"b"});
    EXPECT_EQ(column.labels,
              (std::vector<std::uint32_t>{0, TypedColumn::kMissingCode, TypedColumn::kMissingCode}));
}

TEST(InputColumn, IsFoundByNameAndByItsSpellingInTheLanguage) {
    Table table = Table::from_columns({"a", "b c", "x[1]", "and"}, {{}, {}, {}, {}});
    EXPECT_EQ(TableColumns(table).find_input("a"), std::optional<std::size_t>(0));
    EXPECT_EQ(TableColumns(table).find_input("`b c`"), std::optional<std::size_t>(1));
    EXPECT_EQ(TableColumns(table).find_input("x[1]"), std::optional<std::size_t>(2));
    EXPECT_EQ(TableColumns(table).find_input("`and`"), std::optional<std::size_t>(3));
    EXPECT_EQ(TableColumns(table).find_input("b"), std::nullopt);
}

}  // namespace
}  // namespace loh::testing
