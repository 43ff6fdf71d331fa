// Knowledge with learned parts: holes are filled from the training rows, and a program with holes learns the same as a program
// that lists the candidates explicitly.
#include <cmath>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "decision/trained_network.hpp"
#include "features/discretize.hpp"
#include "learn/fitted_candidates.hpp"
#include "learn/gradient/trainer.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Patients with a pulse and a ward, sometimes missing, an uninformative number, and a constant column.
Columns patients(std::uint32_t rows) {
    loh::Random random(11, Stream::testing);
    const char* wards[] = {"east", "north", "west"};
    Columns columns;
    for (const char* name : {"pulse", "ward", "bed", "clinic", "empty", "ok"}) columns.column(name);
    for (std::uint32_t row = 0; row < rows; ++row) {
        auto pulse = static_cast<int>(50 + random.uniform(0, row) * 60);
        std::string ward = wards[static_cast<int>(random.uniform(1, row) * 3)];
        bool no_pulse = random.uniform(2, row) < 0.1;
        if (random.uniform(4, row) < 0.1) ward = "";
        columns.column("pulse").push_back(no_pulse ? "?" : std::to_string(pulse));
        columns.column("ward").push_back(ward);
        columns.column("bed").push_back(std::to_string(static_cast<int>(random.uniform(3, row) * 90)));
        columns.column("clinic").emplace_back("city");
        columns.column("empty").emplace_back("?");
        columns.column("ok").emplace_back(!no_pulse && pulse >= 80 && ward != "west" ? "yes" : "no");
    }
    return columns;
}

TableTask patient_task(const std::string& program, const Table& table) {
    LearnOptions options = quick_options(30, 2);
    return task_of(program, table, "ok", options);
}

std::vector<std::string> remarks_of(const TableTask& task) {
    std::vector<std::string> result;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& remark) {
        EXPECT_EQ(remark.severity, Severity::note);
        EXPECT_EQ(remark.line, 1U);
        result.push_back(remark.message);
    };
    static_cast<void>(learn(task, hooks));
    return result;
}

// `[pulse > 60, pulse > 70]`, with the candidates from the rows.
std::string choice_by_hand(const std::string& comparison, const std::vector<double>& cuts) {
    std::string result;
    for (double cut : cuts)
        result += (result.empty() ? "[" : ", ") + comparison + " " + nlohmann::json(cut).dump();
    return result + "]";
}

std::vector<double> numbers_of(const Columns& columns, std::size_t column) {
    std::vector<double> result;
    for (const std::string& cell : columns.cells[column])
        result.push_back(cell == "?" ? std::nan("") : std::stod(cell));
    return result;
}

void expect_same_learning(const TableTask& one, const TableTask& other) {
    Model first = learn(one);
    Model second = learn(other);
    auto json = [](const Model& model) { return nlohmann::json::parse(model.to_json()); };
    EXPECT_EQ(json(first)["network"]["logits"], json(second)["network"]["logits"]);
    EXPECT_EQ(json(first)["formulas"], json(second)["formulas"]);
    EXPECT_EQ(json(first)["metrics"], json(second)["metrics"]);
    EXPECT_EQ(first.predict(one.table), second.predict(one.table));
}

TEST(Holes, LearnTheSameAsChoicesWrittenByHand) {
    Columns columns = patients(150);
    Table table = columns.table();
    std::vector<double> cuts = quantile_cuts(numbers_of(columns, 0), Rows::all(150).list(), 6);
    ASSERT_EQ(cuts.size(), 6U);
    std::string more = choice_by_hand("pulse >", cuts);
    std::string less = choice_by_hand("pulse <", cuts);
    std::string ward = "[ward = \"east\", ward = \"north\", ward = \"west\"]";
    const std::pair<std::string, std::string> programs[] = {
        {"pulse > ?", more},
        {"or(i in 1..2: pulse > ? & ward = ?)", "or(i in 1..2: " + more + " & " + ward + ")"},
        {"template t(f) := f & pulse < ?; t(ward = ?) | !t(?<pulse)",
         "template t(f) := f & " + less + "; t(" + ward + ") | !t(" + more + ")"},
        {"p := [pulse > ?, true]; p & ward not in ? | !p & ward in ?",
         "p := [" + more +
             ", true]; p & and(c in {east, north, west}: [ward != c, true]) | "
             "!p & or(c in {east, north, west}: [ward = c, false])"}};
    for (const auto& [with_holes, by_hand] : programs) {
        SCOPED_TRACE(with_holes);
        TableTask task = patient_task("output yes := true", table);
        task.options.cuts = Cuts::quantiles;
        task.options.max_cuts = 6;
        TableTask other = task;
        task.program = Program::parse(with_holes);
        other.program = Program::parse(by_hand);
        expect_same_learning(task, other);
    }
}

TEST(Holes, FindTheCutAndTheCategory) {
    Table table = patients(400).table();
    Model model = learn(patient_task("pulse >= ? & !(ward in ?)", table));
    EXPECT_EQ(model.evaluate(table).accuracy, 1) << model.formulas()[0].formula.to_string();
    EXPECT_EQ(model.parts()[0].report.faithful, 400U);
}

TEST(Holes, UseQuantilesWithANoteIfMdlFindsNoCut) {
    TableTask task = patient_task("or(i in 1..3: [bed >= ?, false]) | pulse > ?", patients(100).table());
    EXPECT_EQ(remarks_of(task),
              (std::vector<std::string>{"--cuts mdl finds no cut of bed: 9 quantile cuts are used instead"}));
    task.options.cuts = Cuts::quantiles;
    EXPECT_TRUE(remarks_of(task).empty());
}

TEST(Holes, WithoutCandidatesAreErrorsWithAPosition) {
    Table table = patients(60).table();
    auto error = [&](const std::string& program) {
        Diagnostic found = error_from([&] { static_cast<void>(learn(patient_task(program, table))); });
        EXPECT_EQ(found.file, "test.loh") << program;
        EXPECT_EQ(found.line, 1U) << program;
        EXPECT_EQ(found.column, 13U) << program;
        EXPECT_NE(found.hint, "") << program;
        return found.message;
    };
    EXPECT_EQ(error("bed > 45 & (plse > ?)"), "<table> has no column for the input plse");
    EXPECT_EQ(error("bed > 45 & (ok = ?)"), "the program reads the target column 'ok'");
    EXPECT_EQ(error("bed > 45 & (clinic = ?)"),
              "column 'clinic' has the same value in all training rows: there is nothing to choose from");
    EXPECT_EQ(error("bed > 45 & (empty > ?)"),
              "column 'empty' has no value in the training rows: there is nothing to cut");
    EXPECT_EQ(error("bed > 45 & (ward > ?)"), "column ward has categories, which have no order");
    EXPECT_EQ(error("bed > 45 & (pulse = ?)"),
              "column pulse has numbers: a hole stands for a cut point, not for a single value");
}

TEST(Holes, HaveTheSameMeaningInAModelReadFromFile) {
    Table table = patients(200).table();
    Model model = learn(patient_task("pulse >= ? & [ward = ?, ward in ?] | rules(2) & [?, false]", table));
    Model read = again(model);
    EXPECT_EQ(read.to_json(), model.to_json());
    EXPECT_EQ(read.predict(table), model.predict(table));
    Table fresh =
        Table::from_columns({"pulse", "ward", "bed", "clinic", "empty"}, {{"95", "?", "95", "20"},
                                                                          {"south", "east", "", "east"},
                                                                          {"1", "2", "3", "?"},
                                                                          {"city", "sea", "", "city"},
                                                                          {"", "1", "x", ""}});
    EXPECT_EQ(read.predict(fresh), model.predict(fresh));
}

// Held-out and validation rows have no influence.
TEST(Holes, AreFilledFromTheTrainingRowsOnly) {
    Columns columns = patients(120);
    TableTask task = patient_task("pulse >= ?", columns.table());
    task.options.holdout = 0.2;
    task.options.validation = 0.25;
    task.options.cuts = Cuts::quantiles;
    task.options.max_cuts = 1000;
    auto candidates = [&](const Columns& of) {
        task.table = of.table();
        LearnTask whole = task;
        FittedCandidates fitted(whole);
        std::vector<Constant> all = fitted.candidates({"pulse"}).values;
        for (const Constant& ward : fitted.candidates({"ward"}).values) all.push_back(ward);
        std::string literals;
        for (const Atom& atom : fitted.literals()) literals += spell(atom) + "\n";
        all.emplace_back(literals);
        return all;
    };
    std::vector<Constant> before = candidates(columns);
    std::size_t without_influence = 0;
    for (std::size_t row = 0; row < 120; ++row) {
        Columns changed = columns;
        changed.column("pulse")[row] = "3000";
        changed.column("ward")[row] = "spy";
        without_influence += candidates(changed) == before ? 1 : 0;
    }
    EXPECT_EQ(without_influence, 48U);
}

TEST(LearnedParts, WithoutKnowledgeEqualTheProposedNetwork) {
    Table table = patients(150).table();
    for (NormalForm network : {NormalForm::dnf, NormalForm::cnf}) {
        for (Literals literals : {Literals::all, Literals::intervals}) {
            TableTask task = patient_task("output yes := rules(5)", table);
            if (network == NormalForm::cnf) task.program = Program::parse("output yes := clauses(5)");
            task.options.network = network;
            task.options.literals = literals;
            task.options.max_rules = 5;
            task.options.holdout = 0.2;
            TableTask proposed = task;
            proposed.program = propose(table, "ok", task.options);
            expect_same_learning(task, proposed);
        }
    }
}

TEST(LearnedParts, CompileToDenseLayersNextToKnowledge) {
    Table table = patients(80).table();
    TableTask task = patient_task("bed < 45 & (pulse > ? | rules(6))", table);
    LearnTask whole = task;
    auto fitted = std::make_shared<FittedCandidates>(whole);
    TrainedNetwork trained(*task.program);
    trained.elaboration = elaborate(trained.program, {{}, {}, fitted});
    trained.prepare();
    CompiledProgram network = trainable(trained.compiled, Semantics::goedel);
    auto layer = std::find_if(network.layers.begin(), network.layers.end(),
                              [](const DenseLayer& one) { return one.neurons == 6; });
    ASSERT_NE(layer, network.layers.end());
    EXPECT_EQ(layer->terms, fitted->literals().size());
}

TEST(LearnedParts, LearnExceptionsToTheKnowledge) {
    Table table = patients(300).table();
    TableTask task = patient_task("pulse >= 80 & clauses(2)", table);
    task.options.epochs = 100;
    Model model = learn(task);
    EXPECT_EQ(model.evaluate(table).accuracy, 1) << model.formulas()[0].formula.to_string();
}

TEST(LearnedParts, RejectTablesWithoutInformativeColumns) {
    Table table = Table::from_columns({"a", "y"}, {{"1", "1", "1"}, {"n", "y", "n"}});
    for (const char* program : {"a & rules(2)", "a & ?", "a & clauses(1)"}) {
        Diagnostic error = error_from([&] { static_cast<void>(learn(task_of(program, table))); });
        EXPECT_EQ(
            error.message,
            "no single column of <table> separates the classes of 'y' on its own, so there are no literals");
        EXPECT_EQ(error.column, 5U);
    }
}

TEST(LearnedParts, DoNotUseIgnoredColumns) {
    TableTask task = patient_task("rules(2)", patients(100).table());
    task.schema.columns["pulse"] = ColumnUse::ignore;
    LearnTask whole = task;
    FittedCandidates fitted(whole);
    std::set<std::string> columns;
    for (const Atom& atom : fitted.literals()) columns.insert(columns_of(atom)[0]);
    EXPECT_EQ(columns, (std::set<std::string>{"ward"}));
    EXPECT_FALSE(fitted.candidates({"pulse"}).values.empty());  // a program may name an ignored column
}

TEST(LearnedParts, TraceNamesTheRule) {
    ScratchFolder folder;
    TableTask task = patient_task("rules(2)", patients(60).table());
    LearnHooks hooks;
    hooks.trace_path = folder.file("trace.tsv");
    static_cast<void>(learn(task, hooks));
    std::string trace = read_whole_file(hooks.trace_path);
    EXPECT_NE(trace.find("test.loh:1:1 (rules = 2)"), std::string::npos) << trace.substr(0, 500);
}

}  // namespace
}  // namespace loh::testing
