// Runs: a restored state continues exactly, the trace lists every change, and runs end as specified.
#include "learn/gradient/run.hpp"

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/training_problem.hpp"

namespace loh::testing {
namespace {

using TrainingRun = loh::Run;  // gtest classes have a member Run

TEST(Run, RestoredAfterAnyEpochContinuesWithTheSameBits) {
    for (bool with_trace : {false, true}) {
        Problem problem(kDnf, kDnfTruth, 70, 1, 10);
        LearnOptions options = small_options();
        options.patience = 4;
        Task task = problem.task(options, with_trace);
        TrainingRun whole(task, 2);
        std::vector<RunState> states = {whole.state()};
        while (!whole.finished()) {
            whole.advance();
            states.push_back(whole.state());
        }
        ASSERT_GT(states.size(), 4U);
        for (const RunState& state : states) {
            TrainingRun resumed(task, 2);
            resumed.restore(state);
            EXPECT_EQ(state_text(resumed.state()), state_text(state));
            while (!resumed.finished()) resumed.advance();
            ASSERT_EQ(state_text(resumed.state()), state_text(whole.state()))
                << "from epoch " << state.trainer.epoch;
        }
    }
}

TEST(Run, TraceDoesNotChangeTheResult) {
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
    LearnOptions options = small_options();
    options.temperature_decay = 0.9;
    Task silent = problem.task(options);
    Task telling = problem.task(options, true);
    TrainingRun one(silent, 0);
    TrainingRun other(telling, 0);
    while (!one.finished()) {
        double loss = one.advance();
        EXPECT_EQ(other.advance(), loss) << "the mean loss of epoch " << one.epochs();
    }
    RunState with = other.state();
    EXPECT_FALSE(with.trace.empty());
    with.trace.clear();
    EXPECT_EQ(state_text(with), state_text(one.state()));
}

// The last line of a choice has its current alternative, and each line starts from the alternative of the line before.
TEST(Run, TraceListsEveryChangeOfTheHypothesis) {
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
    Task task = problem.task(small_options(), true);
    TrainingRun run(task, 3);
    Trainer trainer = problem.trainer(small_options());
    std::map<std::string, std::string> taken;
    std::size_t read = 0;
    std::size_t changes = 0;
    std::size_t compared = 0;
    std::vector<std::string> last(7);
    for (;;) {
        std::istringstream lines(run.trace().substr(read));
        read = run.trace().size();
        for (std::string line; std::getline(lines, line);) {
            std::vector<std::string> cells(1);
            for (char c : line) {
                if (c == '\t') {
                    cells.emplace_back();
                } else {
                    cells.back() += c;
                }
            }
            ASSERT_EQ(cells.size(), 7U) << line;
            EXPECT_EQ(cells[0], "3");
            EXPECT_EQ(taken[cells[2]], cells[3]) << line;
            EXPECT_NE(cells[3], cells[4]) << line;
            changes += cells[3].empty() ? 0 : 1;
            taken[cells[2]] = cells[4];
            last = cells;
        }
        trainer.restore(run.state().trainer);
        if (last[1] == std::to_string(trainer.steps())) {  // the line describes the current hypothesis
            Evaluation now = trainer.evaluate_training();
            EXPECT_NEAR(std::stod(last[5]), now.loss, 0.00005001);
            EXPECT_NEAR(std::stod(last[6]), now.confusion.f1(1), 0.00005001);
            ++compared;
        }
        std::vector<std::uint32_t> selection = trainer.selection();
        ASSERT_EQ(taken.size(), selection.size());
        for (std::size_t c = 0; c < selection.size(); ++c)
            ASSERT_EQ(taken["choice " + std::to_string(c)], "#" + std::to_string(selection[c]));
        if (run.finished()) break;
        run.advance();
    }
    EXPECT_GT(changes, 10U);
    EXPECT_GT(compared, 1U);
}

// Advances a run to its end and returns the best epoch, computed independently.
std::uint32_t follow(const Problem& problem, const Task& task, std::size_t index) {
    const Rows& compared = task.validation.empty() ? task.training : task.validation;
    TrainingRun run(task, index);
    Trainer trainer = problem.trainer(task.options);
    Snapshot best;
    best.macro_f1 = -1;
    for (;;) {
        trainer.restore(run.state().trainer);
        Evaluation now = trainer.evaluate(problem.examples, compared);
        double f1 = now.confusion.macro_f1();
        if (f1 > best.macro_f1 || (f1 == best.macro_f1 && now.loss < best.loss)) {
            best = {{}, trainer.model_temperature(), trainer.epochs(), trainer.steps(), {},
                    f1, now.confusion.accuracy(),    now.loss};
            best.logits.assign(trainer.logits().begin(), trainer.logits().end());
        }
        EXPECT_EQ(run.best().epoch, best.epoch);
        EXPECT_EQ(run.best().macro_f1, best.macro_f1);
        EXPECT_EQ(run.best().loss, best.loss);
        EXPECT_EQ(run.best().logits, best.logits);
        EXPECT_EQ(run.best().temperature, best.temperature);
        if (run.finished()) return best.epoch;
        run.advance();
    }
}

TEST(Run, KeepsTheBestEpoch) {
    Problem problem(kDnf, kDnfTruth, 70, 1, 20);
    LearnOptions options = small_options();
    options.learning_rate = 0.5;  // large steps: the score goes up and down
    Task task = problem.task(options);
    Task validated = problem.task(options);
    Split split = stratified_split(problem.examples, Rows::all(70), 0.3, 1, 1);
    validated.training = split.first;
    validated.validation = split.second;
    std::set<std::uint32_t> epochs;
    for (std::size_t index = 0; index < 5; ++index) {
        epochs.insert(follow(problem, task, index));
        epochs.insert(follow(problem, validated, index));
    }
    EXPECT_GT(epochs.size(), 3U);
    EXPECT_LT(*epochs.begin(), options.epochs);
}

// The run with patience ends where the run without it has had that many epochs since the best one.
TEST(Run, EndsAfterPatienceEpochsWithoutImprovement) {
    std::set<std::uint32_t> ends;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Problem problem(kDnf, kDnfTruth, 40, seed, 25);
        LearnOptions options = small_options();
        options.epochs = 60;
        Task endless = problem.task(options);
        options.patience = 1 + seed % 5;
        Task impatient = problem.task(options);
        TrainingRun reference(endless, 0);
        TrainingRun run(impatient, 0);
        bool tired = false;
        while (!tired && !reference.finished()) {
            ASSERT_FALSE(run.finished());
            ASSERT_EQ(run.advance(), reference.advance());
            tired = reference.epochs() - reference.best().epoch >= options.patience;
        }
        EXPECT_TRUE(run.finished());
        EXPECT_EQ(run.best().epoch, reference.best().epoch);
        ends.insert(run.epochs());
    }
    EXPECT_GT(ends.size(), 2U);
    EXPECT_LT(*ends.begin(), 60U);
}

TEST(Run, WithoutPatienceTrainsAllEpochs) {
    Problem problem(kDnf, kDnfTruth, 40, 1, 25);
    LearnOptions options = small_options();
    options.learning_rate = 1e-300;  // no epoch improves
    options.temperature_decay = 1;
    Task endless = problem.task(options);
    TrainingRun run(endless, 0);
    while (!run.finished()) run.advance();
    EXPECT_EQ(run.epochs(), 12U);
    options.patience = 3;
    Task impatient = problem.task(options);
    TrainingRun other(impatient, 0);
    while (!other.finished()) other.advance();
    EXPECT_EQ(other.epochs(), 3U);
    EXPECT_EQ(other.best().epoch, 0U);
}

TEST(Run, EndsWhenItMakesNoMistake) {
    Problem problem("[x[1], x[2], x[3]] & [x[4], x[5]]", "x[2] & x[5]", 100, 1);
    LearnOptions options;
    options.epochs = 200;
    Task task = problem.task(options);
    TrainingRun run(task, 0);
    while (!run.finished()) run.advance();
    ASSERT_TRUE(run.flawless());
    EXPECT_LT(run.epochs(), 200U);
    EXPECT_EQ(run.best().macro_f1, 1);
    Trainer trainer = problem.trainer(options);
    TrainerState state = trainer.state();
    state.logits = run.best().logits;
    state.temperature = run.best().temperature;
    trainer.restore(state);
    EXPECT_EQ(trainer.evaluate_training().confusion.accuracy(), 1);
}

// No mistake on the validation rows is not enough: the training rows must be correct as well.
TEST(Run, IsFlawlessOnlyIfAllTrainingAndValidationRowsAreCorrect) {
    Problem problem("[x[1], x[2]]", "x[1]", 40, 1);
    Task task = problem.task(small_options());
    RowList all = Rows::all(40).list();
    task.validation = RowList(all.begin(), all.begin() + 10);
    task.training = RowList(all.begin() + 10, all.end());
    for (std::uint32_t row = 35; row < 40; ++row)
        // Wrong labels, only in training rows.
        set_label(problem.examples, row, 1 - problem.examples.labels[row]);
    TrainingRun run(task, 0);
    while (!run.finished()) run.advance();
    EXPECT_EQ(run.best().macro_f1, 1);
    EXPECT_FALSE(run.flawless());
    EXPECT_EQ(run.epochs(), 12U);
}

TEST(Run, ProgramWithoutChoicesIsFinishedImmediately) {
    Problem problem("x[1] & !x[2]", "x[1]", 40, 1);
    Task task = problem.task(small_options(), true);
    TrainingRun run(task, 0);
    EXPECT_TRUE(run.finished());
    EXPECT_FALSE(run.flawless());
    EXPECT_EQ(run.epochs(), 0U);
    EXPECT_TRUE(run.best().logits.empty());
    EXPECT_GT(run.best().macro_f1, 0);
    EXPECT_EQ(run.trace(), "");
    Problem choice_of_one("[x[1]] & !x[2]", "x[1]", 40, 1);
    Task other = choice_of_one.task(small_options());
    EXPECT_TRUE(TrainingRun(other, 0).finished());
}

TEST(Run, RunsDifferAndEachIsReproducible) {
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
    LearnOptions options = small_options();
    options.epochs = 2;
    std::set<std::string> ends;
    for (std::uint64_t seed : {0U, 1U}) {
        options.seed = seed;
        Task task = problem.task(options);
        for (std::size_t index : {0U, 1U, 2U, 0U, 1U, 2U}) {
            TrainingRun run(task, index);
            while (!run.finished()) run.advance();
            ends.insert(state_text(run.state()));
        }
    }
    EXPECT_EQ(ends.size(), 6U);
}

TEST(Snapshot, ComparesByMetricThenByLoss) {
    Snapshot good{{}, 1, 0, 0, {}, 0.9, 0.6, 0.5};
    Snapshot sure{{}, 1, 0, 0, {}, 0.9, 0.6, 0.4};
    Snapshot bad{{}, 1, 0, 0, {}, 0.8, 0.7, 0.1};
    EXPECT_TRUE(good.better_than(bad, Metric::macro_f1));
    EXPECT_FALSE(bad.better_than(good, Metric::macro_f1));
    EXPECT_TRUE(bad.better_than(good, Metric::accuracy));
    EXPECT_TRUE(sure.better_than(good, Metric::macro_f1));
    EXPECT_FALSE(good.better_than(sure, Metric::accuracy));
    EXPECT_FALSE(good.better_than(good, Metric::macro_f1));
}

}  // namespace
}  // namespace loh::testing
