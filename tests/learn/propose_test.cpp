#include <set>

#include <gtest/gtest.h>

#include "support/learning.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// People with an age (sometimes missing), a job and an identifier; the class depends on age and job.
Table people(std::uint32_t rows, bool three_classes = false) {
    loh::Random random(7, Stream::testing);
    const char* jobs[] = {"clerk", "nurse", "smith"};
    std::vector<std::vector<std::string>> columns(4);
    for (std::uint32_t row = 0; row < rows; ++row) {
        auto age = static_cast<int>(20 + random.uniform(0, row) * 50);
        const char* job = jobs[static_cast<int>(random.uniform(1, row) * 3)];
        bool missing = random.uniform(2, row) < 0.05;
        bool old = !missing && age >= 45;
        std::string label = old && job != std::string("smith") ? "yes" : "no";
        if (three_classes && label == "no" && job == std::string("nurse")) label = "maybe";
        columns[0].push_back("p" + std::to_string(row));
        columns[1].push_back(missing ? "?" : std::to_string(age));
        columns[2].emplace_back(job);
        columns[3].push_back(label);
    }
    return Table::from_columns({"person", "age", "job", "ok"}, columns);
}

LearnOptions table_options() {
    LearnOptions options = quick_options(60, 3);
    options.max_rules = 8;
    options.prune = Prune::redundant;
    return options;
}

// Learns the proposed program.
Model learned(const Table& table, const std::string& target, const LearnOptions& options,
              const TableSchema& schema) {
    TableTask task = task_of("true", table, target, options);
    task.program = propose(table, target, options, schema);
    task.schema = schema;
    return learn(task);
}

TEST(Propose, UsesTheLiteralsOfAllColumnsExceptTheTarget) {
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    LearnOptions options = table_options();
    std::string text = propose(people(300), "ok", options, schema).format();
    EXPECT_EQ(text,
              "x[1] := age < 45\n"
              "x[2] := age >= 45\n"
              "x[3] := age is missing\n"
              "x[4] := job = \"clerk\"\n"
              "x[5] := job = \"nurse\"\n"
              "x[6] := job = \"smith\"\n"
              "\n"
              "rule[j in 1..8] := and(i in 1..6: [x[i], true])\n"
              "output yes := or(j in 1..8: [rule[j], false])\n");
    options.network = NormalForm::cnf;
    text = propose(people(300), "ok", options, schema).format();
    EXPECT_NE(text.find("clause[j in 1..8] := or(i in 1..6: [x[i], false])"), std::string::npos) << text;
    EXPECT_NE(text.find("output yes := and(j in 1..8: [clause[j], true])"), std::string::npos) << text;
}

TEST(Propose, LimitsTheLiteralsOfARule) {
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    LearnOptions options = table_options();
    auto proposes = [&](const char* line) {
        std::string text = propose(people(300), "ok", options, schema).format();
        EXPECT_NE(text.find(line), std::string::npos) << text;
    };
    options.max_literals = 2;
    proposes("\nrule[j in 1..8] := and(k in 1..2: [i in 1..6: x[i], true])\n");
    options.network = NormalForm::cnf;
    proposes("\nclause[j in 1..8] := or(k in 1..2: [i in 1..6: x[i], false])\n");
    options.max_literals = 6;  // the number of literals: no limit
    proposes("\nclause[j in 1..8] := or(i in 1..6: [x[i], false])\n");
}

TEST(Propose, SecondLayerJoinsTheNeuronsOfTheFirst) {
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    LearnOptions options = table_options();
    options.second_layer = 3;
    auto layers = [&] {
        std::string text = propose(people(300), "ok", options, schema).format();
        return text.substr(text.find("\n\n") + 2);
    };
    EXPECT_EQ(layers(),
              "clause[j in 1..8] := or(i in 1..6: [x[i], false])\n"
              "rule[j in 1..3] := and(i in 1..8: [clause[i], true])\n"
              "output yes := or(j in 1..3: [rule[j], false])\n");
    options.max_literals = 2;
    options.second_inputs = 4;
    options.network = NormalForm::cnf;
    EXPECT_EQ(layers(),
              "rule[j in 1..8] := and(k in 1..2: [i in 1..6: x[i], true])\n"
              "clause[j in 1..3] := or(k in 1..4: [i in 1..8: rule[i], false])\n"
              "output yes := and(j in 1..3: [clause[j], true])\n");
    options.head = Head::vote;
    EXPECT_TRUE(
        layers().ends_with("\noutput clause[j in 1..3] := or(k in 1..4: [i in 1..8: rule[i], false])\n"))
        << layers();
}

// Neither one rule nor one clause tells when exactly two of four columns hold.
TEST(Propose, ANetworkOfTwoHiddenLayersIsLearnedWithoutLoss) {
    loh::Random random(3, Stream::testing);
    std::vector<std::vector<std::string>> columns(5);
    for (std::uint32_t row = 0; row < 200; ++row) {
        int sum = 0;
        for (std::uint32_t column = 0; column < 4; ++column) {
            bool on = random.uniform(column, row) < 0.5;
            sum += on ? 1 : 0;
            columns[column].emplace_back(on ? "on" : "off");
        }
        columns[4].emplace_back(sum >= 2 ? "yes" : "no");
    }
    Table table = Table::from_columns({"a", "b", "c", "d", "y"}, columns);
    LearnOptions options = quick_options(200, 5);
    options.max_rules = 12;
    options.second_layer = 6;
    options.restarts = 5;
    for (NormalForm network : {NormalForm::dnf, NormalForm::cnf}) {
        options.network = network;
        Model model = learned(table, "y", options, {});
        Report report = model.evaluate(table);
        EXPECT_EQ(report.accuracy, 1);
        EXPECT_EQ(report.fidelity(), 1);
        EXPECT_EQ(Model::parse(model.to_json()).to_json(), model.to_json());
    }
}

TEST(Propose, OutputsAreTheClassesRarestFirstWithoutTheMostFrequent) {
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    Elaboration program = elaborate(propose(people(300, true), "ok", table_options(), schema));
    ASSERT_EQ(program.outputs.size(), 2U);
    EXPECT_EQ(std::set<std::string>({program.outputs[0].name, program.outputs[1].name}),
              std::set<std::string>({"maybe", "yes"}));
    LearnOptions options = table_options();
    options.head = Head::paper;
    EXPECT_EQ(elaborate(propose(people(300, true), "ok", options, schema)).outputs.size(), 3U);
}

// Placeholders get other names if columns or classes already have theirs.
TEST(Propose, AvoidsNamesOfColumnsAndClasses) {
    std::vector<std::string> numbers;
    std::vector<std::string> labels;
    for (int i = 0; i < 40; ++i) {
        numbers.push_back(std::to_string(i));
        labels.emplace_back(i < 20 ? "rule" : "x_");
    }
    Table table = Table::from_columns({"x", "two words", "y"}, {numbers, numbers, labels});
    Model model = learned(table, "y", table_options(), {});
    EXPECT_EQ(model.evaluate(table).accuracy, 1);
}

TEST(Propose, UsesOnlyTheTrainingRows) {
    LearnOptions options = table_options();
    options.holdout = 0.3;
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    Table table = people(200);
    std::string text = propose(table, "ok", options, schema).format();
    // A row is held out if an absurd age in it does not change the program.
    std::size_t without_influence = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::vector<std::vector<std::string>> cells(table.columns());
        for (std::size_t column = 0; column < table.columns(); ++column) {
            for (std::size_t r = 0; r < table.rows(); ++r)
                cells[column].emplace_back(column == 2 && r == row ? "spy" : table.cell(column, r));
        }
        Table changed = Table::from_columns(table.names(), cells);
        without_influence += propose(changed, "ok", options, schema).format() == text ? 1 : 0;
    }
    EXPECT_EQ(without_influence, 60U);
}

TEST(Propose, ReportsUnusableTables) {
    Table table = people(50);
    auto message = [&](const Table& of, const std::string& target) {
        return error_from([&] { static_cast<void>(propose(of, target, table_options())); }).message;
    };
    EXPECT_EQ(message(table, "okay"), "<table> has no column 'okay'");
    EXPECT_EQ(message(Table::from_columns({"a", "y"}, {{"1", "2"}, {"n", "n"}}), "y"),
              "all rows have the class 'n': there is nothing to learn");
    EXPECT_EQ(
        message(Table::from_columns({"a", "y"}, {{"1", "1"}, {"n", "y"}}), "y"),
        "no single column of <table> separates the classes of 'y' on its own, so there are no literals");
    EXPECT_EQ(message(Table::from_columns({"a", "y"}, {{}, {}}), "y"), "<table> has no rows to learn from");
}

// From a table to rules over its columns, and to predictions with the model file.
TEST(LearnTable, FindsTheRuleOverTheColumns) {
    TableSchema schema;
    schema.columns["person"] = ColumnUse::ignore;
    Table table = people(400);
    Model model = learned(table, "ok", table_options(), schema);
    EXPECT_EQ(model.evaluate(table).accuracy, 1);
    EXPECT_EQ(model.parts()[0].report.faithful, 400U);
    std::vector<std::string> columns = model.columns();
    EXPECT_EQ(std::set<std::string>(columns.begin(), columns.end()), (std::set<std::string>{"age", "job"}));
    Model read = again(model);
    EXPECT_EQ(read.to_json(), model.to_json());
    EXPECT_EQ(read.predict(table), model.predict(table));
}

TEST(LearnTable, PredictionNeedsOnlyTheColumnsOfTheRules) {
    Table table = people(400);
    LearnOptions options = table_options();
    Model model = learn(
        task_of("[age >= 45, age >= 30] & [job = \"clerk\", job != \"smith\", true]", table, "ok", options));
    Table fresh =
        Table::from_columns({"job", "age"}, {{"pilot", "smith", "", "nurse"}, {"50", "50", "50", "?"}});
    EXPECT_EQ(model.predict(fresh), (std::vector<std::string>{"yes", "no", "no", "no"}));
    Table wrong = Table::from_columns({"job", "age"}, {{"clerk"}, {"old"}});
    EXPECT_NE(error_from([&] { static_cast<void>(model.predict(wrong)); }).message.find("column 'age'"),
              std::string::npos);
}

TEST(LearnTable, RejectsAtomsOfTheWrongTypeAndWarnsAboutLikelyMistakes) {
    Table table = people(60);
    auto message = [&](const std::string& program) {
        return error_from([&] { static_cast<void>(learn(task_of(program, table, "ok"))); }).message;
    };
    EXPECT_EQ(message("[job >= 3, true]").rfind("in the literal job >= 3: ", 0), 0U)
        << message("[job >= 3, true]");
    EXPECT_NE(message("[aeg >= 3, true]").find("aeg"), std::string::npos);
    EXPECT_EQ(message("[ok = \"yes\", true]"), "the program reads the target column 'ok'");
    std::vector<std::string> warnings;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& warning) { warnings.push_back(warning.message); };
    static_cast<void>(learn(task_of("[job = \"clerc\", job = \"nurse\"]", table, "ok"), hooks));
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("clerc"), std::string::npos);
}

// A column whose name is the text of an atom is used for that atom, in learning and in prediction.
TEST(LearnTable, ColumnNamedLikeAnAtomIsUsedAsTheAtom) {
    Table table = Table::from_columns({"age >= 40", "age", "y"},
                                      {{"1", "0", "1", "0"}, {"1", "90", "2", "80"}, {"1", "0", "1", "0"}});
    Model model = learn(task_of("[age >= 40, age >= 70]", table));
    EXPECT_EQ(model.evaluate(table).accuracy, 1);
    EXPECT_EQ(again(model).predict(table), (std::vector<std::string>{"1", "0", "1", "0"}));
}

}  // namespace
}  // namespace loh::testing
