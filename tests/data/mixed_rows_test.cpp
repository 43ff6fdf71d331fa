// Mixed rows: every cell occurs in the given rows in the same column.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "data/dataset_data.hpp"

namespace loh::testing {
namespace {

Dataset numbered(std::size_t rows) {
    std::vector<std::vector<std::string>> columns(3);
    for (std::size_t row = 0; row < rows; ++row) {
        columns[0].push_back("a" + std::to_string(row));
        columns[1].push_back("b" + std::to_string(row));
        columns[2].push_back(std::to_string(row));
    }
    return {Table::from_columns({"a", "b", "c"}, columns), ""};
}

std::string cell_of(const TypedColumn& column, std::size_t row) {
    return column.type == ColumnType::number ? std::to_string(column.numbers[row])
                                             : column.categories[column.codes[row]];
}

std::string row_of(const DatasetData& data, std::size_t row) {
    std::string text;
    for (std::size_t c = 0; c < data.names.size(); ++c)
        text += cell_of(DatasetColumns(data).typed(c), row) + " ";
    return text;
}

TEST(MixedRows, UseCellsOfTheGivenRowsInTheSameColumn) {
    Dataset data = numbered(20);
    RowList rows = {3, 5, 8, 13};
    DatasetData mixed = mixed_rows(data.data(), rows, 2000, 0.5, 1);
    ASSERT_EQ(mixed.rows, 2000U);
    std::set<std::string> different;
    for (std::size_t row = 0; row < mixed.rows; ++row) {
        for (std::size_t c = 0; c < 3; ++c) {
            bool known = std::any_of(rows.begin(), rows.end(), [&](std::uint32_t from) {
                return cell_of(data.data().columns[c], from) == cell_of(mixed.columns[c], row);
            });
            EXPECT_TRUE(known) << cell_of(mixed.columns[c], row);
        }
        different.insert(row_of(mixed, row));
    }
    EXPECT_EQ(different.size(), 64U);  // all combinations
}

TEST(MixedRows, EqualTheGivenRowsIfNothingIsReplaced) {
    Dataset data = numbered(20);
    DatasetData mixed = mixed_rows(data.data(), {3, 5}, 100, 0, 1);
    std::set<std::string> seen;
    for (std::size_t row = 0; row < mixed.rows; ++row) seen.insert(row_of(mixed, row));
    EXPECT_EQ(seen, (std::set<std::string>{row_of(data.data(), 3), row_of(data.data(), 5)}));
}

TEST(MixedRows, AreAFunctionOfTheSeed) {
    Dataset data = numbered(20);
    auto all = [&](std::uint64_t seed) {
        DatasetData mixed = mixed_rows(data.data(), {1, 2, 3}, 50, 0.3, seed);
        std::string text;
        for (std::size_t row = 0; row < mixed.rows; ++row) text += row_of(mixed, row);
        return text;
    };
    EXPECT_EQ(all(1), all(1));
    EXPECT_NE(all(1), all(2));
}

TEST(MixedRows, OfATableOfBitsHaveNumberColumns) {
    Dataset data(Table::from_bits({"a", "b"}, {0b01, 0b10, 0b00}), "");
    DatasetData mixed = mixed_rows(data.data(), {0, 1}, 200, 0.5, 1);
    std::set<std::pair<double, double>> seen;
    for (std::size_t row = 0; row < mixed.rows; ++row)
        seen.emplace(mixed.columns[0].numbers[row], mixed.columns[1].numbers[row]);
    EXPECT_EQ(seen, (std::set<std::pair<double, double>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

}  // namespace
}  // namespace loh::testing
