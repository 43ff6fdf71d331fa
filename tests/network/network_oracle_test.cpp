// Network against internal components: the scalar oracle on random programs, the trainer step by step, and recomputed parts
// against kept parts.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/permutation.hpp"
#include "learn/gradient/adam.hpp"
#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "network/kernels/oracle.hpp"
#include "network/weights.hpp"
#include "network/workspace.hpp"
#include "support/effort.hpp"
#include "support/network_runs.hpp"
#include "support/programs.hpp"
#include "support/random_layers.hpp"
#include "support/random_program.hpp"
#include "support/semantics_name.hpp"

namespace loh::testing {
namespace {

// --- The oracle ---

// The program for the oracle, with the column of each of its inputs.
struct OracleCase {
    Network network;
    CompiledProgram program;  // without layers
    std::vector<std::size_t> columns;

    OracleCase(const std::string& text, Semantics semantics)
        : network(network_of(text, semantics)), program(compile(elaborated(text).formulas())) {
        for (const std::string& name : program.inputs) {
            const std::vector<std::string>& names = network.inputs();
            columns.push_back(
                static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
        }
    }
};

void expect_what_the_oracle_says(const OracleCase& of, std::uint64_t seed, std::size_t rows,
                                 double tolerance) {
    // Under Łukasiewicz semantics truth values often just reach a bound, where rounding decides the gradient.
    bool binary = seed % 4 == 0 && of.network.semantics() != Semantics::lukasiewicz;
    PassInputs given = random_pass(of.network, rows, seed, binary);
    Network::Pass pass;
    pass.temperature = 0.8;
    pass.noise = Network::Noise{seed, 5, 0.9};
    PassOutputs result = run_pass(of.network, given, pass);

    Weights weights(of.program);
    weights.compute(given.logits, 0.8, Noise{loh::Random(seed, Stream::noise), 5, 0.9});
    std::vector<double> values(weights.values().begin(), weights.values().end());
    std::vector<double> by_weight(values.size(), 0);
    Oracle oracle(of.program, of.network.semantics());
    std::size_t inputs = of.network.inputs().size();
    std::size_t outputs = of.network.outputs().size();
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> x;
        for (std::size_t column : of.columns) x.push_back(double{given.inputs[row * inputs + column]});
        std::vector<double> y = oracle.forward(values, x);
        std::vector<double> arriving;
        for (std::size_t o = 0; o < outputs; ++o) {
            ASSERT_NEAR(result.outputs[row * outputs + o], y[o], tolerance);
            arriving.push_back(double{given.d_outputs[row * outputs + o]});
        }
        OracleGradient gradient = oracle.backward(arriving);
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_NEAR(result.d_inputs[row * inputs + of.columns[i]], gradient.inputs[i], 100 * tolerance);
        for (std::size_t w = 0; w < by_weight.size(); ++w) by_weight[w] += gradient.weights[w];
    }
    std::vector<float> by_weight_float(by_weight.begin(), by_weight.end());
    std::vector<float> by_logit(given.logits.size());
    weights.backward(by_weight_float, by_logit);
    for (std::size_t i = 0; i < by_logit.size(); ++i)
        ASSERT_NEAR(result.d_logits[i], by_logit[i], 1000 * tolerance);
}

class NetworkOracle : public ::testing::TestWithParam<Semantics> {};

TEST_P(NetworkOracle, AgreesWithTheNetworkOnRandomPrograms) {
    ProgramShape shape;
    shape.holes = false;
    for (std::uint64_t seed = 0; seed < repeats(250); ++seed) {
        std::string text =
            seed % 3 == 0 ? random_layered_program(seed) : random_meaningful_program(seed, shape);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        OracleCase of(text, GetParam());
        expect_what_the_oracle_says(of, seed, 1 + seed * 5 % 40, 2e-6);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Semantics, NetworkOracle,
                         ::testing::Values(Semantics::goedel, Semantics::product, Semantics::lukasiewicz),
                         semantics_name);

// --- The trainer ---

// A training loop of a user: the batches, loss and optimiser of the trainer around a Network.
class OwnLoop {
public:
    OwnLoop(const Network& network, const Examples& examples, const LearnOptions& options, std::uint64_t seed)
        : network_(network),
          examples_(examples),
          options_(options),
          seed_(seed),
          workspace_(network),
          adam_(options.learning_rate, network.step_factors()),
          logits_(network.initial_logits(seed, options.initial_deviation)) {}

    void step() {
        std::size_t columns = network_.inputs().size();
        std::size_t rows = std::min<std::size_t>(options_.batch, examples_.rows() - position_);
        Permutation order(static_cast<std::uint32_t>(examples_.rows()), loh::Random(seed_, Stream::shuffling),
                          epoch_);
        std::vector<float> x(rows * columns), y(rows), dy(rows), dz(logits_.size());
        std::vector<bool> labels(rows);
        for (std::uint32_t r = 0; r < rows; ++r) {
            std::uint32_t row = order(position_ + r);
            for (std::size_t c = 0; c < columns; ++c) x[r * columns + c] = examples_.inputs.columns[c][row];
            labels[r] = examples_.labels[row] == 1;
        }
        Network::Pass pass;
        pass.temperature = options_.temperature;
        pass.noise = Network::Noise{seed_, step_++, options_.noise};
        network_.forward(row_major(x, rows, columns), logits_, pass, workspace_, row_major(y, rows, 1));
        for (std::size_t r = 0; r < rows; ++r) {
            double truth = labels[r] ? double{y[r]} : 1 - double{y[r]};
            truth = std::clamp(truth, kOutputMargin, 1 - kOutputMargin);
            dy[r] = static_cast<float>(1.0 / static_cast<double>(rows) * ((labels[r] ? -1.0 : 1.0) / truth));
        }
        network_.backward(row_major(dy, rows, 1), workspace_, {}, dz);
        adam_.step(dz, logits_);
        position_ =
            (position_ + static_cast<std::uint32_t>(rows)) % static_cast<std::uint32_t>(examples_.rows());
        epoch_ += position_ == 0 ? 1 : 0;
    }

    [[nodiscard]] const std::vector<double>& logits() const { return logits_; }

private:
    const Network& network_;
    const Examples& examples_;
    LearnOptions options_;
    std::uint64_t seed_;
    Network::Workspace workspace_;
    Adam adam_;
    std::vector<double> logits_;
    std::uint32_t step_ = 0;
    std::uint32_t epoch_ = 0;
    std::uint32_t position_ = 0;
};

// The columns of the network are those of the program, in its order, so both read the same table.
TEST(NetworkTrainer, ALoopOverTheNetworkEqualsTheTrainer) {
    const char* text =
        "h[j in 1..7] := and(i in 1..9: [x[i], !x[i], true]) & [x[1], x[2]]; or(j in 1..7: [h[j], false])";
    for (Semantics semantics : {Semantics::goedel, Semantics::product}) {
        Elaboration meaning = elaborated(text);
        CompiledProgram program = trainable(compile(meaning.formulas()), semantics);
        Network network = Network::compile(meaning, semantics, program.inputs);
        Examples examples;
        TestNumbers numbers(4);
        for (std::size_t c = 0; c < program.inputs.size(); ++c)
            examples.inputs.columns.push_back(numbers.uniform(150));
        std::vector<std::uint32_t> labels;
        for (float value : examples.inputs.columns[0]) labels.push_back(value > 0.5F ? 1 : 0);
        examples.labels = std::move(labels);
        LearnOptions options;
        options.batch = 64;
        options.noise = 0.7;
        options.initial_deviation = 0.3;
        options.temperature_decay = 1;
        options.loss = Loss::binary_cross_entropy;
        options.rate_schedule = RateSchedule::constant;
        options.class_weights = ClassWeights::none;
        options.initial_literals = 0;
        options.semantics = semantics;
        Trainer trainer(program, Head::single, examples, Rows::all(150), options, 5);
        OwnLoop loop(network, examples, options, 5);
        for (int step = 0; step < 20; ++step) {
            trainer.step();
            loop.step();
            ASSERT_TRUE(std::equal(trainer.logits().begin(), trainer.logits().end(), loop.logits().begin()))
                << "step " << step;
        }
    }
}

// --- Parts ---

PassOutputs run_keeping(const Network& network, const PassInputs& given, std::size_t kept_bytes,
                        std::size_t threads, bool binary) {
    WorkspaceData workspace(network.data(), threads, kept_bytes);
    Network::Pass pass;
    pass.noise = Network::Noise{2, 3, 1};
    if (binary) pass.gradients = Network::Gradients::logits;
    std::size_t columns = network.inputs().size();
    PassOutputs result{std::vector<float>(given.d_outputs.size()),
                       std::vector<float>(binary ? 0 : given.inputs.size()),
                       std::vector<float>(given.logits.size())};
    workspace.forward(row_major(given.inputs, given.rows, columns), given.logits, pass,
                      row_major(result.outputs, given.rows, 1));
    Matrix d_inputs;
    if (!binary) d_inputs = row_major(result.d_inputs, given.rows, columns);
    workspace.backward(row_major(given.d_outputs, given.rows, 1), d_inputs, result.d_logits);
    return result;
}

TEST(NetworkParts, RecomputedPartsGiveTheSameBytesAsKeptParts) {
    Network network = network_of(
        "h[j in 1..20] := and(i in 1..30: [x[i], true]); or(j in 1..20: [h[j], false]) | [x[1], !x[2], "
        "x[3]]");
    for (bool binary : {false, true}) {
        PassInputs given = random_pass(network, 1100, 3, binary);
        PassOutputs kept = run_keeping(network, given, std::size_t{1} << 30U, 1, binary);
        EXPECT_EQ(run_keeping(network, given, 0, 1, binary), kept);
        EXPECT_EQ(run_keeping(network, given, 0, 3, binary), kept);
    }
}

}  // namespace
}  // namespace loh::testing
