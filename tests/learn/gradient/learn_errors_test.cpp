// Tables that do not match the program, and invalid options: each is an Error with a helpful message.
#include <cmath>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/learning.hpp"
#include "support/small_tables.hpp"
#include "support/survivors.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

Columns sample() {
    return random_columns({"smoker", "sports", "age_over_60"}, 20, 1, "risk",
                          [](const Assignment& v, std::uint32_t) { return v.at("smoker") ? "1" : "0"; });
}

TableTask short_task(const std::string& program, const Table& table, const std::string& target = "risk") {
    TableTask task{Program::parse(program, "test.loh"), table, target};
    task.options.epochs = 3;
    task.options.restarts = 1;
    task.options.threads = 1;
    return task;
}

Diagnostic error_of_learning(const TableTask& task) {
    return error_from([&] { static_cast<void>(learn(task)); });
}

Diagnostic error_of_learning(const std::string& program, const Columns& columns,
                             const std::string& target = "risk") {
    return error_of_learning(short_task(program, columns.table(), target));
}

TEST(LearnErrors, MissingColumnSuggestsASimilarName) {
    Diagnostic error = error_of_learning("[smokers, sports]", sample());
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "<table> has no column for the input smokers");
    EXPECT_EQ(error.hint, "did you mean 'smoker'?");
    EXPECT_TRUE(error_of_learning("[weather, sports]", sample())
                    .hint.starts_with("the columns are 'smoker', 'sports', 'age_over_60', 'risk'"));
    EXPECT_EQ(error_of_learning("[x[1], sports]", sample()).message,
              "<table> has no column for the input x[1]");
}

TEST(LearnErrors, MissingTargetSuggestsASimilarName) {
    Diagnostic error = error_of_learning("[smoker, sports]", sample(), "rsk");
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "<table> has no column 'rsk'");
    EXPECT_EQ(error.hint, "did you mean 'risk'?");
    EXPECT_EQ(error_of_learning("[smoker, sports]", sample(), "").kind, ErrorKind::usage);
}

TEST(LearnErrors, WarnsAboutAPositiveClassAmongSeveral) {
    Columns columns = graded(60);
    std::vector<std::string> warnings;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& warning) { warnings.push_back(warning.message); };
    TableTask task = task_of(kListProgram, columns.table(), "y", quick_options(1, 1));
    task.positive = "mid";
    static_cast<void>(learn(task, hooks));
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0], "--positive has no effect: 'y' has 3 classes, and each is learned");
    task.positive = "huge";
    EXPECT_EQ(error_from([&] { static_cast<void>(learn(task, hooks)); }).message,
              "no row has the class 'huge'");
}

TEST(LearnErrors, RejectsTheTargetAsInput) {
    Diagnostic error = error_of_learning("[smoker, risk]", sample());
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.message, "the program reads the target column 'risk'");
    Columns columns = sample();
    columns.column("the risk") = columns.column("risk");
    EXPECT_EQ(error_of_learning("[smoker, `the risk`]", columns, "the risk").message,
              "the program reads the target column 'the risk'");
}

TEST(LearnErrors, RejectsMoreThanTwoClassesForOneOutput) {
    Columns columns = sample();
    columns.column("risk")[3] = "2";
    Diagnostic error = error_of_learning("[smoker, sports]", columns);
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.message.substr(0, 34), "the target 'risk' has 3 classes ('");
    EXPECT_NE(error.hint, "");
}

TEST(LearnErrors, AsksForThePositiveClassIfItIsUnknown) {
    Columns columns = sample();
    for (std::string& cell : columns.column("risk")) cell = cell == "1" ? "pear" : "apple";
    Diagnostic error = error_of_learning("[smoker, sports]", columns);
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.hint, "give the positive class: --positive CLASS");
    TableTask task = short_task("[smoker, sports]", columns.table());
    task.positive = "peer";
    error = error_of_learning(task);
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "no row has the class 'peer'");
    EXPECT_TRUE(error.hint == "the classes of 'risk' are 'apple', 'pear'" ||
                error.hint == "the classes of 'risk' are 'pear', 'apple'")
        << error.hint;
}

TEST(LearnErrors, RejectsOutputsThatDoNotMatchTheClasses) {
    Columns columns = sample();
    columns.column("risk")[0] = "low";
    columns.column("risk")[1] = "mid";
    for (std::size_t row = 2; row < 20; ++row) columns.column("risk")[row] = "high";
    Diagnostic error = error_of_learning("output low := [smoker, sports]; output mud := sports", columns);
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "there is no class for the output mud");
    EXPECT_EQ(error.hint, "did you mean 'mid'?");
    columns.column("risk")[2] = "none";
    error = error_of_learning("output low := [smoker, sports]; output mid := sports", columns);
    EXPECT_EQ(error.message, "there is no output for the classes 'none', 'high'");
    columns.column("risk")[2] = "high";
    TableTask task = short_task("output low := [smoker, sports]; output mid := sports", columns.table());
    task.options.head = Head::paper;
    error = error_of_learning(task);
    EXPECT_EQ(error.message, "there is no output for the class 'high'");
    EXPECT_EQ(error.hint, "the head `paper` needs an output for each class");
    task.options.head = Head::single;
    error = error_of_learning(task);
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(error.message, "the head `single` needs one output, and the program has 2");
    for (std::string& cell : columns.column("risk")) cell = "low";
    task = short_task("output low := [smoker, sports]", columns.table());
    task.options.head = Head::list;
    EXPECT_EQ(error_of_learning(task).message, "all rows have the class 'low': there is nothing to learn");
}

TEST(LearnErrors, RejectsTablesWithoutRows) {
    Table empty = Table::parse_csv("smoker,sports,risk\n", "empty.csv");
    Diagnostic error = error_of_learning(short_task("[smoker, sports]", empty));
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.message, "empty.csv has no rows to learn from");
}

TEST(LearnErrors, ReportsThePositionOfInvalidCells) {
    Table table = Table::parse_csv("smoker,sports,risk\n1,0,1\n0,2,0\n", "t.csv");
    Diagnostic error = error_of_learning(short_task("[smoker, sports]", table));
    EXPECT_EQ(error.message, "column 'sports': is not a truth value: '2'");
    EXPECT_EQ(error.line, 3U);
    EXPECT_EQ(error.column, 3U);
    table = Table::parse_csv("smoker,sports,risk\n1,x,1\n0,0,0\n", "t.csv");
    static_cast<void>(learn(short_task("smoker", table)));  // columns that are not read may have any cells
}

TEST(LearnErrors, ReportsThePositionOfAHoleWithoutAColumn) {
    EXPECT_EQ(error_of_learning("smoker & age > ?", sample()).file, "test.loh");
    EXPECT_EQ(error_of_learning("smoker & age > ?", sample()).column, 10U);
}

TEST(LearnErrors, EvaluationReportsAnUnknownClass) {
    Model model = learn(short_task("[smoker, sports]", sample().table()));
    Table table = Table::parse_csv("smoker,sports,risk\n1,0,1\n0,0,maybe\n", "t.csv");
    Diagnostic error = error_from([&] { static_cast<void>(model.evaluate(table)); });
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.message, "column 'risk': the model does not know the class 'maybe'");
    EXPECT_EQ(error.hint, "its classes are '0', '1'");
    EXPECT_EQ(error.line, 3U);
    EXPECT_EQ(error.column, 5U);
    EXPECT_EQ(error_from([&] { static_cast<void>(model.rules_on(table)); }).line, 3U);
    Table without = Table::parse_csv("smoker,sports\n1,0\n", "t.csv");
    EXPECT_EQ(error_from([&] { static_cast<void>(model.evaluate(without)); }).message,
              "t.csv has no column 'risk'");
}

TEST(LearnErrors, RejectsFilesThatCannotBeWritten) {
    ScratchFolder folder;
    TableTask task = short_task("[smoker, sports]", sample().table());
    LearnHooks hooks;
    hooks.trace_path = folder.file("none/trace");
    EXPECT_EQ(error_from([&] { static_cast<void>(learn(task, hooks)); }).kind, ErrorKind::io);
    hooks = {};
    hooks.checkpoint_path = folder.file("none/checkpoint");
    hooks.checkpoint_seconds = 0;
    EXPECT_EQ(error_from([&] { static_cast<void>(learn(task, hooks)); }).kind, ErrorKind::io);
    Model model = learn(task);
    EXPECT_EQ(error_from([&] { model.write(folder.file("none/model.json")); }).kind, ErrorKind::io);
    EXPECT_EQ(error_from([&] { model.write(folder.file("")); }).kind, ErrorKind::io);
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::read(folder.file("none.json"))); }).kind,
              ErrorKind::io);
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::read(folder.file(""))); }).kind, ErrorKind::io);
    EXPECT_EQ(folder.files(), 0U);
}

// A C++ program can set members of LearnOptions to any value; learn() must throw and not abort.
TEST(LearnErrors, RejectsOptionsOutOfBoundsSetInCpp) {
    using Set = std::function<void(LearnOptions&)>;
    const std::vector<std::pair<const char*, Set>> cases = {
        {"epochs 0", [](LearnOptions& o) { o.epochs = 0; }},
        {"batch 0", [](LearnOptions& o) { o.batch = 0; }},
        {"restarts 0", [](LearnOptions& o) { o.restarts = 0; }},
        {"learning rate -1", [](LearnOptions& o) { o.learning_rate = -1; }},
        {"temperature 0", [](LearnOptions& o) { o.temperature = 0; }},
        {"temperature not a number", [](LearnOptions& o) { o.temperature = std::nan(""); }},
        {"temperature floor 0", [](LearnOptions& o) { o.temperature_floor = 0; }},
        {"temperature decay 2", [](LearnOptions& o) { o.temperature_decay = 2; }},
        {"holdout 1.5", [](LearnOptions& o) { o.holdout = 1.5; }},
        {"validation -1", [](LearnOptions& o) { o.validation = -1; }},
        {"holdout not a number", [](LearnOptions& o) { o.holdout = std::nan(""); }},
    };
    std::vector<std::string> complaints = try_all(cases.size(), [&](std::size_t i) -> std::string {
        TableTask task = short_task("[smoker, sports]", sample().table());
        cases[i].second(task.options);
        try {
            static_cast<void>(learn(task));
        } catch (const Error& error) {
            return error.kind() == ErrorKind::usage ? "" : "another error";
        }
        return "accepted";
    });
    expect_none(complaints, [&](std::size_t i) { return cases[i].first; });
}

// Extreme values that the option table allows: learning gives a model that can be read back.
TEST(LearnErrors, ExtremeAllowedOptionsGiveAReadableModel) {
    using Flags = std::vector<std::pair<const char*, const char*>>;
    const std::vector<Flags> cases = {
        {{"learning-rate", "100"}},
        {{"learning-rate", "100"}, {"initial-deviation", "100"}, {"noise", "100"}},
        {{"learning-rate", "1e-300"}},
        {{"noise", "100"}},
        {{"temperature", "1e-300"}, {"temperature-floor", "1e-300"}},
        {{"temperature", "1000"}, {"temperature-floor", "1000"}},
        {{"temperature", "1"}, {"temperature-decay", "1e-300"}, {"temperature-floor", "5e-324"}},
        {{"initial-deviation", "100"}, {"temperature", "1e-9"}},
        {{"initial-deviation", "0"}},
        {{"seed", "18446744073709551615"}},
        {{"holdout", "0.9"}, {"validation", "0.9"}},
        {{"batch", "1"}, {"epochs", "1"}},
        {{"loss", "squared-error"}, {"semantics", "lukasiewicz"}, {"learning-rate", "90"}},
        {{"loss", "cross-entropy"}, {"semantics", "product"}, {"temperature", "1e-200"}},
    };
    std::vector<std::string> complaints = try_all(2 * cases.size(), [&](std::size_t i) -> std::string {
        TableTask task =
            short_task(i % 2 == 0 ? "[smoker, sports] & [age_over_60, true]"
                                  : "[smoker, sports, age_over_60, true] & [!sports, smoker, true]",
                       sample().table());
        for (const auto& [flag, value] : cases[i / 2]) set_option(task.options, flag, value);
        Model model = learn(task);
        std::string json = model.to_json();
        return Model::parse(json).to_json() == json ? "" : "another model";
    });
    expect_none(complaints, [&](std::size_t i) {
        return std::string(cases[i / 2][0].first) + " " + cases[i / 2][0].second;
    });
}

}  // namespace
}  // namespace loh::testing
