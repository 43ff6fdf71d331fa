// Several runs on several threads: the result does not depend on the number of threads or on the hooks.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "learn/gradient/search.hpp"
#include "loh/loh.hpp"
#include "network/compile.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

const std::string kSearchDnf =
    "h[j in 1..4] := and(i in 1..5: [x[i], !x[i], true]); or(j in 1..4: [h[j], false])";
// An easy problem, so that some runs find the true formula.
const std::string kGaps =
    "[x[1], x[3], x[4]] & [!x[2], x[5], true] & [!x[4], true] | [x[3], x[1]] & [x[4], x[2], true] & [x[5], "
    "!x[1]]";
const std::string kSearchTruth = "x[1] & !x[2] | x[3] & x[4] & x[5]";
constexpr std::size_t kThreads[] = {1, 2, 3, 8};

struct SearchProblem {
    CompiledProgram program;
    Examples examples;

    explicit SearchProblem(std::uint64_t seed, int wrong, const std::string& text = kSearchDnf)
        : program(trainable(compile(elaborated(text).formulas()), Semantics::goedel)) {
        Formula truth = elaborated(kSearchTruth).formulas()[0];
        loh::Random random(seed + 1000, Stream::testing);
        examples = random_examples(program, 60, seed, [&](Assignment assignment, std::uint32_t row) {
            for (const std::string& name : variables(truth)) assignment.try_emplace(name, false);
            bool right = random.uniform(0, row) * 100 >= wrong;
            return evaluate(truth, assignment) == right ? 1U : 0U;
        });
    }
    SearchProblem(const SearchProblem&) = delete;
    SearchProblem& operator=(const SearchProblem&) = delete;

    [[nodiscard]] Task task(std::uint64_t seed, std::size_t threads) const {
        LearnOptions options;
        options.batch = 16;
        options.epochs = 10;
        options.restarts = 7;
        options.seed = seed;
        options.threads = threads;
        Task result{program, Head::single, examples, Rows::all(examples.rows()), {}, options, {}, {}};
        result.choice_place = [](std::size_t choice) { return "choice " + std::to_string(choice); };
        result.alternative_text = [](std::size_t, std::uint32_t taken) {
            return "#" + std::to_string(taken);
        };
        return result;
    }
};

std::string described(const std::vector<RunState>& runs) {
    std::string text;
    auto add = [&](const char* name, double value) {
        char line[80];
        std::snprintf(line, sizeof line, "%s %a\n", name, value);
        text += line;
    };
    for (const RunState& run : runs) {
        add("run of epochs", run.trainer.epoch);
        for (double value : run.trainer.logits) add("logit", value);
        for (double value : run.best.logits) add("best", value);
        add("best epoch", run.best.epoch);
        add("best loss", run.best.loss);
        add("best f1", run.best.macro_f1);
        add("finished", run.finished);
        add("flawless", run.flawless);
        text += run.trace;
    }
    return text;
}

TEST(Search, ResultDoesNotDependOnTheNumberOfThreads) {
    std::set<std::size_t> lengths;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        SearchProblem problem(seed, seed % 4 == 0 ? 10 : 0, seed % 4 == 1 ? kSearchDnf : kGaps);
        Task one = problem.task(seed, 1);
        std::vector<RunState> expected = search(one, {}, {});
        lengths.insert(expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_TRUE(expected[i].finished);
            if (i + 1 < 7) {  // the last run may be flawless or not
                EXPECT_EQ(expected[i].flawless, i + 1 == expected.size()) << "seed " << seed;
            }
        }
        for (std::size_t threads : kThreads) {
            Task task = problem.task(seed, threads);
            ASSERT_EQ(described(search(task, {}, {})), described(expected))
                << "seed " << seed << ", " << threads << " threads";
        }
    }
    EXPECT_TRUE(lengths.contains(7));
    EXPECT_GE(lengths.size(),
              repeats(20) / 6);  // some searches ended early at a flawless run, but not at the first one
}

TEST(Search, EndsAtTheFirstFlawlessRun) {
    // Two alternatives, so every run finds the true formula after some steps.
    SearchProblem problem(1, 0, "([x[1], x[3]] & !x[2]) | x[3] & x[4] & x[5]");
    for (std::size_t threads : kThreads) {
        Task task = problem.task(3, threads);
        task.options.epochs = 200;
        std::vector<RunState> runs = search(task, {}, {});
        ASSERT_EQ(runs.size(), 1U) << threads << " threads";
        EXPECT_TRUE(runs[0].flawless);
    }
}

TEST(Search, ProgramWithoutChoicesNeedsNoTraining) {
    SearchProblem problem(1, 10, "x[1] & !x[2]");
    for (std::size_t threads : kThreads) {
        Task task = problem.task(0, threads);
        std::vector<RunState> runs = search(task, {}, {});
        ASSERT_EQ(runs.size(), 7U);
        for (const RunState& run : runs) {
            EXPECT_TRUE(run.finished);
            EXPECT_EQ(run.trainer.epoch, 0U);
        }
    }
}

TEST(Search, CallsHooksFromOneThreadAtATime) {
    SearchProblem problem(2, 10);
    for (std::size_t threads : kThreads) {
        Task task = problem.task(1, threads);
        std::atomic<int> inside = 0;
        std::atomic<bool> together = false;
        int calls = 0;  // not atomic: the thread sanitizer would report a race
        auto visit = [&] {
            if (++inside != 1) together = true;
            ++calls;
            --inside;
        };
        std::vector<std::uint32_t> epochs(7, 0);
        std::vector<int> ends(7, 0);
        std::vector<std::string> traces(7);
        SearchHooks hooks;
        hooks.progress = [&](const RunProgress& progress) {
            visit();
            EXPECT_GE(progress.epoch, epochs[progress.run]);
            EXPECT_LE(progress.epoch, epochs[progress.run] + 1);
            epochs[progress.run] = progress.epoch;
            ends[progress.run] += progress.finished ? 1 : 0;
        };
        hooks.stop = [&] {
            visit();
            return false;
        };
        hooks.checkpoint = [&](std::size_t run, const std::function<RunState()>& state) {
            visit();
            EXPECT_EQ(state().trainer.epoch, epochs[run]);
        };
        hooks.trace = [&](std::size_t run, const std::string& trace, bool, bool) {
            visit();
            EXPECT_TRUE(trace.starts_with(traces[run]));
            traces[run] = trace;
        };
        std::vector<RunState> runs = search(task, {}, hooks);
        EXPECT_FALSE(together) << threads << " threads";
        EXPECT_GE(calls, 7 * 10 * 4);
        ASSERT_EQ(runs.size(), 7U);
        for (std::size_t run = 0; run < runs.size(); ++run) {
            EXPECT_EQ(traces[run], runs[run].trace);
            EXPECT_EQ(epochs[run], runs[run].trainer.epoch);
            EXPECT_EQ(ends[run], 1);
        }
    }
}

// Hooks are called after each epoch, and only then.
TEST(Search, ReportsOnceForEachEpoch) {
    SearchProblem problem(2, 10);
    Task task = problem.task(1, 1);
    std::vector<std::uint32_t> epochs;
    SearchHooks hooks;
    hooks.progress = [&](const RunProgress& progress) {
        if (progress.run == 0) epochs.push_back(progress.epoch);
        EXPECT_GT(progress.loss, 0) << "epoch " << progress.epoch;
    };
    static_cast<void>(search(task, {}, hooks));
    EXPECT_EQ(epochs, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(Search, ResumesFromAnyStates) {
    SearchProblem problem(4, 10);
    Task task = problem.task(2, 1);
    std::string expected = described(search(task, {}, {}));
    for (std::size_t threads : kThreads) {
        for (int after : {0, 1, 5, 13, 30, 64}) {
            task.options.threads = threads;
            std::vector<std::optional<RunState>> states(7);
            int epochs = 0;
            SearchHooks hooks;
            hooks.checkpoint = [&](std::size_t run, const std::function<RunState()>& state) {
                states[run] = state();
            };
            hooks.stop = [&] { return epochs++ >= after; };
            static_cast<void>(search(task, {}, hooks));
            ASSERT_EQ(described(search(task, std::move(states), {})), expected)
                << threads << " threads, after " << after;
        }
    }
}

TEST(Search, StoppedEarlyReturnsTheStartedRuns) {
    SearchProblem problem(5, 10);
    for (std::size_t threads : kThreads) {
        for (int after : {0, 1, 3, 20, 45}) {
            Task task = problem.task(1, threads);
            int calls = 0;
            SearchHooks hooks;
            hooks.stop = [&] { return calls++ >= after; };
            std::vector<RunState> runs = search(task, {}, hooks);
            ASSERT_GE(runs.size(), 1U);
            // Any single run may have ended before the stop, but not all of them.
            bool all =
                std::all_of(runs.begin(), runs.end(), [](const RunState& run) { return run.finished; });
            EXPECT_FALSE(all && runs.size() == 7) << "it did not stop";
            for (const RunState& run : runs) {
                EXPECT_EQ(run.best.logits.size(), problem.program.logit_count);
                EXPECT_GE(run.best.macro_f1, 0);
            }
            EXPECT_LE(calls, after + 1 + static_cast<int>(2 * threads));
        }
    }
}

// Run 0 is always started, so there is a result however early the search is stopped.
TEST(Search, StoppedImmediatelyReturnsOneRun) {
    SearchProblem problem(5, 10, "[x[1], x[2]]");
    for (int round = 0; round < static_cast<int>(repeats(500)); ++round) {
        Task task = problem.task(1, 8);
        task.options.restarts = 8;
        task.options.epochs = 1;
        SearchHooks hooks;
        hooks.stop = [] { return true; };
        ASSERT_GE(search(task, {}, hooks).size(), 1U) << "round " << round;
    }
}

TEST(Search, RethrowsExceptionsOfHooks) {
    struct Oops : std::runtime_error {
        Oops() : std::runtime_error("oops") {}
    };
    SearchProblem problem(6, 10);
    for (std::size_t threads : kThreads) {
        for (int place = 0; place < 6; ++place) {
            Task task = problem.task(1, threads);
            int calls = 0;
            auto fail_later = [&] {
                if (++calls == 15) throw Oops();
            };
            SearchHooks hooks;
            switch (place) {
                case 0: hooks.progress = [&](const RunProgress&) { fail_later(); }; break;
                case 1:
                    hooks.stop = [&] {
                        fail_later();
                        return false;
                    };
                    break;
                case 2:
                    hooks.checkpoint = [&](std::size_t, const std::function<RunState()>&) { fail_later(); };
                    break;
                case 3:
                    hooks.trace = [&](std::size_t, const std::string&, bool, bool) { fail_later(); };
                    break;
                case 4: hooks.progress = [](const RunProgress&) { throw Oops(); }; break;
                default: task.choice_place = [](std::size_t) -> std::string { throw Oops(); };
            }
            EXPECT_THROW(static_cast<void>(search(task, {}, hooks)), Oops)
                << threads << " threads, place " << place;
        }
    }
}

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TableTask learn_task(std::uint64_t seed, int wrong, std::size_t threads, std::uint32_t rows = 60) {
    Formula truth = elaborated(kSearchTruth).formulas()[0];
    loh::Random random(seed, Stream::noise);
    std::vector<std::string> names = {"x[1]", "x[2]", "x[3]", "x[4]", "x[5]"};
    Columns columns =
        random_columns(names, rows, seed, "y", [&](const Assignment& assignment, std::uint32_t row) {
            bool right = random.uniform(0, row) * 100 >= wrong;
            return evaluate(truth, assignment) == right ? "1" : "0";
        });
    TableTask task{Program::parse(kGaps), columns.table(), "y"};
    task.options.batch = 16;
    task.options.epochs = 10;
    task.options.restarts = 6;
    task.options.seed = seed;
    task.options.threads = threads;
    return task;
}

TEST(LearnThreads, ModelDoesNotDependOnTheNumberOfThreads) {
    ScratchFolder folder;
    std::set<std::size_t> lengths;
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        int wrong = seed % 3 == 0 ? 10 : 0;
        std::string model;
        for (std::size_t threads : kThreads) {
            LearnHooks hooks;
            hooks.trace_path = folder.file("trace");
            std::string json = learn(learn_task(seed, wrong, threads), hooks).to_json();
            if (threads == 1) model = json;
            ASSERT_EQ(json, model) << "seed " << seed << ", " << threads << " threads";
        }
        std::size_t runs = 0;
        for (std::size_t at = 0; (at = model.find("\"epochs\": ", at + 1)) != std::string::npos;) ++runs;
        lengths.insert(runs);
    }
    EXPECT_GE(lengths.size(), repeats(10) / 4);
}

// The trace has the runs up to the flawless one, in order, and no later runs that other threads had started.
TEST(LearnThreads, TraceFileDoesNotDependOnTheNumberOfThreads) {
    ScratchFolder folder;
    for (std::uint64_t seed = 0; seed < 1 + repeats(5); ++seed) {
        std::string trace;
        for (std::size_t threads : kThreads) {
            LearnHooks hooks;
            hooks.trace_path = folder.file("trace");
            static_cast<void>(learn(learn_task(seed, 0, threads, 800), hooks));
            std::string text = content(hooks.trace_path);
            if (threads == 1) trace = text;
            ASSERT_EQ(text, trace) << "seed " << seed << ", " << threads << " threads";
        }
        EXPECT_TRUE(trace.starts_with("run\tstep\tchoice\tfrom\tto\tloss\tf1\n0\t0\t"));
    }
}

}  // namespace
}  // namespace loh::testing
