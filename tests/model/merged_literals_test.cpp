// Models whose formulas have literals that the program lacks, because simplification merged some: predictions, statistics and
// the file stay correct, also for missing and unseen cells.
#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Random cells, some missing; with `unseen`, also jobs and ages that the other tables lack.
Table random_table(Random& random, std::size_t rows, bool unseen) {
    std::vector<std::string> jobs = {"clerk", "nurse", "smith", "poet", "cook", "?"};
    std::vector<std::string> ages = {"10", "20", "30", "40", "50", "60", ""};
    if (unseen) jobs.insert(jobs.end(), {"pirate", "diver"});
    if (unseen) ages.insert(ages.end(), {"-5", "35.5", "1e9"});
    std::vector<std::vector<std::string>> columns(4);
    for (std::size_t row = 0; row < rows; ++row) {
        columns[0].push_back(random.pick(ages));
        columns[1].push_back(random.pick(jobs));
        columns[2].push_back(random.pick(ages));
        columns[3].push_back(random.pick(std::vector<std::string>{"low", "mid", "high"}));
    }
    return Table::from_columns({"age", "job", "pay", "y"}, columns);
}

const std::string kLiterals =
    "domain C = {15, 25, 35, 45, 55}; domain J = {clerk, nurse, smith, poet, cook}\n"
    "template any(k) := [c in C: age >= c, c in C: age < c, true] & [c in C: !(age < c), c in C: pay < c, "
    "true]"
    " & [c in C: pay >= c, true] & [j in J: job = j, j in J: job != j, true] & [j in J: job != j, true]"
    " & [j in J: !(job = j), age is missing, !(job is missing), true]\n";

TEST(MergedLiterals, KeepNetworkFormulasAndFileConsistent) {
    std::size_t merged = 0;
    for (std::uint64_t seed = 0; seed < repeats(60); ++seed) {
        Random random(seed);
        Table table = random_table(random, 60, false);
        TableTask task =
            task_of(kLiterals + "output low := any(1) | any(2) | any(3); output mid := any(4) | any(5)",
                    table, "y", quick_options(2, 1));
        task.options.seed = seed;
        task.options.head = seed % 3 == 0 ? Head::paper : Head::list;
        if (task.options.head == Head::paper)
            task = task_of(
                kLiterals + "output low := any(1) | any(2); output mid := any(3); output high := any(4)",
                table, "y", task.options);
        task.options.prune = seed % 4 == 1 ? Prune::unsatisfied : Prune::none;
        Model model = learn(task);
        for (const ClassFormula& part : model.formulas()) {
            for (const std::string& name : variables(part.formula))
                merged +=
                    name.find(" in {") != std::string::npos || name.find("<= age <") != std::string::npos ? 1
                                                                                                          : 0;
        }
        for (const Table& rows : {table, random_table(random, 200, true)}) {
            Report report = model.evaluate(rows);
            if (task.options.head == Head::list && task.options.prune == Prune::none) {
                ASSERT_EQ(report.faithful, rows.rows()) << model.formulas()[0].formula;
            }
            ASSERT_EQ(again(model).predict(rows), model.predict(rows));
        }
        if (task.options.head == Head::list) {
            ASSERT_EQ(model.parts()[0].report.faithful, table.rows());
        }
        ASSERT_EQ(again(model).to_json(), model.to_json());
        std::vector<Rule> rules = model.rules_on(table);
        ASSERT_EQ(rules.size(), model.rules().size());
        for (std::size_t i = 0; i < rules.size(); ++i)
            ASSERT_EQ(rules[i].statistics.support, model.rules()[i].statistics.support) << rules[i].text;
    }
    EXPECT_GT(merged, repeats(60) / 4);
}

TEST(MergedLiterals, NeedOnlyTheColumnsOfTheRules) {
    Table table = Table::parse_csv("age,job,y\n10,a,no\n25,b,yes\n30,c,yes\n45,a,no\n,b,no\n");
    Model model =
        learn(task_of("age >= 20 & age < 40 & (job = \"b\" | job = \"c\") & [true, !(job is missing)]", table,
                      "y", quick_options(1, 1)));
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "20 <= age < 40 & job in {\"b\", \"c\"}");
    EXPECT_EQ(model.columns(), (std::vector<std::string>{"age", "job"}));
    EXPECT_EQ(model.literal_count(), 4U) << "two ends and two values";
    EXPECT_EQ(model.predict(Table::parse_csv("job,age\nb,20\nb,40\nd,30\n?,30\n")),
              (std::vector<std::string>{"yes", "no", "no", "no"}));
}

}  // namespace
}  // namespace loh::testing
