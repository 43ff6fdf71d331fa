// Learning from small tables: heads and classes, predictions, figures, what a model needs, and what it must not look at.
#include "loh/model.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "data/truth_columns.hpp"
#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;

LearnOptions quick_options(std::size_t epochs = 40, std::size_t restarts = 3) {
    LearnOptions options;
    options.epochs = epochs;
    options.restarts = restarts;
    options.batch = 16;
    options.threads = 1;
    return options;
}

LearnTask task_of(const std::string& program, const Table& table, const std::string& target = "y",
                  const LearnOptions& options = quick_options()) {
    return {Program::parse(program, "test.loh"), table, target, {}, options, {}};
}

const std::vector<std::string> kNames = {"a", "b", "c", "d"};
const std::string kProgram = "[a, b, c] & [!b, d, true] | [c, !a] & d";
const std::string kTruth = "a & !b | c & d";

// Rows of kNames, labelled by kTruth.
Columns labelled(std::uint32_t rows, const std::string& no, const std::string& yes, bool fuzzy = false) {
    Formula truth = elaborated(kTruth).formulas()[0];
    return random_columns(
        kNames, rows, 5, "y",
        [&](const Assignment& assignment, std::uint32_t) { return evaluate(truth, assignment) ? yes : no; },
        fuzzy);
}

const std::string kListProgram = "output low := [a, b] & [c, !d]; output mid := [b, c, d] & [d, true]";

// Three classes; `low` where a & c, else `mid` where b & d, else `high`.
Columns graded(std::uint32_t rows, bool fuzzy = false) {
    return random_columns(
        kNames, rows, 6, "y",
        [](const Assignment& v, std::uint32_t) {
            return v.at("a") && v.at("c") ? "low" : v.at("b") && v.at("d") ? "mid" : "high";
        },
        fuzzy);
}

Model again(const Model& model) { return Model::parse(model.to_json(), "again.json"); }

// What the formulas of a model say about a row, worked out one variable at a time.
std::string class_by_hand(const Model& model, const Table& table, std::size_t row) {
    for (const ClassFormula& part : model.formulas()) {
        Assignment assignment;
        for (const std::string& name : variables(part.formula))
            assignment[name] = truth_column(table, find_input_column(table, name).value())[row] > 0.5F;
        if (evaluate(part.formula, assignment)) return part.name;
    }
    return model.head() == Head::single ? model.classes()[0] : model.classes().back();
}

TEST(Learn, FindsTheFormulaBehindTheRows) {
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

TEST(Learn, KnowsThePositiveClassFromItsNameOrIsTold) {
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
                                     {"yes", "no", "no", ""},  // the output's name comes first
                                     {"1", "0", "", "0"},      // and what was said before everything
                                     {"apple", "pear", "", "pear"},
                                     {"apple", "pear", "apple", "pear"}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.no + " / " + one.yes);
        Columns columns = labelled(60, one.no, one.yes);
        LearnTask task =
            task_of((one.output.empty() ? "" : "output " + one.output + " := ") + kProgram, columns.table());
        task.positive = one.positive;
        Model model = learn(task);
        EXPECT_EQ(model.classes(), (Cells{one.no, one.yes}));
        EXPECT_EQ(model.formulas()[0].name, one.yes);
        EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
        EXPECT_EQ(again(model).predict(columns.table()), columns.column("y"));
    }
}

TEST(Learn, OneClassAloneIsEnoughWhereItsOppositeIsKnown) {
    for (const auto& [only, classes] : std::vector<std::pair<std::string, Cells>>{
             {"1", {"0", "1"}}, {"0", {"0", "1"}}, {"no", {"no", "yes"}}}) {
        Columns columns = labelled(30, only, only);
        Model model = learn(task_of("[a, true, false]", columns.table()));
        EXPECT_EQ(model.classes(), classes);
        EXPECT_EQ(model.predict(columns.table()), columns.column("y"));
        EXPECT_EQ(again(model).to_json(), model.to_json());
    }
}

TEST(Learn, AListNamesClassesInTheOrderOfTheOutputs) {
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

// The last output is what remains: whatever it says, the model is the same, and there is a warning.
TEST(Learn, AListWithAnOutputForEveryClassDoesNotUseTheLast) {
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
              "the output high is the last of the list: it is what remains, and its formula is not used");
    EXPECT_EQ(full.classes(), shorter.classes());
    EXPECT_EQ(full.predict(columns.table()), columns.column("y"));
    ASSERT_EQ(full.formulas().size(), 2U);
    EXPECT_EQ(full.formulas()[1].formula.to_string(), shorter.formulas()[1].formula.to_string());
    EXPECT_EQ(again(full).to_json(), full.to_json());
}

TEST(Learn, ThePaperHeadPredictsTheLargestOutput) {
    Columns columns = graded(200, true);
    LearnTask task = task_of(kListProgram + "; output high := [!a, !c] & [!b, !d]", columns.table());
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
    LearnTask task = task_of(kProgram, columns.table());
    std::string first = learn(task).to_json();
    EXPECT_EQ(learn(task).to_json(), first);
    task.options.seed = 1;
    EXPECT_NE(learn(task).to_json(), first);
}

TEST(Learn, OfAProgramWithoutChoicesMeasuresIt) {
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

TEST(Learn, StoppedEarlyGivesAModelThatWorks) {
    Columns columns = labelled(60, "0", "1");
    for (int after : {0, 1, 5, 50}) {
        int asked = 0;
        LearnHooks hooks;
        hooks.stop = [&] { return asked++ >= after; };
        LearnTask task = task_of(kProgram, columns.table());
        task.options.learning_rate = 0.001;
        Model model = learn(task, hooks);
        EXPECT_EQ(again(model).predict(columns.table()), model.predict(columns.table()));
        EXPECT_EQ(model.evaluate(columns.table()).faithful, 60U);
        EXPECT_LE(asked, after + 2);
    }
}

// Any program, any rows, any head whose formulas predict: network and formulas agree on every row, the file gives the model
// back, and predictions are what the formulas say.
TEST(Model, SaysTheSameByNetworkFormulasAndFile) {
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
        LearnTask task = task_of(text, columns.table(), "the target", quick_options(2, 2));
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

TEST(Model, IsWrittenAndReadWhole) {
    ScratchFolder folder;
    Columns columns = graded(80);
    Model model = learn(task_of(kListProgram, columns.table()));
    model.write(folder.file("model.json"));
    EXPECT_EQ(folder.files(), 1U);  // nothing beside it
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

TEST(Model, RemembersTheConstantsOfItsProgram) {
    LearnTask task =
        task_of("const n = 1; and(i in 1..n: [x[i], true])",
                random_columns({"x[1]", "x[2]", "x[3]"}, 60, 1, "y", [](const Assignment& v, std::uint32_t) {
                    return v.at("x[2]") && v.at("x[3]") ? "1" : "0";
                }).table());
    task.elaborate.constants["n"] = 3;
    Model model = learn(task);
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "x[2] & x[3]");
    EXPECT_EQ(again(model).to_json(), model.to_json());
}

// What a program may cost is an option of the one who learns; the model must not forget it.
TEST(Model, OfAProgramThatNeedsRaisedLimitsIsLearnedAndRead) {
    if (repeats(10) != 10) GTEST_SKIP() << "the sanitizers need too much stack for a level";
    Columns columns = labelled(40, "0", "1");
    std::string deep = "[a, b]";
    try {
        while (deep.size() < 20'000) {  // a little deeper than is allowed without asking
            for (int i = 0; i < 10; ++i) deep = "!(a & " + deep + ")";
            elaborated(deep);
        }
        FAIL() << "not deep enough";
    } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::limit);
    }
    Limits limits;
    limits.max_depth = 4000;
    LearnTask task{
        Program::parse(deep, "deep.loh", limits), columns.table(), "y", {}, quick_options(2, 1), {}};
    task.elaborate.limits = limits;
    try {
        Model model = learn(task);
        EXPECT_EQ(again(model).to_json(), model.to_json());
    } catch (const Error& error) {
        ADD_FAILURE() << error.diagnostic().message << "\n" << error.diagnostic().hint;
    }
}

TEST(Model, PredictsFromTheColumnsOfItsFormulasAlone) {
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

TEST(Model, ThePaperHeadNeedsEveryColumn) {
    Columns columns = graded(60);
    columns.column("e") = Cells(60, "0");
    LearnTask task = task_of(kListProgram + "; output high := [!a, [e, !c] & !d]", columns.table());
    task.options.head = Head::paper;
    Model model = learn(task);
    EXPECT_EQ(model.predict(columns.table()).size(), 60U);
    columns.drop("e");
    EXPECT_EQ(error_from([&] { static_cast<void>(model.predict(columns.table())); }).kind, ErrorKind::name);
    EXPECT_EQ(error_from([&] { static_cast<void>(model.evaluate(columns.table())); }).kind, ErrorKind::name);
}

TEST(Model, OtherColumnsMayHoldAnythingAndMayBeInAnyOrder) {
    Columns columns = labelled(60, "0", "1");
    Model model = learn(task_of(kProgram, columns.table()));
    Columns other;
    other.column("name") = Cells(60, "Ann, of course");
    for (const char* name : {"y", "d", "c", "b", "a"}) other.column(name) = columns.column(name);
    EXPECT_EQ(model.predict(other.table()), model.predict(columns.table()));
    EXPECT_EQ(learn(task_of(kProgram, other.table())).to_json(), model.to_json());
}

TEST(Model, PredictsNothingForNoRows) {
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

TEST(Model, ReportsCountWhatIsPredicted) {
    for (bool list : {false, true}) {
        Columns columns = list ? graded(150) : labelled(150, "0", "1");
        for (std::size_t row = 0; row < 150; row += 4)  // some rows are wrong
            columns.column("y")[row] = columns.column("y")[row + 1];
        LearnTask task = task_of(list ? kListProgram : kProgram, columns.table());
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
        LearnTask task = task_of(program, columns.table(), "y", quick_options(15, 1));
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

Json logits_of(const LearnTask& task) { return Json::parse(learn(task).to_json())["logits"]; }

// Which rows have a say: under product semantics every input of a training row moves the logits a little. The others are
// the rows kept aside; neither their inputs nor their labels have a say.
TEST(Learn, RowsKeptAsideHaveNoInfluence) {
    constexpr std::uint32_t kRows = 40;
    Columns columns = labelled(kRows, "0", "1", true);
    LearnTask task = task_of(kProgram, columns.table(), "y", quick_options(2, 1));
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

    // Labels: two rows kept aside change places, where that does not change which rows are kept aside.
    constexpr std::uint32_t kHoldout = 1;  // purpose of the split in learn.cpp
    auto split = [&](const Columns& of) {
        Examples examples;
        for (const std::string& cell : of.cells.back()) examples.labels.push_back(cell == "1" ? 1 : 0);
        return stratified_split(examples, all_rows(kRows), 0.25, task.options.seed, kHoldout).second;
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
    LearnTask task = task_of(kListProgram, columns.table());
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

// More restarts are the same runs and more of them. The best is the one with the highest F1, then with the shortest formula,
// then the first.
TEST(Learn, KeepsTheBestRun) {
    std::set<std::size_t> kept;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Columns columns = labelled(60, "0", "1");
        for (std::size_t row = 0; row < 60; row += 5) columns.column("y")[row] = columns.column("y")[row + 1];
        LearnTask task = task_of("[a, b, true] & [c, !b, true] | [c, !a, false] & [d, b, true]",
                                 columns.table(), "y", quick_options(6, 1));
        task.options.seed = seed;
        double highest = -1;
        std::size_t literals = 0;
        std::size_t best = 0;
        for (std::size_t restarts = 1; restarts <= 8; ++restarts) {
            task.options.restarts = restarts;
            Model model = learn(task);
            Json json = Json::parse(model.to_json());
            ASSERT_EQ(json["runs"].size(), restarts);
            double newest = json["runs"].back()["macro_f1"];
            std::size_t chosen = json["best_run"];
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

TEST(Learn, PassesOnTheWarningsOfTheProgram) {
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

TEST(Learn, ProgressTellsOfEveryRun) {
    Columns columns = labelled(60, "0", "1");
    columns.column("y")[0] = columns.column("y")[0] == "0" ? "1" : "0";  // probably nothing fits
    LearnTask task = task_of("[a, b] & [c, d]", columns.table(), "y", quick_options(5, 3));
    std::map<std::size_t, std::size_t> epochs;
    std::size_t ended = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) {
        EXPECT_EQ(progress.runs, 3U);
        EXPECT_EQ(progress.epochs, 5U);
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
