// Texts in memory are typed like the cells of a file, and datasets in memory are read as tables are.
#include <algorithm>

#include <gtest/gtest.h>

#include "data/dataset_data.hpp"
#include "loh/loh.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

const std::vector<std::uint32_t> kCodes = {0, 1, 2, 3, 1, 0, 2, 1};
const std::vector<double> kSize = {1, 2, 3, 4, 2, 1, 3, 2};

Dataset in_memory(const std::vector<std::string>& texts, const std::string& target = "",
                  const TableSchema& schema = {}) {
    return Dataset::from_columns({{"size", NumberCells{kSize}}, {"text", TextCells{kCodes, texts}}}, target,
                                 schema);
}

Table as_table(const std::vector<std::string>& texts) {
    std::vector<std::vector<std::string>> cells(2);
    for (std::size_t row = 0; row < kCodes.size(); ++row) {
        cells[0].push_back(std::to_string(static_cast<int>(kSize[row])));
        cells[1].push_back(texts[kCodes[row]]);
    }
    return Table::from_columns({"size", "text"}, cells);
}

TypedColumn text_of(const Dataset& data) { return DatasetColumns(data.data()).typed(1); }

TEST(TextColumn, IsTypedLikeTheCellsOfATable) {
    for (const std::vector<std::string>& texts : {std::vector<std::string>{"maid", "?", "nurse", "NA"},
                                                  {"2023-06-01", "2024-01-31", "", "2020-02-29"},
                                                  {"$5", "$1.50", "$7", "NA"},
                                                  {"EU", "NA", "AF", "?"}}) {
        TypedColumn memory = text_of(in_memory(texts));
        TypedColumn table = text_of(Dataset(as_table(texts), ""));
        ASSERT_EQ(memory.type, table.type) << texts[0];
        EXPECT_EQ(memory.form, table.form);
        EXPECT_TRUE(std::equal(memory.categories.begin(), memory.categories.end(), table.categories.begin(),
                               table.categories.end()));
        for (std::size_t row = 0; row < kCodes.size(); ++row) {
            ASSERT_EQ(memory.is_missing(row), table.is_missing(row)) << texts[0] << ", row " << row;
            if (memory.is_missing(row)) continue;
            if (memory.type == ColumnType::number) {
                EXPECT_EQ(memory.numbers[row], table.numbers[row]);
            } else {
                EXPECT_EQ(memory.codes[row], table.codes[row]);
            }
        }
    }
}

TEST(TextColumn, PlainNumbersAreCategoriesUnlessDeclared) {
    const std::vector<std::string> texts = {"10", " 9", "NA", "10"};
    TypedColumn categories = text_of(in_memory(texts));
    EXPECT_EQ(categories.type, ColumnType::category);
    EXPECT_EQ(std::vector(categories.categories.begin(), categories.categories.end()),
              (std::vector<std::string>{"9", "10"}));
    TableSchema schema;
    schema.columns["text"] = ColumnUse::number;
    TypedColumn numbers = text_of(in_memory(texts, "", schema));
    EXPECT_EQ(numbers.type, ColumnType::number);
    EXPECT_EQ(numbers.numbers[1], 9);
    EXPECT_TRUE(numbers.is_missing(2));
    for (const ColumnProfile& column : in_memory(texts).profile()) EXPECT_TRUE(column.remarks.empty());
}

TEST(Dataset, RowsInMemoryWithoutAClassAreLeftOut) {
    Dataset data = in_memory({"yes", "?", "no", "yes"}, "text");
    EXPECT_EQ(data.rows(), 5U);
    EXPECT_EQ(data.rows_without_class(), 3U);
    EXPECT_EQ(data.classes(), (std::vector<std::string>{"yes", "no"}));
    EXPECT_EQ(error_from([] {
                  in_memory({"?", "?", "?", ""}, "text");
              }).message,
              "<columns>: the class is missing in every row: column 'text' has no values");
}

TEST(Dataset, ClassesCanBeReordered) {
    Dataset data = in_memory({"yes", "no", "no", "yes"}, "text");
    Dataset ordered = data.with_class_order({"no", "yes"});
    EXPECT_EQ(ordered.classes(), (std::vector<std::string>{"no", "yes"}));
    for (std::size_t row = 0; row < data.rows(); ++row)
        EXPECT_EQ(ordered.classes()[ordered.labels()[row]], data.classes()[data.labels()[row]]);
    EXPECT_THROW(static_cast<void>(data.with_class_order({"no"})), Error);
    EXPECT_THROW(static_cast<void>(data.with_class_order({"no", "no"})), Error);
}

TEST(Decision, ReadsDatasetsAsTables) {
    std::string csv = "x,color,y\n";
    for (int i = 0; i < 120; ++i)
        csv += std::to_string(i % 30) + (i % 3 == 0 ? ",red," : ",blue,") +
               (i % 30 > 12 && i % 3 != 0 ? "a\n" : "b\n");
    Table table = Table::parse_csv(csv);
    for (Head head : {Head::automatic, Head::vote}) {
        LearnTask task{Dataset(table, "y")};
        task.options.head = head;
        task.given = {"head"};
        Model model = learn(task);
        Dataset data(table, "");
        EXPECT_EQ(model.classify(data), model.classify(table));
        EXPECT_EQ(model.probabilities(data), model.probabilities(table));
        EXPECT_EQ(model.evaluate(data).confusion, model.evaluate(table).confusion);
        EXPECT_EQ(model.rules_on(data).size(), model.rules_on(table).size());
        EXPECT_EQ(probability_figures(model, data).auc(), probability_figures(model, table).auc());
        if (head == Head::vote) {
            EXPECT_EQ(model.scores(data), model.scores(table));
        }
        EXPECT_TRUE(model.unseen_cells(data).columns.empty());
        Table other = Table::parse_csv("x,color\n1,rot\n20,rot\n");
        EXPECT_EQ(model.unseen_cells(Dataset(other, "")).columns.at("color").cells, 2U);
    }
}

}  // namespace
}  // namespace loh::testing
