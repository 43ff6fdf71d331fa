// Heads: exactly one class formula of a list holds; losses and gradients are compared with a second implementation in double
// and with finite differences; ties; the noise of the `paper` head.
#include "learn/gradient/head.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_formula.hpp"

namespace loh::testing {
namespace {

using Numbers = std::vector<double>;

// A batch of a program whose outputs are its inputs, so that tests can set the outputs.
class GivenOutputs {
public:
    GivenOutputs(std::size_t outputs, std::size_t rows)
        : program_(compile(elaborated(text(outputs)).formulas())), batch_(program_, Semantics::goedel, rows) {
        batch_.set_rows(rows);
    }
    GivenOutputs(const GivenOutputs&) = delete;
    GivenOutputs& operator=(const GivenOutputs&) = delete;

    Batch& show(const std::vector<Numbers>& outputs) {  // [row][output]
        for (std::size_t row = 0; row < outputs.size(); ++row) {
            for (std::size_t o = 0; o < outputs[row].size(); ++o)
                batch_.input(o)[row] = static_cast<float>(outputs[row][o]);
        }
        batch_.forward({});
        return batch_;
    }
    [[nodiscard]] Batch& shown() { return batch_; }

private:
    static std::string text(std::size_t outputs) {
        std::string result;
        for (std::size_t o = 0; o < outputs; ++o)
            result += "output o" + std::to_string(o) + " := x" + std::to_string(o) + "\n";
        return result;
    }

    CompiledProgram program_;
    Batch batch_;
};

double point(Loss loss, double p, bool target) {
    switch (loss) {
        case Loss::binary_cross_entropy: return target ? -std::log(p) : -std::log(1 - p);
        case Loss::cross_entropy: return target ? -std::log(p) : 0;
        case Loss::squared_error: break;
    }
    double difference = p - (target ? 1 : 0);
    return difference * difference;
}

double logit(double p) { return std::log(p / (1 - p)); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// z_c minus the mean of the two largest.
Numbers shifted_logits(const Numbers& outputs) {
    Numbers z;
    for (double output : outputs) z.push_back(logit(output));
    Numbers sorted = z;
    std::sort(sorted.rbegin(), sorted.rend());
    for (double& value : z) value -= (sorted[0] + sorted[1]) / 2;
    return z;
}

// The loss of one row, as described in head.hpp. `shift` is added to (z_c - m) / T of the `paper` head.
double reference_loss(Head head, Loss loss, const Numbers& outputs, std::uint32_t label, double temperature,
                      const Numbers& shift = {}) {
    if (head == Head::single) {
        if (loss == Loss::cross_entropy) return -std::log(label == 1 ? outputs[0] : 1 - outputs[0]);
        return point(loss, outputs[0], label == 1);
    }
    Numbers p = outputs;
    if (head == Head::paper) {
        p = shifted_logits(outputs);
        for (std::size_t c = 0; c < p.size(); ++c)
            p[c] = sigmoid(p[c] / temperature + (shift.empty() ? 0 : shift[c]));
    }
    double total = 0;
    for (std::size_t c = 0; c < p.size(); ++c) total += point(loss, p[c], c == label);
    return loss == Loss::cross_entropy ? total : total / static_cast<double>(p.size());
}

// Outputs in (0.1, 0.9) that are exact in float, no two of a row close to each other.
std::vector<Numbers> random_outputs(const loh::Random& random, std::uint32_t round, std::size_t rows,
                                    std::size_t outputs) {
    std::vector<Numbers> result(rows);
    std::uint32_t index = 0;
    for (Numbers& row : result) {
        while (row.size() < outputs) {
            double value = std::round((0.1 + 0.8 * random.uniform(round, index++)) * 4096) / 4096;
            bool close = std::any_of(row.begin(), row.end(),
                                     [&](double other) { return std::abs(other - value) < 0.02; });
            if (!close) row.push_back(value);
        }
    }
    return result;
}

// The derivative of f at x, by a fourth-order finite difference.
template <class Function>
double slope(const Function& f, double x) {
    constexpr double kStep = 0x1p-10;
    auto central = [&](double h) { return (f(x + h) - f(x - h)) / (2 * h); };
    return (4 * central(kStep / 2) - central(kStep)) / 3;
}

TEST(HeadFormulas, ExactlyOneClassOfAListHoldsForEveryInput) {
    RandomFormulas formulas({"a", "b", "c", "d", "e"}, 5);
    std::vector<std::string> names = formulas.names();
    for (std::uint32_t round = 0; round < repeats(2000); ++round) {
        Graph graph;
        std::uint32_t classes = 2 + round % 4;
        std::vector<Formula> written;
        for (std::uint32_t c = 0; c + (round / 4 % 2) < classes; ++c)
            written.push_back(formulas.make(graph, 10 * round + c, 3));
        std::vector<Formula> list = head_formulas(Head::list, written, classes);
        ASSERT_EQ(list.size(), classes);
        std::uint64_t claimed = 0;  // the assignments, of 32, on which an earlier class holds
        for (std::uint32_t c = 0; c < classes; ++c) {
            std::uint64_t holds = truth_table(list[c], names)[0];
            std::uint64_t own = c + 1 < classes ? truth_table(written[c], names)[0] : 0xFFFFFFFFU;
            ASSERT_EQ(holds, own & ~claimed) << "round " << round << ", class " << c;
            claimed |= holds;
        }
        ASSERT_EQ(claimed, 0xFFFFFFFFU) << "round " << round;
    }
}

TEST(HeadFormulas, LastFormulaOfACompleteListIsNotUsed) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
    std::vector<Formula> full = head_formulas(Head::list, {a, b, c}, 3);
    EXPECT_EQ(full, head_formulas(Head::list, {a, b}, 3));
    EXPECT_EQ(full, (std::vector<Formula>{a, ~a & b, ~a & ~b}));
    EXPECT_EQ(head_formulas(Head::list, {a}, 2), (std::vector<Formula>{a, !a}));
}

TEST(HeadFormulas, OtherHeadsUseTheOutputsUnchanged) {
    Graph graph;
    std::vector<Formula> written = {graph.var("a"), graph.var("b")};
    EXPECT_EQ(head_formulas(Head::paper, written, 2), written);
    EXPECT_EQ(head_formulas(Head::single, {written[0]}, 2), (std::vector<Formula>{written[0]}));
}

struct Combination {
    Head head;
    Loss loss;
};

class HeadLosses : public ::testing::TestWithParam<Combination> {};

struct LossCase {
    std::vector<Numbers> outputs;  // [row][output]
    std::vector<std::uint32_t> labels;
    std::vector<float> weights;
    double scale = 1;
    double temperature = 1;

    [[nodiscard]] LossRows rows() const { return {labels, weights, scale, temperature, nullptr, 0}; }
};

LossCase random_case(const Combination& of, std::uint32_t round) {
    loh::Random random(11, Stream::testing);
    std::size_t outputs = of.head == Head::single ? 1 : 2 + round % 4;
    LossCase result;
    result.outputs = random_outputs(random, round, 5, outputs);
    for (std::uint32_t row = 0; row < 5; ++row) {
        result.labels.push_back(
            static_cast<std::uint32_t>(random.bits(round, 900 + row) % std::max<std::size_t>(outputs, 2)));
        result.weights.push_back(static_cast<float>(0.25 + random.uniform(round, 950 + row)));
    }
    result.scale = 0.2 + random.uniform(round, 990);
    result.temperature = 0.3 + random.uniform(round, 991);
    return result;
}

TEST_P(HeadLosses, EqualTheWeightedSumOverRows) {
    auto [head, loss] = GetParam();
    for (std::uint32_t round = 0; round < 200; ++round) {
        LossCase given = random_case(GetParam(), round);
        GivenOutputs batch(given.outputs[0].size(), 5);
        double expected = 0;
        for (std::size_t row = 0; row < 5; ++row)
            expected += given.scale * given.weights[row] *
                        reference_loss(head, loss, given.outputs[row], given.labels[row], given.temperature);
        HeadLoss head_loss(head, loss, given.outputs[0].size());
        double value = head_loss.compute(given.rows(), batch.show(given.outputs), false);
        ASSERT_NEAR(value, expected, 1e-9 * (1 + expected)) << "round " << round;
        ASSERT_EQ(head_loss.compute(given.rows(), batch.show(given.outputs), true), value);
    }
}

TEST_P(HeadLosses, GradientMatchesFiniteDifferences) {
    auto [head, loss] = GetParam();
    double largest = 0;
    for (std::uint32_t round = 0; round < repeats(200); ++round) {
        LossCase given = random_case(GetParam(), round);
        std::size_t outputs = given.outputs[0].size();
        GivenOutputs batch(outputs, 5);
        HeadLoss head_loss(head, loss, outputs);
        Batch& shown = batch.show(given.outputs);
        head_loss.compute(given.rows(), shown, true);
        std::vector<Numbers> gradient(5, Numbers(outputs));
        for (std::size_t row = 0; row < 5; ++row) {
            for (std::size_t o = 0; o < outputs; ++o) gradient[row][o] = shown.output_gradient(o)[row];
        }
        for (std::size_t row = 0; row < 5; ++row) {
            for (std::size_t o = 0; o < outputs; ++o) {
                auto loss_at = [&](double output) {
                    std::vector<Numbers> moved = given.outputs;
                    moved[row][o] = output;
                    return head_loss.compute(given.rows(), batch.show(moved), false);
                };
                double expected = slope(loss_at, given.outputs[row][o]);
                ASSERT_NEAR(gradient[row][o], expected, 1e-5 * (1 + std::abs(expected)))
                    << "round " << round << ", row " << row << ", output " << o;
                largest = std::max(largest, std::abs(expected));
            }
        }
    }
    EXPECT_GT(largest, 0.5);  // the gradients were not all zero
}

std::string combination_name(const ::testing::TestParamInfo<Combination>& info) {
    constexpr const char* kHeads[] = {"Automatic", "Single", "List", "Paper"};
    constexpr const char* kLosses[] = {"BinaryCrossEntropy", "CrossEntropy", "SquaredError"};
    return std::string(kHeads[static_cast<std::size_t>(info.param.head)]) +
           kLosses[static_cast<std::size_t>(info.param.loss)];
}

std::vector<Combination> combinations() {
    std::vector<Combination> result;
    for (Head head : {Head::single, Head::list, Head::paper}) {
        for (Loss loss : {Loss::binary_cross_entropy, Loss::cross_entropy, Loss::squared_error})
            result.push_back({head, loss});
    }
    return result;
}

INSTANTIATE_TEST_SUITE_P(All, HeadLosses, ::testing::ValuesIn(combinations()), combination_name);

TEST(HeadLoss, IsFiniteForACertainMistake) {
    for (const Combination& one : combinations()) {
        if (one.loss == Loss::squared_error) continue;
        std::size_t outputs = one.head == Head::single ? 1 : 3;
        GivenOutputs batch(outputs, 2);
        HeadLoss head_loss(one.head, one.loss, outputs);
        std::vector<std::uint32_t> labels = {1, 0};
        std::vector<float> weights = {1, 1};
        Numbers no(outputs, 0);
        Numbers yes(outputs, 1);
        Batch& shown = batch.show({no, yes});
        double loss = head_loss.compute({labels, weights}, shown, true);
        EXPECT_TRUE(std::isfinite(loss));
        if (one.head == Head::single) {
            EXPECT_NEAR(loss, -2 * std::log(1e-7), 1e-6);
        }
        for (std::size_t o = 0; o < outputs; ++o) {
            EXPECT_TRUE(std::isfinite(shown.output_gradient(o)[0]));
            EXPECT_TRUE(std::isfinite(shown.output_gradient(o)[1]));
        }
    }
}

// The noise factor on z_c - m, computed from the loss: with cross-entropy the loss is -log p of the true class.
Numbers factors(const Numbers& outputs, double temperature, const loh::Random* noise, std::uint32_t step,
                std::size_t row, std::size_t rows) {
    GivenOutputs batch(outputs.size(), rows);
    HeadLoss head_loss(Head::paper, Loss::cross_entropy, outputs.size());
    Numbers shifted = shifted_logits(outputs);
    Numbers result;
    std::vector<float> weights(rows, 0);
    weights[row] = 1;
    for (std::uint32_t c = 0; c < outputs.size(); ++c) {
        std::vector<std::uint32_t> labels(rows, c);
        double loss = head_loss.compute({labels, weights, 1, temperature, noise, step},
                                        batch.show(std::vector<Numbers>(rows, outputs)), false);
        result.push_back(logit(std::exp(-loss)) * temperature / shifted[c]);
    }
    return result;
}

TEST(PaperHead, NoiseFactorIsUniformBetweenThreeAndFiveQuarters) {
    Numbers outputs = {0.25, 0.75, 0.5};
    loh::Random noise(3, Stream::head_noise);
    Numbers all;
    for (std::uint32_t step = 0; step < 200; ++step) {
        for (std::size_t row : {0U, 3U}) {
            for (double factor : factors(outputs, 0.7, &noise, step, row, 4)) {
                EXPECT_GE(factor, 0.75 - 1e-9);
                EXPECT_LE(factor, 1.25 + 1e-9);
                all.push_back(factor);
            }
        }
    }
    std::sort(all.begin(), all.end());
    EXPECT_TRUE(std::adjacent_find(all.begin(), all.end()) ==
                all.end());  // different for each step, row and class
    EXPECT_LT(all.front(), 0.76);
    EXPECT_GT(all.back(), 1.24);
    double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
    EXPECT_NEAR(mean, 1, 0.02);  // four standard deviations
}

TEST(PaperHead, FactorIsOneWithoutNoise) {
    for (double factor : factors({0.25, 0.75, 0.5}, 0.7, nullptr, 0, 0, 1)) EXPECT_NEAR(factor, 1, 1e-9);
}

// The gradient treats the noise added to (z_c - m) / T as a constant.
TEST(PaperHead, GradientIgnoresTheNoise) {
    loh::Random random(21, Stream::testing);
    loh::Random noise(4, Stream::head_noise);
    for (std::uint32_t round = 0; round < 100; ++round) {
        Numbers outputs = random_outputs(random, round, 1, 2 + round % 3)[0];
        double temperature = 0.5 + random.uniform(round, 900);
        std::uint32_t label = round % static_cast<std::uint32_t>(outputs.size());
        Numbers factor = factors(outputs, temperature, &noise, round, 0, 1);
        Numbers shift = shifted_logits(outputs);
        for (std::size_t c = 0; c < shift.size(); ++c) shift[c] *= (factor[c] - 1) / temperature;
        for (Loss loss : {Loss::binary_cross_entropy, Loss::cross_entropy, Loss::squared_error}) {
            GivenOutputs batch(outputs.size(), 1);
            HeadLoss head_loss(Head::paper, loss, outputs.size());
            std::vector<std::uint32_t> labels = {label};
            std::vector<float> weights = {1};
            Batch& shown = batch.show({outputs});
            double value = head_loss.compute({labels, weights, 1, temperature, &noise, round}, shown, true);
            ASSERT_NEAR(value, reference_loss(Head::paper, loss, outputs, label, temperature, shift), 1e-9);
            for (std::size_t o = 0; o < outputs.size(); ++o) {
                auto loss_at = [&](double output) {
                    Numbers moved = outputs;
                    moved[o] = output;
                    return reference_loss(Head::paper, loss, moved, label, temperature, shift);
                };
                double expected = slope(loss_at, outputs[o]);
                ASSERT_NEAR(shown.output_gradient(o)[0], expected, 1e-5 * (1 + std::abs(expected)))
                    << "round " << round << ", output " << o;
            }
        }
    }
}

TEST(PaperHead, ClampsOutputsCloseToZeroAndOne) {
    std::vector<std::uint32_t> labels = {1};
    std::vector<float> weights = {1};
    GivenOutputs batch(3, 1);
    HeadLoss head_loss(Head::paper, Loss::binary_cross_entropy, 3);
    auto loss_of = [&](Numbers outputs) {
        return head_loss.compute({labels, weights}, batch.show({std::move(outputs)}), true);
    };
    auto slope_of = [&](std::size_t output) { return batch.shown().output_gradient(output)[0]; };
    double at_the_ends = loss_of({1e-5, 0.5, 1 - 1e-5});
    for (double nearer : {0.0, 1e-9, 9e-6}) {
        EXPECT_NEAR(loss_of({nearer, 0.5, 1 - nearer}), at_the_ends, 1e-3);
        EXPECT_EQ(slope_of(0), 0);
        EXPECT_NE(slope_of(1), 0);
        EXPECT_EQ(slope_of(2), 0);
    }
    loss_of({2e-5, 0.5, 1 - 2e-5});
    EXPECT_NE(slope_of(0), 0);
    EXPECT_NE(slope_of(2), 0);
}

// For two classes with logits z and -z the loss is log(1 + exp(-x)) with x = z / T, whose derivative by x is nearly -1.
TEST(PaperHead, CertainMistakeAtALowTemperatureKeepsItsGradient) {
    const double output = 1e-4;
    const double temperature = 0.4;  // x is -23
    GivenOutputs batch(2, 1);
    HeadLoss head_loss(Head::paper, Loss::binary_cross_entropy, 2);
    std::vector<std::uint32_t> labels = {0};
    std::vector<float> weights = {1};
    Batch& shown = batch.show({{output, 1 - output}});
    head_loss.compute({labels, weights, 1, temperature}, shown, true);
    double by_logit = shown.output_gradient(0)[0] * output * (1 - output);
    EXPECT_NEAR(by_logit, -1 / (2 * temperature), 1e-3);
}

// At temperature 0.1 both outputs are 1 in float, and the first class would be predicted.
TEST(PaperHead, EvaluatesAtATemperatureThatDistinguishesCertainOutputs) {
    std::vector<Formula> written = elaborated("output p := [a, false]; output q := [a, false]").formulas();
    CompiledProgram program = compile(written);
    Examples examples;
    examples.inputs.columns = {{1}};
    examples.labels = {1};
    examples.classes = 2;
    LearnOptions options;
    options.temperature = 0.1;
    Trainer trainer(program, Head::paper, examples, Rows::all(1), options, 1);
    TrainerState state = trainer.state();
    ASSERT_EQ(state.logits.size(), 2U);
    state.logits = {4, 6};
    trainer.restore(state);
    EXPECT_EQ(trainer.temperature(), 0.1);
    EXPECT_EQ(trainer.evaluate_training().confusion.count(1, 1), 1U);
}

// The same logits at two different steps: only the noise in training steps of the `paper` head makes a difference.
TEST(PaperHead, AddsNoiseOnlyInTraining) {
    for (Head head : {Head::paper, Head::list}) {
        std::vector<Formula> written =
            elaborated("output p := [a, b, c]; output q := [b, !c] | a").formulas();
        CompiledProgram program = compile(head_formulas(head, written, 2), written);
        Examples examples;
        examples.inputs.columns.assign(3, std::vector<float>(16));
        for (std::size_t i = 0; i < 16 * 3; ++i)
            examples.inputs.columns[i % 3][i / 3] = 0.1F + static_cast<float>(i * 7 % 31) / 40;
        std::vector<std::uint32_t> labels;
        for (std::uint32_t row = 0; row < 16; ++row) labels.push_back(row / 3 % 2);
        examples.labels = std::move(labels);
        LearnOptions options;
        options.noise = 0;
        options.batch = 16;
        Trainer now(program, head, examples, Rows::all(16), options, 1);
        Trainer later(program, head, examples, Rows::all(16), options, 1);
        TrainerState state = now.state();
        state.step = 1000;
        later.restore(state);
        EXPECT_EQ(now.evaluate_training().loss, later.evaluate_training().loss);
        EXPECT_EQ(now.step(), later.step()) << "without noise every step is the same";
        options.noise = 1e-9;  // too small to change the weights: only the noise of the head differs
        Trainer noisy_now(program, head, examples, Rows::all(16), options, 1);
        Trainer noisy_later(program, head, examples, Rows::all(16), options, 1);
        noisy_later.restore(state);
        EXPECT_EQ(noisy_now.step() == noisy_later.step(), head == Head::list);
    }
}

TEST(PredictClasses, SingleOutputIsTrueAboveOneHalf) {
    GivenOutputs batch(1, 5);
    Batch& shown = batch.show({{0.5}, {std::nextafter(0.5F, 1.0F)}, {std::nextafter(0.5F, 0.0F)}, {0}, {1}});
    std::vector<std::uint32_t> classes(5);
    predict_classes(Head::single, shown, 1, classes);
    EXPECT_EQ(classes, (std::vector<std::uint32_t>{0, 1, 0, 0, 1}));
}

TEST(PredictClasses, LargestOutputWinsAndTiesGoToTheFirst) {
    GivenOutputs batch(3, 6);
    Batch& shown = batch.show({{0.1, 0.2, 0.9},
                               {0.5, 0.5, 0.5},
                               {0.3, 0.7, 0.7},
                               {0.9, 0.1, 0.9},
                               {0, 0, 0.25},
                               {0.7, std::nextafter(0.7F, 1.0F), 0.7}});
    for (Head head : {Head::list, Head::paper}) {
        std::vector<std::uint32_t> classes(6);
        predict_classes(head, shown, 3, classes);
        EXPECT_EQ(classes, (std::vector<std::uint32_t>{2, 0, 1, 0, 2, 1}));
    }
}

// The largest output of a list is the one that rounds to true.
TEST(PredictClasses, ListAgreesWithItsFormulas) {
    std::vector<Formula> written = elaborated("output p := a & !b; output q := b | c").formulas();
    std::vector<Formula> list = head_formulas(Head::list, written, 3);
    CompiledProgram program = compile(list, written);
    Batch batch(program, Semantics::goedel, 500);
    batch.set_rows(500);
    loh::Random random(2, Stream::testing);
    for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t row = 0; row < 500; ++row)
            batch.input(i)[row] = static_cast<float>(random.uniform(i, row));
    }
    batch.forward({});
    std::vector<std::uint32_t> classes(500);
    predict_classes(Head::list, batch, 3, classes);
    std::vector<int> seen(3, 0);
    for (std::size_t row = 0; row < 500; ++row) {
        Assignment assignment;
        for (std::size_t i = 0; i < 3; ++i)
            assignment[program.inputs[i]] = rounds_to_true(batch.input(i)[row]);
        for (std::uint32_t c = 0; c < 3; ++c)
            ASSERT_EQ(evaluate(list[c], assignment), classes[row] == c) << "row " << row;
        ++seen[classes[row]];
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 20);
}

}  // namespace
}  // namespace loh::testing
