// Training and runs: layers do not change the result, a restored state continues exactly, and runs end as specified.
#include "learn/gradient/run.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/layers.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"
#include "support/random_layers.hpp"

namespace loh::testing {
namespace {

using TrainingRun = loh::Run;  // gtest classes have a member Run

// A program with rows to learn from, owned so that a Task can refer to them.
struct Problem {
    CompiledProgram program;
    Examples examples;

    // Rows labelled by `truth`, with a percentage of wrong labels.
    Problem(const std::string& text, const std::string& truth, std::uint32_t rows, std::uint64_t seed,
            int wrong = 0)
        : program(trainable(compile(elaborated(text).formulas()), Semantics::goedel)) {
        Formula formula = elaborated(truth).formulas()[0];
        loh::Random random(seed + 1000, Stream::testing);
        examples = random_examples(program, rows, seed, [&](const Assignment& assignment, std::uint32_t row) {
            bool right = random.uniform(0, row) * 100 >= wrong;
            return evaluate(formula, assignment) == right ? 1U : 0U;
        });
    }
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    [[nodiscard]] Task task(const LearnOptions& options, bool with_trace = false) const {
        Task result{program, Head::single, examples, Rows::all(examples.rows()), {}, options, {}, {}};
        if (with_trace) {
            result.choice_place = [](std::size_t choice) { return "choice " + std::to_string(choice); };
            result.alternative_text = [](std::size_t, std::uint32_t taken) {
                return "#" + std::to_string(taken);
            };
        }
        return result;
    }
    [[nodiscard]] Trainer trainer(const LearnOptions& options, std::uint64_t seed = 1) const {
        return {program, Head::single, examples, Rows::all(examples.rows()), options, seed};
    }
};

const std::string kDnf = "h[j in 1..6] := and(i in 1..5: [x[i], !x[i], true]); or(j in 1..6: [h[j], false])";
const std::string kTruth = "x[1] & !x[2] | x[3] & x[4] & x[5]";

LearnOptions small_options() {
    LearnOptions options;
    options.batch = 16;
    options.epochs = 12;
    options.temperature_decay = 0.95;
    return options;
}

// The complete state of a run as text, for comparison.
std::string described(const RunState& state) {
    std::string text;
    auto add = [&](const char* name, double value) {
        char line[80];
        std::snprintf(line, sizeof line, "%s %a\n", name, value);
        text += line;
    };
    for (double value : state.trainer.logits) add("logit", value);
    for (double value : state.trainer.adam.mean) add("mean", value);
    for (double value : state.trainer.adam.variance) add("variance", value);
    for (double value : state.best.logits) add("best", value);
    add("adam steps", static_cast<double>(state.trainer.adam.steps));
    add("temperature", state.trainer.temperature);
    add("epoch", state.trainer.epoch);
    add("step", state.trainer.step);
    add("position", state.trainer.position);
    add("loss sum", state.trainer.loss_sum);
    add("best temperature", state.best.temperature);
    add("best epoch", state.best.epoch);
    add("best f1", state.best.macro_f1);
    add("best loss", state.best.loss);
    add("patience", state.epochs_without_improvement);
    add("finished", state.finished);
    add("flawless", state.flawless);
    return text + state.trace;
}

std::string described(const Trainer& trainer) {
    return described(RunState{trainer.state(), {}, 0, false, false, ""});
}

TEST(Trainer, LayersDoNotChangeTheResult) {
    std::size_t layers = 0;
    for (std::uint64_t seed = 0; seed < repeats(60); ++seed) {
        std::string text = random_layered_program(seed);
        SCOPED_TRACE(text);
        std::vector<Formula> written = elaborated(text).formulas();
        for (Head head : {Head::single, Head::list, Head::paper}) {
            std::vector<Formula> used = head == Head::single ? std::vector<Formula>{written[0]} : written;
            std::uint32_t classes = head == Head::list ? 3 : 2;
            CompiledProgram generic = compile(head_formulas(head, used, classes), used);
            CompiledProgram layered = trainable(generic, Semantics::goedel);
            layers += layered.layers.size();
            loh::Random random(seed, Stream::testing);
            Examples examples = random_examples(
                generic, 50, seed,
                [&](const Assignment&, std::uint32_t row) {
                    return static_cast<std::uint32_t>(random.bits(9, row) % classes);
                },
                classes);
            LearnOptions options = small_options();
            options.batch = 7 + seed % 12;
            options.loss = static_cast<Loss>(seed % 3);
            Trainer one(generic, head, examples, Rows::all(50), options, seed);
            Trainer other(layered, head, examples, Rows::all(50), options, seed);
            for (int epoch = 0; epoch < 4; ++epoch) {
                ASSERT_EQ(one.epoch(), other.epoch());
                ASSERT_EQ(one.evaluate_training().loss, other.evaluate_training().loss);
            }
            ASSERT_EQ(described(one), described(other));
            ASSERT_EQ(one.selection(), other.selection());
        }
    }
    EXPECT_GT(layers, repeats(60));
}

TEST(Trainer, OtherSemanticsRunWithoutLayers) {
    CompiledProgram program = compile(elaborated(kDnf).formulas());
    EXPECT_FALSE(trainable(program, Semantics::goedel).layers.empty());
    EXPECT_TRUE(trainable(program, Semantics::product).layers.empty());
    EXPECT_TRUE(trainable(program, Semantics::lukasiewicz).layers.empty());
}

TEST(Trainer, RestoredAfterAnyStepContinuesWithTheSameBits) {
    Problem problem(kDnf, kTruth, 70, 1, 10);
    for (Loss loss : {Loss::binary_cross_entropy, Loss::squared_error}) {
        LearnOptions options = small_options();
        options.loss = loss;
        Trainer original = problem.trainer(options);
        for (int steps = 0; steps < 23; ++steps) {
            SCOPED_TRACE(steps);
            Trainer restored = problem.trainer(options);
            restored.restore(original.state());
            Trainer copy = problem.trainer(options);
            copy.restore(original.state());
            ASSERT_EQ(described(restored), described(original));
            ASSERT_EQ(restored.evaluate_training().loss, original.evaluate_training().loss);
            ASSERT_EQ(restored.selection(), original.selection());
            // The mean loss of the epoch includes the steps before the restart.
            ASSERT_EQ(restored.epoch(), copy.epoch());
            ASSERT_EQ(restored.steps() % 5, 0U);
            double loss_of_step = original.step();
            Trainer again = problem.trainer(options);
            again.restore(copy.state());
            ASSERT_EQ(described(again), described(copy));
            ASSERT_GT(loss_of_step, 0);
        }
        // A trainer that is restored after every step gives the same result.
        Trainer interrupted = problem.trainer(options);
        for (int steps = 0; steps < 23; ++steps) {
            TrainerState state = interrupted.state();
            Trainer next = problem.trainer(options);
            next.restore(state);
            next.step();
            interrupted.restore(next.state());
        }
        EXPECT_EQ(described(interrupted), described(original));
    }
}

TEST(Trainer, EvaluationDoesNotChangeTraining) {
    Problem problem(kDnf, kTruth, 70, 1, 10);
    Trainer watched = problem.trainer(small_options());
    Trainer alone = problem.trainer(small_options());
    for (int step = 0; step < 12; ++step) {
        static_cast<void>(watched.selection());
        watched.evaluate_training();
        RowList few = {3, 1};
        watched.evaluate(problem.examples, few);
        ASSERT_EQ(watched.step(), alone.step());
    }
    EXPECT_EQ(described(watched), described(alone));
}

TEST(Trainer, EpochVisitsEveryRowOnceInANewOrder) {
    // Batches of one row: the loss of a step identifies the row.
    Problem problem("[x[1], x[2]] & x[3]", "x[1]", 8, 1);
    for (std::uint32_t row = 0; row < 8; ++row) {
        for (std::size_t i = 0; i < 3; ++i)
            problem.examples.inputs.columns[i][row] =
                0.05F + 0.1F * static_cast<float>(row) + 0.01F * static_cast<float>(i);
        set_label(problem.examples, row, 1);
    }
    LearnOptions options;
    options.batch = 1;
    options.noise = 0;
    options.learning_rate = 1e-300;
    options.loss = Loss::squared_error;
    Trainer trainer = problem.trainer(options);
    std::set<std::vector<double>> orders;
    std::vector<double> first;
    for (int epoch = 0; epoch < 5; ++epoch) {
        std::vector<double> losses;
        for (int row = 0; row < 8; ++row) losses.push_back(trainer.step());
        EXPECT_EQ(trainer.epochs(), static_cast<std::uint32_t>(epoch + 1));
        orders.insert(losses);
        std::sort(losses.begin(), losses.end());
        EXPECT_TRUE(std::adjacent_find(losses.begin(), losses.end()) == losses.end());
        if (first.empty()) first = losses;
        EXPECT_EQ(losses, first);
    }
    EXPECT_GE(orders.size(), 4U);
}

TEST(Trainer, EpochLossWeighsBatchesByTheirRows) {
    Problem problem("[x[1], x[2]] & x[3]", "x[1]", 21, 1);
    LearnOptions options;
    options.noise = 0;
    options.learning_rate = 1e-300;
    options.batch = 8;
    Trainer trainer = problem.trainer(options);
    double whole = trainer.evaluate_training().loss;
    EXPECT_NEAR(trainer.epoch(), whole, 1e-9);
    options.batch = 64;
    EXPECT_NEAR(problem.trainer(options).epoch(), whole, 1e-9);
}

TEST(Trainer, TemperatureDecaysToItsFloor) {
    Problem problem("[x[1], x[2]]", "x[1]", 10, 1);
    auto temperatures = [&](double start, double decay, double floor) {
        LearnOptions options;
        options.temperature = start;
        options.temperature_decay = decay;
        options.temperature_floor = floor;
        Trainer trainer = problem.trainer(options);
        std::vector<double> result = {trainer.temperature()};
        for (int epoch = 0; epoch < 4; ++epoch) {
            trainer.epoch();
            result.push_back(trainer.temperature());
        }
        return result;
    };
    EXPECT_EQ(temperatures(2, 0.5, 0.3), (std::vector<double>{2, 1, 0.5, 0.3, 0.3}));
    EXPECT_EQ(temperatures(1, 1, 0.1), (std::vector<double>{1, 1, 1, 1, 1}));
    EXPECT_EQ(temperatures(0.0625, 1, 0.1), (std::vector<double>{0.0625, 0.0625, 0.0625, 0.0625, 0.0625}));
    EXPECT_EQ(temperatures(1, 0.5, 1), (std::vector<double>{1, 1, 1, 1, 1}));
}

// One row in ten is positive: a third of the rows with x[1], none of the others. With equal row weights `false` is best, with
// balanced class weights x[1].
TEST(Trainer, BalancedClassWeightsChangeTheResultOnImbalancedRows) {
    Problem problem("[x[1], false]", "x[1]", 600, 1);
    for (std::uint32_t row = 0; row < 600; ++row) {
        problem.examples.inputs.columns[0][row] = row % 10 < 3 ? 1.0F : 0.0F;
        set_label(problem.examples, row, row % 10 == 0 ? 1 : 0);
    }
    LearnOptions options;
    options.noise = 0;
    options.initial_deviation = 0;
    auto learned = [&](ClassWeights weights) {
        options.class_weights = weights;
        Trainer trainer = problem.trainer(options);
        for (int epoch = 0; epoch < 20; ++epoch) trainer.epoch();
        return trainer.selection()[0];
    };
    EXPECT_EQ(learned(ClassWeights::none), 1U);
    EXPECT_EQ(learned(ClassWeights::balanced), 0U);
}

TEST(Trainer, BalancedClassWeightsChangeNothingOnBalancedRows) {
    Problem problem(kDnf, kTruth, 64, 1);
    for (std::uint32_t row = 0; row < 64; ++row) set_label(problem.examples, row, row % 2);
    LearnOptions options = small_options();
    Trainer none = problem.trainer(options);
    options.class_weights = ClassWeights::balanced;
    Trainer balanced = problem.trainer(options);
    for (int epoch = 0; epoch < 3; ++epoch) ASSERT_EQ(none.epoch(), balanced.epoch());
    EXPECT_EQ(described(none), described(balanced));
    set_label(problem.examples, 0, 1);
    Trainer off_balance = problem.trainer(options);
    off_balance.epoch();
    EXPECT_NE(described(none), described(off_balance));
}

// All classes have the same total weight: the rows of a class that is twice as frequent have half the weight.
TEST(Trainer, BalancedClassWeightsGiveEachClassTheSameTotal) {
    Problem problem("[x[1], x[2]] & x[3]", "x[1]", 30, 1);
    for (std::uint32_t row = 0; row < 30; ++row) set_label(problem.examples, row, row < 10 ? 1 : 0);
    LearnOptions options;
    options.noise = 0;
    options.class_weights = ClassWeights::balanced;
    Trainer trainer = problem.trainer(options);
    double of_class[2] = {0, 0};
    for (std::uint32_t label : {0U, 1U}) {
        RowList rows;
        for (std::uint32_t row = 0; row < 30; ++row) {
            if (problem.examples.labels[row] == label) rows.push_back(row);
        }
        of_class[label] = trainer.evaluate(problem.examples, rows).loss;
    }
    EXPECT_NEAR(trainer.epoch(), (of_class[0] + of_class[1]) / 2, 1e-6);
}

TEST(Trainer, BatchIsLimitedToTheTable) {
    Problem problem(kDnf, kTruth, 70, 1, 10);
    LearnOptions options = small_options();
    options.batch = 70;
    Trainer exact = problem.trainer(options);
    options.batch = 1000;
    Trainer larger = problem.trainer(options);
    for (int epoch = 0; epoch < 3; ++epoch) EXPECT_EQ(exact.epoch(), larger.epoch());
    EXPECT_EQ(described(exact), described(larger));
    options.batch = SIZE_MAX;  // the option table allows it
    try {
        Trainer whole = problem.trainer(options);
        for (int epoch = 0; epoch < 3; ++epoch) whole.epoch();
        EXPECT_EQ(described(exact), described(whole));
    } catch (const std::exception& error) {
        ADD_FAILURE() << "a batch without limit: " << error.what();
    }
}

TEST(Run, RestoredAfterAnyEpochContinuesWithTheSameBits) {
    for (bool with_trace : {false, true}) {
        Problem problem(kDnf, kTruth, 70, 1, 10);
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
            EXPECT_EQ(described(resumed.state()), described(state));
            while (!resumed.finished()) resumed.advance();
            ASSERT_EQ(described(resumed.state()), described(whole.state()))
                << "from epoch " << state.trainer.epoch;
        }
    }
}

TEST(Run, TraceDoesNotChangeTheResult) {
    Problem problem(kDnf, kTruth, 70, 1, 10);
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
    EXPECT_EQ(described(with), described(one.state()));
}

// The last line of a choice has its current alternative, and each line starts from the alternative of the line before.
TEST(Run, TraceListsEveryChangeOfTheHypothesis) {
    Problem problem(kDnf, kTruth, 70, 1, 10);
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
    Problem problem(kDnf, kTruth, 70, 1, 20);
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
        Problem problem(kDnf, kTruth, 40, seed, 25);
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
    Problem problem(kDnf, kTruth, 40, 1, 25);
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
    Problem problem(kDnf, kTruth, 70, 1, 10);
    LearnOptions options = small_options();
    options.epochs = 2;
    std::set<std::string> ends;
    for (std::uint64_t seed : {0U, 1U}) {
        options.seed = seed;
        Task task = problem.task(options);
        for (std::size_t index : {0U, 1U, 2U, 0U, 1U, 2U}) {
            TrainingRun run(task, index);
            while (!run.finished()) run.advance();
            ends.insert(described(run.state()));
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
