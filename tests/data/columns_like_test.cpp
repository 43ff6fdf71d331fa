// Blocks of rows typed like the columns of a model: the same as typing each column alone, for any blocks.
#include "data/columns_like.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

const MissingRules kMissingTexts({"", "?"});

ColumnSchema categories(std::vector<std::string> names) { return {ColumnType::category, std::move(names)}; }

TEST(ColumnsLike, ReadsOnlyTheRequestedColumns) {
    Table table = Table::parse_csv("a,b,c\n1,x,u\n?,y,v\n3,?,w\n");
    std::vector<TypedColumn> typed =
        ColumnsLike({{2, categories({"w", "u"})}, {0, {}}}, kMissingTexts).read(table);
    ASSERT_EQ(typed.size(), 2U);
    EXPECT_EQ(typed[0].name, "c");
    EXPECT_EQ(typed[0].codes, (std::vector<std::uint32_t>{1, TypedColumn::kUnseenCode, 0}));
    EXPECT_EQ(typed[0].categories, (std::vector<std::string>{"w", "u"}));
    EXPECT_EQ(typed[1].name, "a");
    EXPECT_EQ(typed[1].numbers[0], 1);
    EXPECT_TRUE(std::isnan(typed[1].numbers[1]));
}

TEST(ColumnsLike, MissingTextIsNotACategory) {
    Table table = Table::parse_csv("a\n?\nx\n");
    std::vector<TypedColumn> typed = ColumnsLike({{0, categories({"?", "x"})}}, kMissingTexts).read(table);
    EXPECT_EQ(typed[0].codes, (std::vector<std::uint32_t>{TypedColumn::kMissingCode, 1}));
}

TEST(ColumnsLike, ReportsTheFirstInvalidNumberInRowOrder) {
    std::string text = "a,b\n";
    for (int row = 0; row < 300; ++row) text += "1,2\n";
    Table table = Table::parse_csv(text + "1,2\n1,x\ny,z\n", "t.csv");
    Diagnostic error = error_from([&] {
        static_cast<void>(ColumnsLike({{0, {}}, {1, {}}}, kMissingTexts).read(table));
    });
    EXPECT_EQ(error.line, 303U);
    EXPECT_EQ(error.message, "column 'b': is not a number: 'x'");
}

TEST(ColumnsLike, ReadsSeveralTables) {
    const std::vector<std::string> cells = {"1", "22",  "",  "?", "a rather long category, it is",
                                            "b", "3.5", "-1"};
    ColumnsLike columns({{0, categories({"1", "22", "a rather long category, it is"})}, {1, {}}},
                        kMissingTexts);
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        Random random(seed);
        std::vector<std::vector<std::string>> given(2);
        for (std::size_t row = random.below(400); row > 0; --row) {
            given[0].push_back(random.pick(cells));
            given[1].push_back(std::to_string(random.below(100)));
        }
        Table table = Table::from_columns({"x", "y"}, given);
        std::vector<TypedColumn> typed = columns.read(table);
        ASSERT_EQ(typed[0].codes.size(), table.rows());
        ASSERT_EQ(typed[1].numbers.size(), table.rows());
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const std::string& cell = given[0][row];
            std::uint32_t code = cell.empty() || cell == "?"  ? TypedColumn::kMissingCode
                                 : cell == "1"                ? 0
                                 : cell == "22"               ? 1
                                 : cell.starts_with("a rath") ? 2
                                                              : TypedColumn::kUnseenCode;
            ASSERT_EQ(typed[0].codes[row], code) << cell;
            ASSERT_EQ(typed[1].numbers[row], std::stod(given[1][row]));
        }
    }
}

}  // namespace
}  // namespace loh::testing
