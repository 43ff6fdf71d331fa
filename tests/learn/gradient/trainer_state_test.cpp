// The trainer: layers do not change the result, a restored state continues exactly, epochs, temperature and class weights.
#include <gtest/gtest.h>

#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "network/layers.hpp"
#include "support/effort.hpp"
#include "support/random_layers.hpp"
#include "support/training_problem.hpp"

namespace loh::testing {
namespace {

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
            ASSERT_EQ(state_text(one), state_text(other));
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
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
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
            ASSERT_EQ(state_text(restored), state_text(original));
            ASSERT_EQ(restored.evaluate_training().loss, original.evaluate_training().loss);
            ASSERT_EQ(restored.selection(), original.selection());
            // The mean loss of the epoch includes the steps before the restart.
            ASSERT_EQ(restored.epoch(), copy.epoch());
            ASSERT_EQ(restored.steps() % 5, 0U);
            double loss_of_step = original.step();
            Trainer again = problem.trainer(options);
            again.restore(copy.state());
            ASSERT_EQ(state_text(again), state_text(copy));
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
        EXPECT_EQ(state_text(interrupted), state_text(original));
    }
}

TEST(Trainer, EvaluationDoesNotChangeTraining) {
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
    Trainer watched = problem.trainer(small_options());
    Trainer alone = problem.trainer(small_options());
    for (int step = 0; step < 12; ++step) {
        static_cast<void>(watched.selection());
        watched.evaluate_training();
        RowList few = {3, 1};
        watched.evaluate(problem.examples, few);
        ASSERT_EQ(watched.step(), alone.step());
    }
    EXPECT_EQ(state_text(watched), state_text(alone));
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
    Problem problem(kDnf, kDnfTruth, 64, 1);
    for (std::uint32_t row = 0; row < 64; ++row) set_label(problem.examples, row, row % 2);
    LearnOptions options = small_options();
    Trainer none = problem.trainer(options);
    options.class_weights = ClassWeights::balanced;
    Trainer balanced = problem.trainer(options);
    for (int epoch = 0; epoch < 3; ++epoch) ASSERT_EQ(none.epoch(), balanced.epoch());
    EXPECT_EQ(state_text(none), state_text(balanced));
    set_label(problem.examples, 0, 1);
    Trainer off_balance = problem.trainer(options);
    off_balance.epoch();
    EXPECT_NE(state_text(none), state_text(off_balance));
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
    Problem problem(kDnf, kDnfTruth, 70, 1, 10);
    LearnOptions options = small_options();
    options.batch = 70;
    Trainer exact = problem.trainer(options);
    options.batch = 1000;
    Trainer larger = problem.trainer(options);
    for (int epoch = 0; epoch < 3; ++epoch) EXPECT_EQ(exact.epoch(), larger.epoch());
    EXPECT_EQ(state_text(exact), state_text(larger));
    options.batch = SIZE_MAX;  // the option table allows it
    try {
        Trainer whole = problem.trainer(options);
        for (int epoch = 0; epoch < 3; ++epoch) whole.epoch();
        EXPECT_EQ(state_text(exact), state_text(whole));
    } catch (const std::exception& error) {
        ADD_FAILURE() << "a batch without limit: " << error.what();
    }
}

}  // namespace
}  // namespace loh::testing
