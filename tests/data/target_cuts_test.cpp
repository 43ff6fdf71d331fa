// Targets of numbers, rows without a class, and headers that are rows.
#include "data/target_cuts.hpp"

#include <gtest/gtest.h>

#include "data/dataset_data.hpp"
#include "loh/dataset.hpp"
#include "loh/learn.hpp"
#include "loh/model.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

using Cells = std::vector<std::string>;

std::string numbers_csv(std::size_t rows) {
    std::string text = "x,price\n";
    for (std::size_t i = 0; i < rows; ++i) text += std::to_string(i) + "," + std::to_string(i) + ".5\n";
    return text;
}

TEST(TargetCuts, NamesTheIntervals) {
    TargetCuts cuts{{10, 20}};
    EXPECT_EQ(cuts.class_names("price"), (Cells{"price < 10", "10 <= price < 20", "price >= 20"}));
    EXPECT_EQ(cuts.index_of(9.9), 0U);
    EXPECT_EQ(cuts.index_of(10), 1U);
    EXPECT_EQ(cuts.class_of("price", "20"), "price >= 20");
    EXPECT_FALSE(cuts.class_of("price", "cheap"));
}

TEST(TargetCuts, ManyNumbersAreRejectedUnlessTheyAreCut) {
    Dataset data(Table::parse_csv(numbers_csv(100)), "price");
    Diagnostic error = error_from([&] { learn({data}); });
    EXPECT_EQ(error.message,
              "the target 'price' has 100 different numbers, from 0.5 to 99.5, and each would be a class");
    Model model = learn({data.with_cut_target({50})});
    EXPECT_GE(model.evaluate(Table::parse_csv(numbers_csv(100))).accuracy, 0.99);
    Model again = Model::parse(model.to_json(), "m.json");
    EXPECT_EQ(again.evaluate(Table::parse_csv("x,price\n3,3\n80,price >= 50\n9,NA\n")).rows, 2U);
    EXPECT_EQ(data.with_target_quantiles(4).classes(),
              (Cells{"price < 25.5", "25.5 <= price < 50.5", "50.5 <= price < 75.5", "price >= 75.5"}));
}

TEST(TargetCuts, RejectsTargetsOfTexts) {
    Dataset data(Table::parse_csv("x,y\n1,a\n2,3\n"), "y");
    EXPECT_EQ(error_from([&] { static_cast<void>(data.with_cut_target({1})); }).message,
              "the target 'y' cannot be cut: 'a' is not a number");
}

TEST(RowsWithoutClass, AreLeftOut) {
    Dataset data(Table::parse_csv("x,y\n1,a\n2,\n3,b\n4,NA\n5,a\n"), "y");
    EXPECT_EQ(data.rows(), 3U);
    EXPECT_EQ(data.rows_without_class(), 2U);
    EXPECT_EQ(data.first_line_without_class(), 3U);
    EXPECT_EQ(data.classes(), (Cells{"a", "b"}));
    EXPECT_EQ(data.data().columns[0].numbers, (SharedArray<double>{1, 3, 5}));
    EXPECT_EQ(DatasetColumns(data.data()).bad_cell(0, 1, "m", {}).diagnostic().line, 4U);
    EXPECT_EQ(error_from([] { Dataset(Table::parse_csv("x,y\n1,\n", "t.csv"), "y"); }).message,
              "t.csv: the class is missing in every row: column 'y' has no values");
}

TEST(RowsWithoutClass, MinusIsAClass) {
    EXPECT_EQ(Dataset(Table::parse_csv("x,y\n1,+\n2,-\n"), "y").classes(), (Cells{"+", "-"}));
}

TEST(Header, IsAskedForIfItLooksLikeARow) {
    auto looks = [](const char* text) {
        return Dataset(Table::parse_csv(text), "").header_looks_like_data();
    };
    EXPECT_TRUE(looks("5.1,3.5,a\n4.9,3.0,a\n4.7,3.2,b\n"));
    EXPECT_FALSE(looks("x,3.5,a\n4.9,3.0,a\n4.7,3.2,b\n"));
    EXPECT_FALSE(looks("1,2,3\n4.9,3.0,1\n"));
    EXPECT_FALSE(looks("a,b\na,c\n"));
}

TEST(Header, CanBeAbsent) {
    CsvOptions options;
    options.header = false;
    Table table = Table::parse_csv("1,2\n3,\"a \"\"b\"\"\"\n", "t.csv", options);
    EXPECT_EQ(table.names(), (Cells{"c1", "c2"}));
    EXPECT_EQ(table.rows(), 2U);
    EXPECT_EQ(table.cell(0, 0), "1");
    EXPECT_EQ(table.cell(1, 1), "a \"b\"");
    EXPECT_EQ(table.line(1), 2U);
}

}  // namespace
}  // namespace loh::testing
