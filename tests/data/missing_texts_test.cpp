// Which texts are missing, by column.
#include "data/missing_texts.hpp"

#include <gtest/gtest.h>

#include "data/column_types.hpp"
#include "data/columns_like.hpp"

namespace loh::testing {
namespace {

using Cells = std::vector<std::string>;

TypedColumn typed_cells(const Cells& cells, const TableSchema& schema = {}) {
    Table table = Table::from_columns({"x"}, {cells});
    return typed_column(table, 0, TypeRules(schema, table));
}

TEST(MissingTexts, AllUsualTextsAreMissingAmongNumbers) {
    TypedColumn column = typed_cells({"1", "NA", "N/A", "nan", "NaN", "null", "NULL", "None", "-", "-1"});
    EXPECT_EQ(column.type, ColumnType::number);
    EXPECT_EQ(count_missing(column), 8U);
    EXPECT_EQ(column.numbers[9], -1);
    ASSERT_EQ(column.findings.usual.size(), 8U);
    EXPECT_EQ(column.findings.usual[0].text, "NA");
    EXPECT_EQ(column.findings.usual[0].rows, 1U);
}

TEST(MissingTexts, NoneAndDashAreCategories) {
    TypedColumn column = typed_cells({"Beer", "None", "-", "null", "None"});
    EXPECT_EQ(column.categories, (Cells{"-", "Beer", "None"}));
    EXPECT_EQ(count_missing(column), 1U);
    ASSERT_EQ(column.findings.usual.size(), 3U);
    EXPECT_FALSE(column.findings.usual[1].missing);
    EXPECT_EQ(column.findings.usual[1].rows, 2U);
    EXPECT_TRUE(column.findings.usual[2].missing);
}

TEST(MissingTexts, NaIsACategoryAmongCodesOfTwoLetters) {
    EXPECT_EQ(typed_cells({"EU", "NA", "AF"}).categories, (Cells{"AF", "EU", "NA"}));
    EXPECT_EQ(typed_cells({"Europe", "NA", "Africa"}).categories, (Cells{"Africa", "Europe"}));
    EXPECT_EQ(typed_cells({"EU", "NA"}).categories, Cells{"EU"});
}

TEST(MissingTexts, TheOrderOfRowsHasNoInfluence) {
    for (const Cells& cells : {Cells{"1", "None", "2"}, Cells{"None", "1", "2"}, Cells{"2", "1", "None"}})
        EXPECT_EQ(typed_cells(cells).type, ColumnType::number);
    EXPECT_EQ(typed_cells({"None", "1", "x"}).categories, (Cells{"1", "None", "x"}));
    EXPECT_EQ(typed_cells({"1", "x", "None"}).categories, (Cells{"1", "None", "x"}));
}

TEST(MissingTexts, GivenTextsReplaceTheUsualOnes) {
    TableSchema schema;
    schema.usual_missing = false;
    EXPECT_EQ(typed_cells({"1", "NA"}, schema).type, ColumnType::category);
    schema.missing.emplace_back("x");
    EXPECT_EQ(count_missing(typed_cells({"1", "x", "?"}, schema)), 2U);
    EXPECT_FALSE(TableSchema::parse(R"({"missing": [""]})").usual_missing);
    EXPECT_TRUE(TableSchema::parse("{}").usual_missing);
}

TEST(MissingTexts, OtherTablesAreReadInTheSameWay) {
    MissingRules rules{TableSchema{}};
    Table table =
        Table::from_columns({"a", "b", "c"}, {{"-", "None", "3"}, {"None", "NA", "x"}, {"NA", "EU", "-"}});
    ColumnSchema words{ColumnType::category, {"None", "x"}};
    ColumnSchema codes{ColumnType::category, {"AF", "EU", "NA"}};
    std::vector<TypedColumn> typed = ColumnsLike({{0, {}}, {1, words}, {2, codes}}, rules).read(table);
    EXPECT_EQ(count_missing(typed[0]), 2U);
    EXPECT_EQ(typed[1].codes, (std::vector<std::uint32_t>{0, TypedColumn::kMissingCode, 1}));
    EXPECT_EQ(typed[2].codes, (std::vector<std::uint32_t>{2, 1, TypedColumn::kUnseenCode}));
}

}  // namespace
}  // namespace loh::testing
