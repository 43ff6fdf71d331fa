// One model predicts blocks of rows on several threads: the predictions and figures equal those of the whole table.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

std::string people(std::size_t rows) {
    Random random(1);
    std::string text = "age,job,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t age = random.below(90);
        bool nurse = random.chance(30);
        text += std::to_string(age) + (nurse ? ",nurse," : random.chance(50) ? ",clerk," : ",\"a, b\",");
        text += age >= 40 || nurse ? "yes\n" : "no\n";
    }
    return text;
}

TableReader blocks_of(const std::string& text) {
    return {[&text, at = std::size_t{0}](char* to, std::size_t most) mutable {
                std::size_t count = text.copy(to, most, at);
                at += count;
                return count;
            },
            "people.csv",
            {},
            300};
}

Model learned_with(Head head) {
    Table table = Table::parse_csv(people(60));
    const std::string rules = "[age >= 40, age < 20, true] | [job = \"nurse\", job != \"clerk\", false]";
    bool single = head == Head::single;
    TableTask task = task_of(
        single ? "output yes := " + rules : "output yes := " + rules + "; output no := !(" + rules + ")",
        table, "y", quick_options(3, 1));
    task.options.head = head;
    if (single) task.positive = "yes";
    return learn(task);
}

TEST(PredictThreads, BlocksHaveThePredictionsOfTheWholeTable) {
    std::string text = people(500);
    Table table = Table::parse_csv(text, "people.csv");
    for (Head head : {Head::single, Head::list, Head::paper, Head::vote}) {
        Model model = learned_with(head);
        for (std::size_t threads : {1U, 4U}) {
            std::vector<std::string> classes;
            blocks_of(text).for_each_block(threads, [&](const Table& rows) -> InOrder {
                return [&classes, part = model.predict(rows)] {
                    classes.insert(classes.end(), part.begin(), part.end());
                };
            });
            EXPECT_EQ(classes, model.predict(table));
            TableReader reader = blocks_of(text);
            Predictor predictor(model, reader.header());
            std::vector<std::uint32_t> numbers;
            reader.for_each_block(threads, [&](const Table& rows) -> InOrder {
                return [&numbers, part = predictor.classify(rows)] {
                    numbers.insert(numbers.end(), part.begin(), part.end());
                };
            });
            ASSERT_EQ(numbers.size(), classes.size());
            for (std::size_t row = 0; row < numbers.size(); ++row)
                ASSERT_EQ(model.classes()[numbers[row]], classes[row]);
        }
    }
}

TEST(PredictThreads, ReportsOfBlocksSumToTheReportOfTheTable) {
    std::string text = people(500);
    Table table = Table::parse_csv(text, "people.csv");
    for (Head head : {Head::single, Head::list, Head::vote}) {
        Model model = learned_with(head);
        Report expected = model.evaluate(table);
        TableReader reader = blocks_of(text);
        Report report = model.evaluate(reader.header());
        reader.for_each_block(4, [&](const Table& rows) -> InOrder {
            return [&report, part = model.evaluate(rows)] { report.add(part); };
        });
        EXPECT_EQ(report.rows, expected.rows);
        EXPECT_EQ(report.accuracy, expected.accuracy);
        EXPECT_EQ(report.macro_f1, expected.macro_f1);
        EXPECT_EQ(report.f1, expected.f1);
        EXPECT_EQ(report.confusion, expected.confusion);
        EXPECT_EQ(report.has_network, expected.has_network);
        EXPECT_EQ(report.fidelity_known, expected.fidelity_known);
        EXPECT_EQ(report.faithful, expected.faithful);
        EXPECT_EQ(report.classes, expected.classes);
    }
}

}  // namespace
}  // namespace loh::testing
