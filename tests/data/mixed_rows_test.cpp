// Rows mixed from others: every cell is one that the given rows have in its column.
#include "data/mixed_rows.hpp"

#include <set>

#include <gtest/gtest.h>

namespace loh::testing {
namespace {

Table numbered(std::size_t rows) {
    std::vector<std::vector<std::string>> columns(3);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t c = 0; c < 3; ++c)
            columns[c].push_back(std::to_string(c) + "-" + std::to_string(row));
    }
    return Table::from_columns({"a", "b", "c"}, columns);
}

std::string row_of(const Table& table, std::size_t row) {
    std::string text;
    for (std::size_t c = 0; c < table.columns(); ++c) text += std::string(table.cell(c, row)) + " ";
    return text;
}

TEST(MixedRows, HaveCellsOfTheGivenRowsInTheirColumns) {
    Table table = numbered(20);
    RowList rows = {3, 5, 8, 13};
    Table mixed = mixed_rows(table, rows, 5000, 0.5, 1);
    ASSERT_EQ(mixed.rows(), 5000U);
    std::set<std::string> different;
    for (std::size_t row = 0; row < mixed.rows(); ++row) {
        for (std::size_t c = 0; c < 3; ++c) {
            bool known = std::any_of(rows.begin(), rows.end(), [&](std::uint32_t from) {
                return table.cell(c, from) == mixed.cell(c, row);
            });
            EXPECT_TRUE(known) << mixed.cell(c, row);
        }
        different.insert(row_of(mixed, row));
    }
    EXPECT_EQ(different.size(), 64U);  // all there are
}

TEST(MixedRows, AreTheRowsThemselvesWhenNothingIsReplaced) {
    Table table = numbered(20);
    Table mixed = mixed_rows(table, {3, 5}, 100, 0, 1);
    std::set<std::string> seen;
    for (std::size_t row = 0; row < mixed.rows(); ++row) seen.insert(row_of(mixed, row));
    EXPECT_EQ(seen, (std::set<std::string>{row_of(table, 3), row_of(table, 5)}));
}

TEST(MixedRows, AreAFunctionOfTheSeed) {
    Table table = numbered(20);
    auto all = [&](std::uint64_t seed) {
        Table mixed = mixed_rows(table, {1, 2, 3}, 50, 0.3, seed);
        std::string text;
        for (std::size_t row = 0; row < mixed.rows(); ++row) text += row_of(mixed, row);
        return text;
    };
    EXPECT_EQ(all(1), all(1));
    EXPECT_NE(all(1), all(2));
}

TEST(MixedRows, OfBitsAreBits) {
    Table table = Table::from_bits({"a", "b"}, {0b01, 0b10, 0b00});
    Table mixed = mixed_rows(table, {0, 1}, 200, 0.5, 1);
    std::set<std::string> seen;
    for (std::size_t row = 0; row < mixed.rows(); ++row) seen.insert(row_of(mixed, row));
    EXPECT_EQ(seen, (std::set<std::string>{"0 0 ", "0 1 ", "1 0 ", "1 1 "}));
}

}  // namespace
}  // namespace loh::testing
