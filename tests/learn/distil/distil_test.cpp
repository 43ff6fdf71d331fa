// Distillation of a scorecard into one formula for each class.
#include "loh/distil.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "loh/learn.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

Model card_of(const Table& table, double holdout = 0) {
    TableTask task{table, "y"};
    task.options.threads = 1;
    task.options.holdout = holdout;
    task.given = {"holdout"};
    return learn_with_effort(task, Effort::quick);
}

TEST(Distil, RecoversTheFormulaThatLabelledTheRows) {
    Table table = labelled(400, "no", "yes").table();
    Model rules = distil(card_of(table, 0.2), table, {});
    EXPECT_EQ(rules.head(), Head::single);
    ASSERT_EQ(rules.formulas().size(), 1U);
    EXPECT_EQ(rules.formulas()[0].name, "yes");
    for (const Model::Part& part : rules.parts()) {
        EXPECT_EQ(part.report.macro_f1, 1) << part.name;
        EXPECT_EQ(part.report.faithful, part.report.rows) << part.name;
    }
    EXPECT_LE(rules.rule_count(), 4U);
}

TEST(Distil, MakesAnOrderedListForMoreThanTwoClasses) {
    Table table = graded(400).table();
    Model rules = distil(card_of(table, 0.2), table, {});
    EXPECT_EQ(rules.head(), Head::list);
    EXPECT_EQ(rules.classes().size(), 3U);
    for (const Model::Part& part : rules.parts()) {
        EXPECT_EQ(part.report.macro_f1, 1) << part.name;
        EXPECT_EQ(part.report.faithful, part.report.rows) << part.name;
    }
}

TEST(Distil, RespectsMaxRules) {
    Table table = graded(400).table();
    Model card = card_of(table);
    double before = 0;
    for (std::size_t most : {1U, 2U, 3U, 10U}) {
        LearnOptions options;
        options.max_rules = most;
        Model rules = distil(card, table, options);
        EXPECT_LE(rules.rule_count(), most);
        EXPECT_GE(rules.parts()[0].report.macro_f1, before) << most;
        before = rules.parts()[0].report.macro_f1;
    }
    EXPECT_EQ(before, 1);
}

TEST(Distil, ModelReadFromFilePredictsTheSame) {
    Table table = graded(200).table();
    Model rules = distil(card_of(table), table, {});
    EXPECT_EQ(again(rules).predict(table), rules.predict(table));
    EXPECT_EQ(again(rules).to_json(), rules.to_json());
}

// A comparison and its opposite are both false if a cell is missing, so there are three kinds of rows.
TEST(Distil, DistinguishesMissingCellsFromBothSidesOfACut) {
    std::vector<std::vector<std::string>> columns(2);
    for (int i = 0; i < 300; ++i) {
        bool missing = i % 3 == 0;
        columns[0].push_back(missing ? "" : std::to_string(i % 7));
        columns[1].push_back(missing || i % 7 >= 4 ? "yes" : "no");
    }
    Table table = Table::from_columns({"x", "y"}, columns);
    Model rules = distil(card_of(table), table, {});
    EXPECT_EQ(rules.parts()[0].report.macro_f1, 1);
    Table rows = Table::from_columns({"x"}, {{"", "3", "4", "100", "-1"}});
    EXPECT_EQ(rules.predict(rows), (std::vector<std::string>{"yes", "no", "yes", "yes", "no"}));
}

// All 2^10 rows, or some of them. The class tells whether most cells are 1.
Table majority_table(std::uint32_t step) {
    constexpr std::uint32_t kInputs = 10;
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> columns(kInputs + 1);
    for (std::uint32_t i = 0; i < kInputs; ++i) names.push_back("x" + std::to_string(i));
    names.emplace_back("y");
    for (std::uint32_t row = 0; row < 1U << kInputs; row += step) {
        for (std::uint32_t i = 0; i < kInputs; ++i) columns[i].emplace_back((row >> i & 1U) != 0 ? "1" : "0");
        columns[kInputs].emplace_back(std::popcount(row) > 5 ? "yes" : "no");
    }
    return Table::from_columns(names, columns);
}

// The scorecard generalises beyond its training rows, and mixed rows transfer that to the formulas.
TEST(Distil, AgreesWithTheScorecardOnUnobservedRows) {
    Table few = majority_table(5);
    Table all = majority_table(1);
    std::string text;
    for (int i = 0; i < 10; ++i) text += "output r" + std::to_string(i) + " := x" + std::to_string(i) + "\n";
    LearnOptions options = quick_options(200, 1);
    options.head = Head::vote;
    options.validation = 0.3;
    Model card = learn(TableTask(Program::parse(text), few, "y", {}, options));
    ASSERT_GT(card.evaluate(all).accuracy, 0.95);
    LearnOptions plain;
    plain.max_rules = 400;
    Model rules = distil(card, few, plain);
    std::vector<std::string> expected = card.predict(all);
    std::vector<std::string> predicted = rules.predict(all);
    std::size_t same = 0;
    for (std::size_t row = 0; row < all.rows(); ++row) same += predicted[row] == expected[row] ? 1 : 0;
    EXPECT_GT(same, 950U);
}

TEST(Distil, RejectsModelsOtherThanScorecards) {
    Table table = labelled(100, "no", "yes").table();
    Model card = card_of(table);
    Model rules = distil(card, table, {});
    EXPECT_THROW(distil(rules, table, {}), Error);
    LearnOptions options;
    options.head = Head::vote;
    EXPECT_THROW(distil(card, table, options), Error);
}

}  // namespace
}  // namespace loh::testing
