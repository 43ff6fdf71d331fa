// Interrupted and resumed learning gives the same bytes as uninterrupted learning. A checkpoint of another task, or a damaged
// one, is an Error.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/golden.hpp"
#include "support/learning.hpp"
#include "support/survivors.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> kCheckpointNames = {"a", "b", "c", "d"};
const std::string kCheckpointProgram =
    "const k = 0; [a, b, c] & [!b, d, true] | [c, !a] & [d, a, b] & or(i in 0..1 if i = k: x[i])";

// `wrong`: percentage of wrong labels.
TableTask checkpoint_task(int wrong, std::size_t threads) {
    loh::Random random(8, Stream::testing);
    std::vector<std::string> names = kCheckpointNames;
    names.insert(names.end(), {"x[0]", "x[1]"});
    Columns columns = random_columns(names, 50, 4, "y", [&](const Assignment& v, std::uint32_t row) {
        bool truth = (v.at("a") && !v.at("b")) || (v.at("c") && v.at("d"));
        return truth == (random.uniform(50, row) * 100 >= wrong) ? "1" : "0";
    });
    columns.column("x[0]") = Cells(50, "1");
    columns.column("x[1]") = Cells(50, "1");
    TableTask task{Program::parse(kCheckpointProgram, "test.loh"), columns.table(), "y"};
    task.options.epochs = 8;
    task.options.restarts = 3;
    task.options.batch = 16;
    task.options.threads = threads;
    task.options.temperature_decay = 0.97;
    return task;
}

struct Result {
    std::string model, trace;
    friend bool operator==(const Result&, const Result&) = default;
};

// Learns with these files and returns the result. With `stop`, a checkpoint is written after each epoch; otherwise it is only
// read, because writing takes longer than learning.
Result learned(const TableTask& task, const ScratchFolder& folder, bool with_trace, bool with_checkpoint,
               const std::function<bool()>& stop = {}) {
    LearnHooks hooks;
    hooks.stop = stop;
    hooks.checkpoint_seconds = stop ? 0 : 1000;
    if (with_trace) hooks.trace_path = folder.file("trace");
    if (with_checkpoint) hooks.checkpoint_path = folder.file("checkpoint");
    std::string model = learn(task, hooks).to_json();
    return {model, with_trace ? read_text(folder.file("trace")) : ""};
}

class Interrupted : public ::testing::TestWithParam<std::tuple<std::size_t, bool>> {};

TEST_P(Interrupted, ResumedAfterAnyEpochGivesTheSameBytes) {
    auto [threads, with_trace] = GetParam();
    for (int wrong : {10, 0}) {  // with 10 all runs train all epochs, with 0 one is flawless
        TableTask task = checkpoint_task(wrong, threads);
        ScratchFolder alone;
        Result whole = learned(task, alone, with_trace, false);
        for (int after : {0, 1, 2, 5, 8, 9, 10, 14, 18, 21, 26, 40}) {
            ScratchFolder folder;
            int calls = 0;
            learned(task, folder, with_trace, true, [&] { return calls++ >= after; });
            ASSERT_TRUE(std::filesystem::exists(folder.file("checkpoint")));
            ASSERT_EQ(learned(task, folder, with_trace, true), whole) << "stopped after " << after;
            ASSERT_EQ(learned(task, folder, with_trace, true), whole);
            ASSERT_EQ(folder.files(), with_trace ? 2U : 1U);
        }
    }
}

TEST_P(Interrupted, ResumedRepeatedlyGivesTheSameBytes) {
    auto [threads, with_trace] = GetParam();
    TableTask task = checkpoint_task(10, threads);
    ScratchFolder alone;
    Result whole = learned(task, alone, with_trace, false);
    ScratchFolder folder;
    int rounds = 0;
    for (bool stopped = true; stopped; ++rounds) {
        ASSERT_LT(rounds, 100);
        stopped = false;
        int calls = 0;
        Result now = learned(task, folder, with_trace, true, [&] {
            stopped = stopped || calls++ >= 4;
            return stopped;
        });
        if (!stopped) {
            EXPECT_EQ(now, whole);
        }
    }
    EXPECT_GE(rounds, 3);
    EXPECT_EQ(learned(task, folder, with_trace, true), whole);  // resumed after all runs have ended
}

std::string interruption_name(const ::testing::TestParamInfo<std::tuple<std::size_t, bool>>& info) {
    return "Threads" + std::to_string(std::get<0>(info.param)) + (std::get<1>(info.param) ? "WithTrace" : "");
}

INSTANTIATE_TEST_SUITE_P(Learning, Interrupted,
                         ::testing::Combine(::testing::Values(1, 2, 4), ::testing::Bool()),
                         interruption_name);

TEST(Checkpoint, WorksWithEveryKindOfOption) {
    const std::vector<std::vector<std::pair<const char*, const char*>>> cases = {
        {{"patience", "2"}},
        {{"validation", "0.3"}, {"patience", "3"}},
        {{"holdout", "0.2"}, {"prune", "redundant"}},
        {{"noise", "0"}, {"initial-deviation", "0"}},
        {{"semantics", "product"}, {"loss", "squared-error"}},
        {{"class-weights", "balanced"}, {"seed", "18446744073709551615"}},
        {{"temperature", "0.3"}, {"temperature-decay", "0.5"}, {"temperature-floor", "0.05"}},
        {{"batch", "7"}, {"learning-rate", "0.0001"}},
    };
    for (const auto& flags : cases) {
        SCOPED_TRACE(flags[0].first);
        TableTask task = checkpoint_task(10, 2);
        for (const auto& [flag, value] : flags) set_option(task.options, flag, value);
        ScratchFolder folder;
        Result whole = learned(task, folder, true, false);
        for (int after : {3, 12}) {
            int calls = 0;
            learned(task, folder, true, true, [&] { return calls++ >= after; });
            ASSERT_EQ(learned(task, folder, true, true), whole);
            std::filesystem::remove(folder.file("checkpoint"));
        }
    }
}

TEST(Checkpoint, CanBeResumedOnAnotherNumberOfThreads) {
    Result whole;
    for (std::size_t threads : {1U, 4U}) {
        TableTask task = checkpoint_task(10, threads);
        ScratchFolder folder;
        int calls = 0;
        learned(task, folder, true, true, [&] { return calls++ >= 11; });
        task.options.threads = 5 - threads;
        Result now = learned(task, folder, true, true);
        if (threads == 1) whole = now;
        EXPECT_EQ(now, whole);
    }
}

TEST(Checkpoint, IsNotWrittenBeforeTheIntervalHasPassed) {
    ScratchFolder folder;
    LearnHooks hooks;
    hooks.checkpoint_path = folder.file("checkpoint");
    hooks.checkpoint_seconds = 1000;
    static_cast<void>(learn(checkpoint_task(10, 1), hooks));
    EXPECT_EQ(folder.files(), 0U);
    hooks.checkpoint_seconds = 1e300;  // exceeds the range of the clock
    static_cast<void>(learn(checkpoint_task(10, 1), hooks));
    EXPECT_EQ(folder.files(), 0U);
}

// A task that was stopped during its first run, with its checkpoint in a folder.
struct Stopped {
    ScratchFolder folder;
    TableTask task = checkpoint_task(10, 1);

    Stopped() {
        int calls = 0;
        learned(task, folder, false, true, [&] { return calls++ >= 4; });
    }
    [[nodiscard]] std::string path() const { return folder.file("checkpoint"); }
    Diagnostic refusal(const TableTask& other, bool with_trace = false) const {
        Diagnostic error = error_from([&] { learned(other, folder, with_trace, true); });
        EXPECT_EQ(error.kind, ErrorKind::usage);
        EXPECT_TRUE(error.message.starts_with(path() + " belongs to another task: ")) << error.message;
        EXPECT_NE(error.hint, "");
        return error;
    }
};

void expect_naming(const Diagnostic& error, const std::string& what) {
    EXPECT_NE(error.message.find(what), std::string::npos) << error.message << " should name " << what;
}

TEST(Checkpoint, RejectsAnotherTaskAndNamesTheDifference) {
    Stopped stopped;
    std::string before = read_text(stopped.path());
    TableTask other = stopped.task;
    other.program = Program::parse(kCheckpointProgram + " ", "test.loh");
    expect_naming(stopped.refusal(other), "program");
    for (const auto& [flag, value] :
         std::vector<std::pair<const char*, const char*>>{{"learning-rate", "0.2"},
                                                          {"seed", "1"},
                                                          {"epochs", "9"},
                                                          {"restarts", "4"},
                                                          {"holdout", "0.2"}}) {
        other = stopped.task;
        set_option(other.options, flag, value);
        Diagnostic error = stopped.refusal(other);
        EXPECT_TRUE(error.message.find("options") != std::string::npos ||
                    error.message.find(flag) != std::string::npos ||
                    error.message.find("data") != std::string::npos)
            << error.message;
    }
    expect_naming(stopped.refusal(stopped.task, true), "trace");
    EXPECT_EQ(read_text(stopped.path()), before);  // the file is unchanged
}

TEST(Checkpoint, RejectsOtherRows) {
    Stopped stopped;
    Columns columns;
    for (std::size_t i = 0; i < stopped.task.table.columns(); ++i) {
        Cells& cells = columns.column(stopped.task.table.names()[i]);
        for (std::size_t row = 0; row < stopped.task.table.rows(); ++row)
            cells.emplace_back(stopped.task.table.cell(i, row));
    }
    TableTask other = stopped.task;
    for (const char* name : {"a", "d", "y"}) {  // one cell, the last
        Columns changed = columns;
        std::string& cell = changed.column(name).back();
        cell = cell == "0" ? "1" : "0";
        other.table = changed.table();
        expect_naming(stopped.refusal(other), "data");
    }
    Columns swapped = columns;
    std::swap(swapped.column("a"), swapped.column("b"));
    other.table = swapped.table();
    expect_naming(stopped.refusal(other), "data");
    other = stopped.task;
    other.positive = "0";
    expect_naming(stopped.refusal(other), "data");
    Columns shorter = columns;
    for (Cells& cells : shorter.cells) cells.pop_back();
    other.table = shorter.table();
    expect_naming(stopped.refusal(other), "data");
    columns.column("unused") = Cells(50, "?");  // columns that the program does not read may change
    other = stopped.task;
    other.table = columns.table();
    learned(other, stopped.folder, false, true);
}

// `--const k=1` gives another program with the same text, here with the same inputs and the same number of logits.
TEST(Checkpoint, RejectsOtherConstants) {
    Stopped stopped;
    TableTask other = stopped.task;
    other.elaborate.constants["k"] = 1;
    stopped.refusal(other);
}

TEST(Checkpoint, RejectsFilesThatAreNotCheckpoints) {
    Stopped stopped;
    auto refused = [&](const std::string& text) {
        write_text(stopped.path(), text);
        Diagnostic error = error_from([&] { learned(stopped.task, stopped.folder, false, true); });
        EXPECT_NE(error.message.find(stopped.path()), std::string::npos) << error.message;
        return error.message;
    };
    std::string text = read_text(stopped.path());
    refused("");
    refused("{}");
    refused("[]");
    refused("a,b\n1,2\n");
    refused(learn(stopped.task).to_json());
    Json document = Json::parse(text);
    document["version"] = 99;
    refused(document.dump());
    std::filesystem::remove(stopped.path());
    std::filesystem::create_directory(stopped.path());
    error_from([&] { learned(stopped.task, stopped.folder, false, true); });
}

// Resumes from this checkpoint text. Returns an empty text if it is rejected with a message, or if it is accepted and must_fail
// is false; otherwise a description of the problem.
std::string resume_from(const Stopped& stopped, const std::string& text, bool must_fail) {
    write_text(stopped.path(), text);
    try {
        learned(stopped.task, stopped.folder, false, true);
    } catch (const Error& error) {
        return error.diagnostic().message.empty() ? "an error without a message" : "";
    }
    return must_fail ? "accepted" : "";
}

TEST(Checkpoint, RejectsTruncatedFiles) {
    Stopped stopped;
    std::string text = read_text(stopped.path());
    std::size_t step = repeats(10) == 10 ? 7 : 70;
    expect_none(try_all((text.size() - 1) / step,
                        [&](std::size_t i) { return resume_from(stopped, text.substr(0, i * step), true); }),
                [&](std::size_t i) { return "cut after " + std::to_string(i * step); });
}

// The positions in the document: all members, and one element of each list.
void collect_kinds(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& all) {
    if (!at.empty()) all.push_back(at);
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) collect_kinds(member, at / key, all);
    } else if (value.is_array() && !value.empty()) {
        collect_kinds(value[0], at / 0, all);
    }
}

TEST(Checkpoint, RejectsMissingMembers) {
    Stopped stopped;
    Json document = Json::parse(read_text(stopped.path()));
    std::vector<Json::json_pointer> all;
    collect_kinds(document, Json::json_pointer(), all);
    ASSERT_GT(all.size(), 40U);
    auto change = [&](std::size_t i) -> std::string {
        Json changed = document;
        Json& parent = changed[all[i].parent_pointer()];
        if (!parent.is_object()) return "";
        parent.erase(all[i].back());
        return resume_from(stopped, changed.dump(), true);
    };
    expect_none(try_all(all.size(), change), [&](std::size_t i) { return "without " + all[i].to_string(); });
}

TEST(Checkpoint, RejectsValuesOfAnotherType) {
    Stopped stopped;
    Json document = Json::parse(read_text(stopped.path()));
    std::vector<Json::json_pointer> all;
    collect_kinds(document, Json::json_pointer(), all);
    const std::vector<Json> values = {"x", Json::array({"x"}), Json{{"x", 1}}, nullptr};
    auto change = [&](std::size_t i) -> std::string {
        const Json::json_pointer& place = all[i / values.size()];
        const Json& value = values[i % values.size()];
        bool of_a_run = place.parent_pointer().to_string() == "/runs";  // null: the run has not begun
        if (document[place].type() == value.type() || (of_a_run && value.is_null())) return "";
        Json changed = document;
        changed[place] = value;
        return resume_from(stopped, changed.dump(), true);
    };
    expect_none(try_all(all.size() * values.size(), change), [&](std::size_t i) {
        return all[i / values.size()].to_string() + " = " + values[i % values.size()].dump();
    });
}

// Numbers that no run can reach give an Error or some model, but learning terminates.
TEST(Checkpoint, ChangedNumbersAreRejectedOrLearningTerminates) {
    Stopped stopped;
    Json document = Json::parse(read_text(stopped.path()));
    std::vector<Json::json_pointer> all;
    collect_kinds(document, Json::json_pointer(), all);
    const std::vector<Json> values = {0,          1,   -1,    50,     1000, 4294967295U,
                                      UINT64_MAX, 0.5, 1e300, -1e300, true, false};
    auto change = [&](std::size_t i) -> std::string {
        const Json::json_pointer& place = all[i / values.size()];
        if (!document[place].is_primitive() || document[place].is_string()) return "";
        Json changed = document;
        changed[place] = values[i % values.size()];
        return resume_from(stopped, changed.dump(), false);
    };
    expect_none(try_all(all.size() * values.size(), change), [&](std::size_t i) {
        return all[i / values.size()].to_string() + " = " + values[i % values.size()].dump();
    });
    std::string overflow = document.dump();
    overflow.replace(overflow.find("\"loss_sum\":"), 11, "\"loss_sum\":1e999,\"x\":");
    expect_none(try_all(1, [&](std::size_t) { return resume_from(stopped, overflow, true); }),
                [](std::size_t) { return "1e999"; });
}

}  // namespace
}  // namespace loh::testing
