// Models of rule search.
#include "loh/short_rules.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TableTask short_task(const Table& table, std::size_t max_rules = 6) {
    TableTask task{table, "y"};
    task.options.max_rules = max_rules;
    task.options.threads = 1;
    return task;
}

TEST(ShortRules, RecoverTheFormulaThatLabelledTheRows) {
    TableTask task = short_task(labelled(400, "no", "yes").table());
    task.options.holdout = 0.2;
    Model model = find_short_rules(task);
    EXPECT_EQ(model.head(), Head::single);
    ASSERT_EQ(model.formulas().size(), 1U);
    EXPECT_EQ(model.formulas()[0].name, "yes");
    EXPECT_EQ(model.rule_count(), 2U);  // a & !b | c & d
    EXPECT_EQ(model.literal_count(), 4U);
    for (const Model::Part& part : model.parts()) {
        EXPECT_EQ(part.report.macro_f1, 1) << part.name;
        EXPECT_EQ(part.report.faithful, part.report.rows) << part.name;
    }
}

TEST(ShortRules, MakeAListForMoreThanTwoClasses) {
    Table table = graded(400).table();
    TableTask task = short_task(table);
    task.options.validation = 0.2;
    Model model = find_short_rules(task);
    EXPECT_EQ(model.head(), Head::list);
    EXPECT_EQ(model.classes().size(), 3U);
    for (const Model::Part& part : model.parts()) EXPECT_EQ(part.report.macro_f1, 1) << part.name;
    EXPECT_EQ(again(model).predict(table), model.predict(table));
}

TEST(ShortRules, RespectMaxRules) {
    Table table = graded(400).table();
    for (std::size_t most : {1U, 2U, 3U}) {
        TableTask task = short_task(table, most);
        task.options.max_literals = 1;
        Model model = find_short_rules(task);
        EXPECT_LE(model.rule_count(), most);
        EXPECT_LE(model.literal_count(), most);
    }
}

// In a list of two classes the class with the shorter formula gets the rules, even if it is the more frequent one. With the
// head `single` it is the positive class.
TEST(ShortRules, ListOfTwoClassesDescribesTheClassWithTheShorterFormula) {
    Formula pairs = elaborated("a & b | c & d | e & f").formulas()[0];  // holds for 37 of 64
    Table table = random_columns({"a", "b", "c", "d", "e", "f"}, 500, 5, "y",
                                 [&](const Assignment& assignment, std::uint32_t) {
                                     return evaluate(pairs, assignment) ? "often" : "rare";
                                 })
                      .table();
    TableTask task = short_task(table, 10);
    task.options.cuts = Cuts::quantiles;  // MDL finds no cut in a single column here
    task.options.head = Head::list;
    Model model = find_short_rules(task);
    EXPECT_EQ(model.formulas()[0].name, "often");
    EXPECT_EQ(model.literal_count(), 6U);
    task.options.head = Head::single;
    model = find_short_rules(task);
    EXPECT_EQ(model.formulas()[0].name, "rare");
    EXPECT_EQ(model.rule_count(), 8U);
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
}

// A tenth of the labels is wrong, and some columns are independent of the class.
TEST(ShortRules, AvoidLiteralsWithLittleGain) {
    loh::Random random(9, Stream::testing);
    std::vector<std::string> names;
    for (char name = 'a'; name < 'y'; ++name) names.emplace_back(1, name);
    Table table = random_columns(names, 4000, 5, "y", [&](const Assignment& v, std::uint32_t row) {
                      bool turned = random.uniform(3, row) < 0.1;
                      return (v.at("a") && !v.at("b")) != turned ? "yes" : "no";
                  }).table();
    TableTask task = short_task(table);
    task.options.cuts = Cuts::quantiles;
    task.options.validation = 0.1;
    task.budget.rounds = 0;
    Model model = find_short_rules(task);
    EXPECT_LE(model.literal_count(), 4U) << model.formulas()[0].formula.to_string();
    EXPECT_GT(model.parts()[1].report.macro_f1, 0.85);
}

// As above, but the rare rule is correct on every row: rules without a mistake are not shortened at the cost of a mistake.
TEST(ShortRules, FlawlessRulesAreNotShortenedAtTheCostOfAMistake) {
    std::string text = "a,b,y\n";
    for (int row = 0; row < 4000; ++row) {
        bool a = row % 2 == 0;
        bool b = row % 400 == 1;  // ten rows
        text += std::string(a ? "1" : "0") + (b ? ",1," : ",0,") + (a || b ? "yes\n" : "no\n");
    }
    TableTask task = short_task(Table::parse_csv(text));
    task.options.cuts = Cuts::quantiles;
    task.options.validation = 0.1;
    Model model = find_short_rules(task);
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "a = 1 | b = 1");
    for (const Model::Part& part : model.parts()) EXPECT_EQ(part.report.macro_f1, 1) << part.name;
}

// `b` explains 6 of 3000 rows: a search on all rows finds it, a search on about a hundred rows does not.
Table table_with_a_rare_rule() {
    std::string text = "a,b,y\n";
    for (int row = 0; row < 3000; ++row) {
        bool a = row % 2 == 0;
        bool b = row % 500 == 1;
        text += std::string(a ? "1" : "0") + (b ? ",1," : ",0,") + (a || b ? "yes\n" : "no\n");
    }
    return Table::parse_csv(text);
}

TEST(ShortRules, SampleTheRowsIfTheBudgetIsSmall) {
    TableTask task = short_task(table_with_a_rare_rule());
    task.options.cuts = Cuts::quantiles;
    Model whole = find_short_rules(task);
    EXPECT_EQ(whole.formulas()[0].formula.to_string(), "a = 1 | b = 1");
    task.budget.work = 100.0 * 4 * static_cast<double>(task.options.max_rules);  // rows, literals, rules
    Model sampled = find_short_rules(task);
    EXPECT_EQ(sampled.formulas()[0].formula.to_string(), "a = 1");
    EXPECT_EQ(sampled.parts()[0].report.rows, 3000U);  // the figures are on all rows
    EXPECT_EQ(sampled.parts()[0].report.confusion[1][0], 6U);
}

TEST(ShortRules, ReportProgressAfterEachSearch) {
    TableTask task = short_task(labelled(300, "no", "yes").table());
    std::set<std::size_t> runs;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) {
        runs.insert(progress.run);
        EXPECT_EQ(progress.runs, 3U);
        EXPECT_LE(progress.size().rules, task.options.max_rules);
    };
    static_cast<void>(find_short_rules(task, hooks));
    EXPECT_EQ(runs.size(), 3U);
}

TEST(ShortRules, StoppedImmediatelyHaveNoRulesAndPredictTheOtherClass) {
    LearnHooks hooks;
    hooks.stop = [] { return true; };
    Table table = labelled(100, "no", "yes").table();
    Model model = find_short_rules(short_task(table), hooks);
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "false");
    EXPECT_EQ(model.predict(table), std::vector<std::string>(100, "no"));
}

TEST(ShortRules, RejectTasksThatCannotBeLearned) {
    Table table = labelled(100, "no", "yes").table();
    TableTask task = short_task(table);
    task.options.head = Head::vote;
    EXPECT_THROW(find_short_rules(task), Error);
    task = short_task(table);
    task.target = "z";
    EXPECT_THROW(find_short_rules(task), Error);
    task = short_task(table);
    task.positive = "maybe";
    EXPECT_EQ(error_from([&] { find_short_rules(task); }).message, "no row has the class 'maybe'");
    EXPECT_NE(error_from([&] {
                  find_short_rules(short_task(labelled(100, "yes", "yes").table()));
              }).message.find("nothing to learn"),
              std::string::npos);
}

}  // namespace
}  // namespace loh::testing
