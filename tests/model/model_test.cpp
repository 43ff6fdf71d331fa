// Models: predictions by network, formulas and file, figures and rules, and the columns that a model needs.
#include "loh/model.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/effort.hpp"
#include "support/random_program.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;

// For any program, rows and head with predicting formulas: network and formulas agree on every row, the file restores the
// model, and predictions equal the values of the formulas.
TEST(Model, NetworkFormulasAndFileAgree) {
    ProgramShape shape;
    shape.holes = false;
    shape.atoms = false;
    shape.max_selections = 1e6;
    std::map<std::size_t, int> outputs_seen;
    for (std::uint64_t seed = 0; seed < repeats(150); ++seed) {
        std::string text = random_meaningful_program(seed, shape);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        Elaboration meaning = elaborated(text);
        std::vector<std::string> names;
        for (const Formula& formula : meaning.formulas()) {
            for (const std::string& name : variables(formula)) {
                if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
            }
        }
        names.emplace_back("beside the point");
        std::size_t outputs = meaning.outputs.size();
        Columns columns = random_columns(
            names, 70, seed, "the target",
            [&](const Assignment&, std::uint32_t row) -> std::string {
                if (outputs == 1) return row % 2 == 0 ? "yes" : "no";
                std::size_t c = row * 7 % (outputs + seed % 2);
                return c < outputs ? meaning.outputs[c].name : "otherwise";
            },
            seed % 3 != 0);
        for (Cells& cells : columns.cells) {
            if (&cells != &columns.cells.back() && seed % 3 == 1) cells[seed % 70] = "0.5";
        }
        TableTask task = task_of(text, columns.table(), "the target", quick_options(2, 2));
        task.options.seed = seed;
        task.options.holdout = seed % 2 == 0 ? 0.2 : 0;
        task.options.validation = seed % 5 == 0 ? 0.3 : 0;
        task.options.temperature = seed % 4 == 0 ? 0.05 : 1;
        Model model = learn(task);
        ++outputs_seen[outputs];
        Report report = model.evaluate(columns.table());
        ASSERT_TRUE(report.fidelity_known);
        ASSERT_EQ(report.faithful, 70U);
        std::size_t rows = 0;
        for (const Model::Part& part : model.parts()) {
            ASSERT_EQ(part.report.faithful, part.report.rows) << part.name;
            rows += part.report.rows;
        }
        ASSERT_EQ(rows, 70U);
        Model read = again(model);
        ASSERT_EQ(read.to_json(), model.to_json());
        std::vector<std::string> predicted = model.predict(columns.table());
        ASSERT_EQ(read.predict(columns.table()), predicted);
        ASSERT_EQ(read.soft(columns.table()).columns, model.soft(columns.table()).columns);
        for (std::size_t row = 0; row < 70; row += 9)
            ASSERT_EQ(predicted[row], class_by_hand(model, columns.table(), row)) << "row " << row;
    }
    EXPECT_GE(outputs_seen.size(), 2U);
}

TEST(Model, WritesAndReadsCompletely) {
    ScratchFolder folder;
    Columns columns = graded(80);
    Model model = learn(task_of(kListProgram, columns.table()));
    model.write(folder.file("model.json"));
    EXPECT_EQ(folder.files(), 1U);  // no temporary files are left
    Model read = Model::read(folder.file("model.json"));
    EXPECT_EQ(read.to_json(), model.to_json());
    EXPECT_EQ(read.head(), model.head());
    EXPECT_EQ(read.target(), model.target());
    EXPECT_EQ(read.columns(), model.columns());
    EXPECT_EQ(read.rule_count(), model.rule_count());
    EXPECT_EQ(read.literal_count(), model.literal_count());
    EXPECT_EQ(read.parts()[0].report.confusion, model.parts()[0].report.confusion);
    EXPECT_EQ(read.rules().size(), model.rules().size());
    learn(task_of(kProgram, labelled(40, "0", "1").table())).write(folder.file("model.json"));  // replaced
    EXPECT_EQ(Model::read(folder.file("model.json")).head(), Head::single);
}

TEST(Model, StoresTheConstantsOfItsProgram) {
    TableTask task =
        task_of("const n = 1; and(i in 1..n: [x[i], true])",
                random_columns({"x[1]", "x[2]", "x[3]"}, 60, 1, "y", [](const Assignment& v, std::uint32_t) {
                    return v.at("x[2]") && v.at("x[3]") ? "1" : "0";
                }).table());
    task.elaborate.constants["n"] = 3;
    Model model = learn(task);
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "x[2] & x[3]");
    EXPECT_EQ(again(model).to_json(), model.to_json());
}

// Limits are an option of learning; the model must store them.
TEST(Model, StoresRaisedLimits) {
    if (repeats(10) != 10) GTEST_SKIP() << "the sanitizers need too much stack for a level";
    Columns columns = labelled(40, "0", "1");
    std::string deep = "[a, b]";
    try {
        while (deep.size() < 20'000) {  // slightly deeper than the default limit
            for (int i = 0; i < 10; ++i) deep = "!(a & " + deep + ")";
            elaborated(deep);
        }
        FAIL() << "not deep enough";
    } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::limit);
    }
    Limits limits;
    limits.max_depth = 4000;
    TableTask task{
        Program::parse(deep, "deep.loh", limits), columns.table(), "y", {}, quick_options(2, 1), {}};
    task.elaborate.limits = limits;
    try {
        Model model = learn(task);
        ModelLimits raised;
        raised.program = limits;
        EXPECT_EQ(Model::parse(model.to_json(), "m.json", raised).to_json(), model.to_json());
        // The limits of the file are not those of the reader.
        EXPECT_EQ(error_from([&] { again(model); }).kind, ErrorKind::limit);
    } catch (const Error& error) {
        ADD_FAILURE() << error.diagnostic().message << "\n" << error.diagnostic().hint;
    }
}

TEST(Model, PredictsWithTheColumnsOfItsFormulasOnly) {
    Columns columns = labelled(100, "0", "1");
    Model model = learn(task_of("[a & !b | c & d, [e, f] & g]", [&] {
        Columns more = columns;
        for (const char* name : {"e", "f", "g"}) more.column(name) = Cells(100, "0");
        return more.table();
    }()));
    ASSERT_EQ(model.columns(), kNames);
    EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
    Report report = model.evaluate(columns.table());
    EXPECT_FALSE(report.fidelity_known);
    EXPECT_EQ(report.accuracy, 1);
    Diagnostic error = error_from([&] { static_cast<void>(model.soft(columns.table())); });
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "<table> has no column for the input e");
    columns.drop("y");  // not needed to predict
    EXPECT_EQ(model.predict(columns.table()).size(), 100U);
    columns.drop("d");
    EXPECT_EQ(error_from([&] { static_cast<void>(model.predict(columns.table())); }).message,
              "<table> has no column for the input d");
}

TEST(Model, PaperHeadNeedsEveryColumn) {
    Columns columns = graded(60);
    columns.column("e") = Cells(60, "0");
    TableTask task = task_of(kListProgram + "; output high := [!a, [e, !c] & !d]", columns.table());
    task.options.head = Head::paper;
    Model model = learn(task);
    EXPECT_EQ(model.predict(columns.table()).size(), 60U);
    columns.drop("e");
    EXPECT_EQ(error_from([&] { static_cast<void>(model.predict(columns.table())); }).kind, ErrorKind::name);
    EXPECT_EQ(error_from([&] { static_cast<void>(model.evaluate(columns.table())); }).kind, ErrorKind::name);
}

TEST(Model, IgnoresOtherColumnsAndColumnOrder) {
    Columns columns = labelled(60, "0", "1");
    Model model = learn(task_of(kProgram, columns.table()));
    Columns other;
    other.column("name") = Cells(60, "Ann, of course");
    for (const char* name : {"y", "d", "c", "b", "a"}) other.column(name) = columns.column(name);
    EXPECT_EQ(model.predict(other.table()), model.predict(columns.table()));
    EXPECT_EQ(learn(task_of(kProgram, other.table())).to_json(), model.to_json());
}

TEST(Model, PredictsZeroRows) {
    Model model = learn(task_of(kProgram, labelled(60, "0", "1").table()));
    Table empty = Table::from_columns({"a", "b", "c", "d", "y"}, {{}, {}, {}, {}, {}});
    EXPECT_TRUE(model.predict(empty).empty());
    EXPECT_EQ(model.evaluate(empty).rows, 0U);
    EXPECT_EQ(model.evaluate(empty).fidelity(), 1);
    EXPECT_TRUE(model.soft(empty).columns[0].empty());
}

TEST(Model, SoftOutputsRoundToThePrediction) {
    for (bool list : {false, true}) {
        Columns columns = list ? graded(120, true) : labelled(120, "no", "yes", true);
        Model model = learn(task_of(list ? kListProgram : kProgram, columns.table()));
        SoftOutputs soft = model.soft(columns.table());
        EXPECT_EQ(soft.names, list ? (Cells{"low", "mid", "high"}) : (Cells{"yes"}));
        std::vector<std::string> predicted = model.predict(columns.table());
        for (std::size_t row = 0; row < 120; ++row) {
            std::vector<std::string> rounded;
            for (std::size_t o = 0; o < soft.names.size(); ++o) {
                EXPECT_GE(soft.columns[o][row], 0);
                EXPECT_LE(soft.columns[o][row], 1);
                if (soft.columns[o][row] > 0.5F) rounded.push_back(soft.names[o]);
            }
            if (!list && rounded.empty()) rounded = {"no"};
            EXPECT_EQ(rounded, (Cells{predicted[row]})) << "row " << row;
        }
    }
}

TEST(Model, ReportsCountThePredictions) {
    for (bool list : {false, true}) {
        Columns columns = list ? graded(150) : labelled(150, "0", "1");
        for (std::size_t row = 0; row < 150; row += 4)  // some rows are wrong
            columns.column("y")[row] = columns.column("y")[row + 1];
        TableTask task = task_of(list ? kListProgram : kProgram, columns.table());
        Model model = learn(task);
        Report report = model.evaluate(columns.table());
        std::vector<std::string> predicted = model.predict(columns.table());
        std::size_t right = 0;
        for (std::size_t t = 0; t < report.classes.size(); ++t) {
            for (std::size_t p = 0; p < report.classes.size(); ++p) {
                std::size_t expected = 0;
                for (std::size_t row = 0; row < 150; ++row)
                    expected +=
                        columns.column("y")[row] == report.classes[t] && predicted[row] == report.classes[p];
                EXPECT_EQ(report.confusion[t][p], expected);
                right += t == p ? expected : 0;
            }
        }
        EXPECT_EQ(report.classes, model.classes());
        EXPECT_EQ(report.rows, 150U);
        EXPECT_DOUBLE_EQ(report.accuracy, static_cast<double>(right) / 150);
        EXPECT_LT(report.accuracy, 1);
        EXPECT_EQ(report.f1.size(), report.classes.size());
        EXPECT_EQ(model.parts()[0].report.confusion, report.confusion);
        EXPECT_EQ(model.parts()[0].report.macro_f1, report.macro_f1);
    }
}

// Support, precision, recall and lift from their definitions.
TEST(Model, RulesHaveTheStatisticsOfTheirRows) {
    for (bool list : {false, true}) {
        Columns columns = list ? graded(150) : labelled(150, "0", "1");
        for (std::size_t row = 0; row < 150; row += 4)
            columns.column("y")[row] = columns.column("y")[row + 1];
        Table table = columns.table();
        Model model = learn(task_of(list ? kListProgram : kProgram, table));
        std::vector<Rule> rules = model.rules();
        EXPECT_EQ(rules.size(), model.rule_count());
        std::vector<bool> open(150, true);
        std::string before;
        std::vector<bool> claimed(150, false);
        for (const Rule& rule : rules) {
            if (list && rule.name != before) {
                for (std::size_t row = 0; row < 150; ++row) open[row] = open[row] && !claimed[row];
            }
            before = rule.name;
            Formula clause = elaborated(rule.text).formulas()[0];
            double support = 0, right = 0, of_class = 0;
            for (std::size_t row = 0; row < 150; ++row) {
                Assignment assignment;
                for (const std::string& name : kNames) assignment[name] = columns.column(name)[row] == "1";
                bool is_class = columns.column("y")[row] == rule.name;
                of_class += is_class ? 1 : 0;
                if (!evaluate(clause, assignment)) continue;
                claimed[row] = true;
                if (!open[row]) continue;
                support += 1;
                right += is_class ? 1 : 0;
            }
            EXPECT_EQ(static_cast<double>(rule.statistics.support), support) << rule.text;
            EXPECT_EQ(static_cast<double>(rule.statistics.right), right) << rule.text;
            EXPECT_NEAR(rule.statistics.precision, right / support, 1e-12);
            EXPECT_NEAR(rule.statistics.recall, right / of_class, 1e-12);
            EXPECT_NEAR(rule.statistics.lift, right / support / (of_class / 150), 1e-12);
            EXPECT_GE(rule.literals, 1U);
        }
        std::vector<Rule> same = model.rules_on(table);
        ASSERT_EQ(same.size(), rules.size());
        for (std::size_t i = 0; i < rules.size(); ++i) {
            EXPECT_EQ(same[i].text, rules[i].text);
            EXPECT_EQ(same[i].statistics.support, rules[i].statistics.support);
            EXPECT_EQ(same[i].statistics.lift, rules[i].statistics.lift);
        }
    }
}

TEST(Model, PruningKeepsThePredictionsOfTheTrainingRows) {
    Columns columns = labelled(25, "0", "1");
    const std::string program =
        "h[j in 1..8] := [a, !a, true] & [b, !b, true] & [c, !c, true] & [d, !d, true]; or(j in 1..8: h[j])";
    std::size_t shorter = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        TableTask task = task_of(program, columns.table(), "y", quick_options(15, 1));
        task.options.seed = seed;
        Model plain = learn(task);
        std::size_t literals = plain.literal_count();
        for (Prune level : {Prune::unsatisfied, Prune::redundant}) {
            task.options.prune = level;
            Model pruned = learn(task);
            EXPECT_EQ(pruned.predict(columns.table()), plain.predict(columns.table()));
            EXPECT_EQ(pruned.parts()[0].report.faithful, 25U);
            EXPECT_LE(pruned.literal_count(), literals);
            shorter += pruned.literal_count() < literals ? 1 : 0;
            literals = pruned.literal_count();
            EXPECT_EQ(again(pruned).to_json(), pruned.to_json());
            EXPECT_EQ(again(pruned).predict(columns.table()), pruned.predict(columns.table()));
        }
    }
    EXPECT_GT(shorter, 5U);
}

}  // namespace
}  // namespace loh::testing
