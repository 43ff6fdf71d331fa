// Learning from small tables: heads and classes, the influence of rows, the choice of the run, reports.
#include "loh/learn.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;

TEST(Learn, RecoversTheFormulaThatLabelledTheRows) {
    Columns columns = labelled(200, "0", "1");
    Model model = learn(task_of(kProgram, columns.table()));
    ASSERT_EQ(model.formulas().size(), 1U);
    EXPECT_EQ(model.formulas()[0].name, "1");
    EXPECT_EQ(truth_table(model.formulas()[0].formula, kNames),
              truth_table(elaborated(kTruth).formulas()[0], kNames));
    EXPECT_EQ(model.head(), Head::single);
    EXPECT_EQ(model.target(), "y");
    EXPECT_EQ(model.classes(), (Cells{"0", "1"}));
    EXPECT_EQ(model.columns(), kNames);
    EXPECT_EQ(model.rule_count(), 2U);
    EXPECT_EQ(model.literal_count(), 4U);
    ASSERT_EQ(model.parts().size(), 1U);
    EXPECT_EQ(model.parts()[0].name, "training");
    EXPECT_EQ(model.parts()[0].report.rows, 200U);
    EXPECT_EQ(model.parts()[0].report.accuracy, 1);
    EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
}

TEST(Learn, FindsThePositiveClassByNameOrOption) {
    struct Case {
        std::string no, yes, output, positive;
    };
    const std::vector<Case> cases = {{"0", "1", "", ""},
                                     {"no", "yes", "", ""},
                                     {"No", "YES", "", ""},
                                     {"false", "true", "", ""},
                                     {"N", "Y", "", ""},
                                     {"F", "T", "", ""},
                                     {"-", "+", "", ""},
                                     {"negative", "positive", "risk", ""},
                                     {"well", "sick", "sick", ""},
                                     {"not very well", "very sick", "`very sick`", ""},
                                     {"yes", "no", "no", ""},  // the name of the output takes precedence
                                     {"1", "0", "", "0"},      // over known pairs, --positive over both
                                     {"apple", "pear", "", "pear"},
                                     {"apple", "pear", "apple", "pear"}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.no + " / " + one.yes);
        Columns columns = labelled(60, one.no, one.yes);
        TableTask task =
            task_of((one.output.empty() ? "" : "output " + one.output + " := ") + kProgram, columns.table());
        task.positive = one.positive;
        Model model = learn(task);
        EXPECT_EQ(model.classes(), (Cells{one.no, one.yes}));
        EXPECT_EQ(model.formulas()[0].name, one.yes);
        EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
        EXPECT_EQ(again(model).predict(columns.table()), columns.column("y"));
    }
}

TEST(Learn, AcceptsASingleClassOfAKnownPair) {
    for (const auto& [only, classes] : std::vector<std::pair<std::string, Cells>>{
             {"1", {"0", "1"}}, {"0", {"0", "1"}}, {"no", {"no", "yes"}}}) {
        Columns columns = labelled(30, only, only);
        Model model = learn(task_of("[a, true, false]", columns.table()));
        EXPECT_EQ(model.classes(), classes);
        EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
        EXPECT_EQ(again(model).to_json(), model.to_json());
    }
}

TEST(Learn, ListHasTheClassesInTheOrderOfTheOutputs) {
    Columns columns = graded(200);
    Model model = learn(task_of(kListProgram, columns.table()));
    EXPECT_EQ(model.head(), Head::list);
    EXPECT_EQ(model.classes(), (Cells{"low", "mid", "high"}));
    ASSERT_EQ(model.formulas().size(), 2U);
    EXPECT_EQ(model.formulas()[0].name, "low");
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "a & c");
    EXPECT_EQ(model.formulas()[1].formula.to_string(), "b & d");
    EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
}

// The last class holds if no other does: its formula does not change the model, and there is a warning.
TEST(Learn, ListWithAnOutputForEveryClassIgnoresTheLast) {
    Columns columns = graded(200);
    std::vector<Diagnostic> warnings;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& warning) { warnings.push_back(warning); };
    Model shorter = learn(task_of(kListProgram, columns.table()), hooks);
    EXPECT_TRUE(warnings.empty());
    Model full = learn(task_of(kListProgram + "; output high := [nowhere, !a]", columns.table()), hooks);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].severity, Severity::warning);
    EXPECT_EQ(warnings[0].message,
              "the output high is the last of the list: its class holds if no other does, and its formula is "
              "not used");
    EXPECT_EQ(full.classes(), shorter.classes());
    EXPECT_EQ(full.predict(columns.table()), columns.column("y"));
    ASSERT_EQ(full.formulas().size(), 2U);
    EXPECT_EQ(full.formulas()[1].formula.to_string(), shorter.formulas()[1].formula.to_string());
    EXPECT_EQ(again(full).to_json(), full.to_json());
}

TEST(Learn, PaperHeadPredictsTheLargestOutput) {
    Columns columns = graded(200, true);
    TableTask task = task_of(kListProgram + "; output high := [!a, !c] & [!b, !d]", columns.table());
    task.options.head = Head::paper;
    Model model = learn(task);
    EXPECT_EQ(model.head(), Head::paper);
    EXPECT_EQ(model.formulas().size(), 3U);
    SoftOutputs soft = model.soft(columns.table());
    EXPECT_EQ(soft.names, (Cells{"low", "mid", "high"}));
    std::vector<std::string> predicted = model.predict(columns.table());
    std::size_t faithful = 0;
    for (std::size_t row = 0; row < 200; ++row) {
        std::size_t best = 0;
        for (std::size_t c = 1; c < 3; ++c) {
            if (soft.columns[c][row] > soft.columns[best][row]) best = c;
        }
        EXPECT_EQ(predicted[row], soft.names[best]);
        bool any = soft.columns[0][row] > 0.5F || soft.columns[1][row] > 0.5F || soft.columns[2][row] > 0.5F;
        faithful += any && class_by_hand(model, columns.table(), row) == predicted[row] ? 1 : 0;
    }
    EXPECT_EQ(model.evaluate(columns.table()).faithful, faithful);
    EXPECT_EQ(again(model).predict(columns.table()), predicted);
}

TEST(Learn, IsAFunctionOfTheSeed) {
    Columns columns = labelled(60, "0", "1");
    TableTask task = task_of(kProgram, columns.table());
    std::string first = learn(task).to_json();
    EXPECT_EQ(learn(task).to_json(), first);
    task.options.seed = 1;
    EXPECT_NE(learn(task).to_json(), first);
}

TEST(Learn, EvaluatesAProgramWithoutChoices) {
    Columns columns = labelled(100, "0", "1");
    Model model = learn(task_of("a & !b", columns.table()));
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "a & !b");
    EXPECT_LT(model.parts()[0].report.accuracy, 1);
    EXPECT_GT(model.parts()[0].report.accuracy, 0.5);
    EXPECT_EQ(again(model).to_json(), model.to_json());
    Model constant = learn(task_of("true", columns.table()));
    EXPECT_EQ(constant.predict(columns.table()), Cells(100, "1"));
    EXPECT_TRUE(constant.columns().empty());
    EXPECT_EQ(again(constant).predict(columns.table()), Cells(100, "1"));
}

TEST(Learn, StoppedEarlyGivesAUsableModel) {
    Columns columns = labelled(60, "0", "1");
    for (int after : {0, 1, 5, 50}) {
        int calls = 0;
        LearnHooks hooks;
        hooks.stop = [&] { return calls++ >= after; };
        TableTask task = task_of(kProgram, columns.table());
        task.options.learning_rate = 0.001;
        Model model = learn(task, hooks);
        EXPECT_EQ(again(model).predict(columns.table()), model.predict(columns.table()));
        EXPECT_EQ(model.evaluate(columns.table()).faithful, 60U);
        EXPECT_LE(calls, after + 2);
    }
}

Json logits_of(const TableTask& task) { return Json::parse(learn(task).to_json())["network"]["logits"]; }

// Under product semantics every input of a training row changes the logits. Neither inputs nor labels of held-out rows do.
TEST(Learn, HeldOutRowsHaveNoInfluence) {
    constexpr std::uint32_t kRows = 40;
    Columns columns = labelled(kRows, "0", "1", true);
    TableTask task = task_of(kProgram, columns.table(), "y", quick_options(2, 1));
    task.options.semantics = Semantics::product;
    task.options.holdout = 0.25;
    Model model = learn(task);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_EQ(model.parts()[1].name, "holdout");
    Json logits = logits_of(task);
    RowList without_influence;
    for (std::uint32_t row = 0; row < kRows; ++row) {
        Columns changed = columns;
        for (const std::string& name : kNames) {
            std::string& cell = changed.column(name)[row];
            cell = cell < "0.5" ? "0.95" : "0.05";
        }
        task.table = changed.table();
        if (logits_of(task) == logits) without_influence.push_back(row);
    }
    EXPECT_EQ(without_influence.size(), model.parts()[1].report.rows);
    EXPECT_EQ(model.parts()[0].report.rows + model.parts()[1].report.rows, kRows);

    // Labels: two held-out rows are swapped, if that does not change which rows are held out.
    constexpr std::uint32_t kHoldout = 1;  // the stream of the split (row_split.hpp)
    auto split = [&](const Columns& of) {
        Examples examples;
        std::vector<std::uint32_t> labels;
        for (const std::string& cell : of.cells.back()) labels.push_back(cell == "1" ? 1 : 0);
        examples.labels = std::move(labels);
        return stratified_split(examples, Rows::all(kRows), 0.25, task.options.seed, kHoldout).second;
    };
    ASSERT_EQ(split(columns), without_influence);
    std::size_t tried = 0;
    for (std::uint32_t one : without_influence) {
        for (std::uint32_t other : without_influence) {
            Columns changed = columns;
            Cells& labels = changed.column("y");
            if (labels[one] != "0" || labels[other] != "1") continue;
            std::swap(labels[one], labels[other]);
            if (split(changed) != without_influence) continue;
            ++tried;
            task.table = changed.table();
            EXPECT_EQ(logits_of(task), logits) << "rows " << one << " and " << other;
        }
    }
    EXPECT_GT(tried, 3U);
}

TEST(Learn, SplitsRowsIntoTrainingValidationAndHoldout) {
    Columns columns = graded(200);
    TableTask task = task_of(kListProgram, columns.table());
    task.options.holdout = 0.25;
    task.options.validation = 0.2;
    Model model = learn(task);
    ASSERT_EQ(model.parts().size(), 3U);
    EXPECT_EQ(model.parts()[0].name, "training");
    EXPECT_EQ(model.parts()[1].name, "validation");
    EXPECT_EQ(model.parts()[2].name, "holdout");
    std::map<std::string, double> of_class;
    for (const std::string& cell : columns.column("y")) of_class[cell] += 1;
    std::vector<double> shares = {0.75 * 0.8, 0.75 * 0.2, 0.25};
    for (std::size_t part = 0; part < 3; ++part) {
        const Report& report = model.parts()[part].report;
        std::size_t rows = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            std::size_t count = 0;
            for (std::size_t n : report.confusion[c]) count += n;
            EXPECT_NEAR(static_cast<double>(count), shares[part] * of_class[report.classes[c]], 1.5);
            rows += count;
        }
        EXPECT_EQ(report.rows, rows);
        EXPECT_EQ(report.faithful, rows);
    }
}

// More restarts repeat the same runs and add new ones. The best run has the highest F1; ties go to the shortest formula, then
// to the first run.
TEST(Learn, KeepsTheBestRun) {
    std::set<std::size_t> kept;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Columns columns = labelled(60, "0", "1");
        for (std::size_t row = 0; row < 60; row += 5) columns.column("y")[row] = columns.column("y")[row + 1];
        TableTask task = task_of("[a, b, true] & [c, !b, true] | [c, !a, false] & [d, b, true]",
                                 columns.table(), "y", quick_options(6, 1));
        task.options.seed = seed;
        double highest = -1;
        std::size_t literals = 0;
        std::size_t best = 0;
        for (std::size_t restarts = 1; restarts <= 8; ++restarts) {
            task.options.restarts = restarts;
            Model model = learn(task);
            Json json = Json::parse(model.to_json());
            ASSERT_EQ(json["network"]["runs"].size(), restarts);
            double newest = json["network"]["runs"].back()["macro_f1"];
            std::size_t chosen = json["network"]["best_run"];
            ASSERT_TRUE(chosen == best || chosen == restarts - 1);
            if (newest != highest) {
                EXPECT_EQ(chosen, newest > highest ? restarts - 1 : best);
            } else if (chosen != best) {
                EXPECT_LT(model.literal_count(), literals);
            }
            best = chosen;
            highest = std::max(highest, newest);
            literals = model.literal_count();
            EXPECT_EQ(model.parts()[0].report.macro_f1, highest);
        }
        kept.insert(best);
    }
    EXPECT_GT(kept.size(), 1U);
}

TEST(Learn, ReportsTheWarningsOfTheProgram) {
    std::vector<std::string> warnings;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& warning) { warnings.push_back(warning.message); };
    const std::string program = "unused := [a, b]; output y2 := [c, d]";
    static_cast<void>(learn(task_of(program, labelled(20, "0", "1").table()), hooks));
    std::vector<std::string> expected;
    for (const Diagnostic& warning : elaborated(program).warnings) expected.push_back(warning.message);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(warnings, expected);
}

TEST(Learn, ReportsProgressOfEveryRun) {
    Columns columns = labelled(60, "0", "1");
    columns.column("y")[0] =
        columns.column("y")[0] == "0" ? "1" : "0";  // probably no hypothesis fits all rows
    TableTask task = task_of("[a, b] & [c, d]", columns.table(), "y", quick_options(5, 3));
    std::map<std::size_t, std::size_t> epochs;
    std::size_t ended = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) {
        EXPECT_EQ(progress.runs, 3U);
        EXPECT_EQ(progress.epochs, 5U);
        EXPECT_EQ(progress.step, progress.epoch * 4);  // 60 rows in batches of 16
        EXPECT_GE(progress.best_macro_f1, 0);
        EXPECT_LE(progress.best_macro_f1, 1);
        epochs[progress.run] = progress.epoch;
        ended += progress.finished ? 1 : 0;
    };
    static_cast<void>(learn(task, hooks));
    EXPECT_EQ(epochs, (std::map<std::size_t, std::size_t>{{0, 5}, {1, 5}, {2, 5}}));
    EXPECT_EQ(ended, 3U);
}

}  // namespace
}  // namespace loh::testing
