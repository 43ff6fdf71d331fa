// Forward and backward passes of Network through its public header: finite differences, layouts, sizes, noise.
#include <cmath>

#include <gtest/gtest.h>

#include "loh/network.hpp"
#include "support/effort.hpp"
#include "support/network_runs.hpp"
#include "support/random_layers.hpp"
#include "support/semantics_name.hpp"

namespace loh::testing {
namespace {

// --- Finite differences ---

// The sum of d_outputs times outputs.
double weighted_sum(const Network& network, const PassInputs& given, const Network::Pass& pass) {
    PassOutputs result = run_pass(network, given, pass);
    double sum = 0;
    for (std::size_t i = 0; i < result.outputs.size(); ++i)
        sum += double{given.d_outputs[i]} * double{result.outputs[i]};
    return sum;
}

struct Slopes {
    double left;
    double right;
    [[nodiscard]] bool kinked() const { return std::abs(left - right) > 1.5e-3; }  // a tie is near
    [[nodiscard]] double centre() const { return (left + right) / 2; }
};

template <class Value>
Slopes slopes_at(const Network& network, PassInputs given, const Network::Pass& pass,
                 std::vector<Value> PassInputs::*values, std::size_t index) {
    constexpr double kStep = 0x1p-9;
    double here = weighted_sum(network, given, pass);
    Value& value = (given.*values)[index];
    Value middle = value;
    value = static_cast<Value>(middle + kStep);
    double above = weighted_sum(network, given, pass);
    value = static_cast<Value>(middle - kStep);
    double below = weighted_sum(network, given, pass);
    return {(here - below) / kStep, (above - here) / kStep};
}

class NetworkGradients : public ::testing::TestWithParam<Semantics> {};

TEST_P(NetworkGradients, AgreeWithFiniteDifferencesAwayFromTies) {
    const char* kPrograms[] = {
        "[a, !b] & [c, d, true] | [e, a & !c]@and",
        "p := [a, b, c]; output y := p & !d | [p, e]; output z := ![p | d, a -> e] ^ b",
        "h[j in 1..3] := or(i in 1..4: [x[i], !x[i], false]); and(j in 1..3: [h[j], true])"};
    std::size_t compared = 0;
    std::size_t kinks = 0;
    for (const char* text : kPrograms) {
        Network network = network_of(text, GetParam());
        for (std::uint64_t seed = 0; seed < repeats(40); ++seed) {
            SCOPED_TRACE(std::string(text) + ", seed " + std::to_string(seed));
            PassInputs given = random_pass(network, 3, seed);
            for (float& x : given.inputs) x = 0.05F + 0.9F * x;
            Network::Pass pass;
            pass.temperature = 0.7;
            if (seed % 2 == 1) pass.noise = Network::Noise{seed, 4, 0.8};
            PassOutputs result = run_pass(network, given, pass);
            auto compare = [&](const Slopes& slopes, double gradient) {
                ++compared;
                kinks += slopes.kinked() ? 1U : 0U;
                if (slopes.kinked()) return;
                EXPECT_NEAR(gradient, slopes.centre(), 1e-3);
            };
            for (std::size_t i = 0; i < given.inputs.size(); ++i)
                compare(slopes_at(network, given, pass, &PassInputs::inputs, i), double{result.d_inputs[i]});
            for (std::size_t i = 0; i < given.logits.size(); ++i)
                compare(slopes_at(network, given, pass, &PassInputs::logits, i), double{result.d_logits[i]});
            if (HasFailure()) return;
        }
    }
    EXPECT_LT(kinks, compared / 10);
}

INSTANTIATE_TEST_SUITE_P(Semantics, NetworkGradients,
                         ::testing::Values(Semantics::goedel, Semantics::product, Semantics::lukasiewicz),
                         semantics_name);

// On an exact tie of `a` and `b`, the first operand gets the whole gradient.
TEST(NetworkTies, TheFirstOperandGetsTheGradient) {
    Network network = network_of("input a, b; output y := a & b; output z := b | a");
    PassInputs given{1, {0.25F, 0.25F}, {1, 10}, {}};
    EXPECT_EQ(run_pass(network, given).d_inputs, (std::vector<float>{1, 10}));
}

// --- One logit for two alternatives ---

// With a = 1 and b = 0 the output is the first weight: sigmoid(d / 2T), with derivative w (1 - w) / 2T.
TEST(NetworkOneNumber, LogitIsTheDifferenceOfTwoLogits) {
    Network network = network_of("[a, b]");
    for (double d : {-2.0, -0.3, 0.0, 0.4, 3.0}) {
        for (double temperature : {0.5, 2.0}) {
            PassInputs given{1, {1, 0}, {1}, {d}};
            Network::Pass pass;
            pass.temperature = temperature;
            PassOutputs result = run_pass(network, given, pass);
            double w = 1 / (1 + std::exp(-d / (2 * temperature)));
            EXPECT_NEAR(result.outputs[0], w, 1e-6);
            EXPECT_NEAR(result.d_logits[0], w * (1 - w) / (2 * temperature), 1e-6);
        }
    }
}

// With three alternatives, the last of which is far behind, there are two competing logits. A step of gradient descent moves
// their difference as far as a doubled step moves the single logit.
TEST(NetworkOneNumber, StepIsTwiceThatOfALogit) {
    Network one = network_of("[a, b]");
    Network two = network_of("[a, b, false]");
    PassInputs of_one{1, {1, 0}, {1}, {0.6}};
    PassInputs of_two{1, {1, 0}, {1}, {0.5, -0.1, -1000}};
    std::vector<float> by_one = run_pass(one, of_one).d_logits;
    std::vector<float> by_two = run_pass(two, of_two).d_logits;
    EXPECT_NEAR(by_one[0], by_two[0], 1e-6);  // dL/dd = dL/dz_1
    EXPECT_NEAR(by_two[0], -by_two[1], 1e-6);
    EXPECT_NEAR(one.step_factors()[0] * by_one[0], by_two[0] - by_two[1], 1e-6);
}

// --- Layouts and sizes ---

TEST(NetworkLayouts, GiveTheSameBytes) {
    Network network = network_of(
        "h[j in 1..9] := and(i in 1..21: [x[i], !x[i], true]); output y := or(j in 1..9: [h[j], false]); "
        "output z := [h[1], h[2]] & x[3]; output u := h[4]");
    for (std::size_t rows : {1U, 5U, 64U, 300U}) {
        PassInputs given = random_pass(network, rows, rows);
        PassOutputs expected = run_pass(network, given);
        std::vector<float> x(rows * 21), y(rows * 3), dy(rows * 3), dx(rows * 21), dz(given.logits.size());
        // Column-major; and both strided, with negative strides, in a larger matrix.
        std::vector<float> wide(2 * (rows + 1) * 21), wide_dx(wide.size());
        auto signed_stride = [](std::size_t stride) { return static_cast<std::ptrdiff_t>(stride); };
        auto strided = [&](float* data) {
            return Matrix{data + wide.size() - 1, rows, 21, -2, -2 * signed_stride(rows + 1)};
        };
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < 21; ++c)
                strided(wide.data())(r, c) = column_major(x, rows, 21)(r, c) = given.inputs[r * 21 + c];
            for (std::size_t o = 0; o < 3; ++o) column_major(dy, rows, 3)(r, o) = given.d_outputs[r * 3 + o];
        }
        Network::Workspace workspace(network);
        for (bool backwards : {false, true}) {
            Matrix inputs = backwards ? strided(wide.data()) : column_major(x, rows, 21);
            Matrix d_inputs = backwards ? strided(wide_dx.data()) : column_major(dx, rows, 21);
            network.forward(inputs, given.logits, {}, workspace, column_major(y, rows, 3));
            network.backward(column_major(dy, rows, 3), workspace, d_inputs, dz);
            EXPECT_EQ(dz, expected.d_logits);
            for (std::size_t r = 0; r < rows; ++r) {
                for (std::size_t o = 0; o < 3; ++o)
                    ASSERT_EQ(column_major(y, rows, 3)(r, o), expected.outputs[r * 3 + o]);
                for (std::size_t c = 0; c < 21; ++c) ASSERT_EQ(d_inputs(r, c), expected.d_inputs[r * 21 + c]);
            }
        }
    }
}

// Rows are divided into parts of 256. Outputs and gradients of the inputs equal those of single rows, and gradients of the logits
// are sums.
TEST(NetworkSizesOfBatches, ResultsEqualThoseOfSingleRows) {
    for (Semantics semantics : {Semantics::goedel, Semantics::product}) {
        Network network = network_of(
            "h[j in 1..3] := or(i in 1..5: [x[i], !x[i], false]); and(j in 1..3: [h[j], true]) & y",
            semantics);
        Network::Workspace workspace(network);
        Network::Pass pass;
        pass.noise = Network::Noise{3, 9, 1};
        for (std::size_t rows : {0U, 1U, 15U, 16U, 17U, 255U, 256U, 257U, 511U, 512U, 513U, 1000U}) {
            SCOPED_TRACE(rows);
            PassInputs given = random_pass(network, rows, 7);
            PassOutputs all = run_pass(network, given, pass, workspace);
            std::vector<double> sums(given.logits.size(), 0);
            for (std::size_t row = 0; row < rows; ++row) {
                PassInputs one{1, {}, {given.d_outputs[row]}, given.logits};
                one.inputs.assign(given.inputs.begin() + 6 * row, given.inputs.begin() + 6 * (row + 1));
                PassOutputs alone = run_pass(network, one, pass);
                ASSERT_EQ(alone.outputs[0], all.outputs[row]);
                for (std::size_t c = 0; c < 6; ++c) ASSERT_EQ(alone.d_inputs[c], all.d_inputs[6 * row + c]);
                for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += double{alone.d_logits[i]};
            }
            for (std::size_t i = 0; i < sums.size(); ++i)
                EXPECT_NEAR(all.d_logits[i], sums[i], 1e-5 * (1 + static_cast<double>(rows)));
        }
    }
}

TEST(NetworkWorkspace, BackwardCanRepeatAndIgnoresLaterChangesOfInputs) {
    Network network = network_of("[a, !b] & [c, d, true] | e");
    PassInputs given = random_pass(network, 300, 2);
    PassOutputs expected = run_pass(network, given);
    Network::Workspace workspace(network);
    std::vector<float> y(300), dx(300 * 5), dz(given.logits.size());
    std::vector<float> x = given.inputs;
    std::vector<double> logits = given.logits;
    network.forward(row_major(x, 300, 5), logits, {}, workspace, row_major(y, 300, 1));
    std::fill(x.begin(), x.end(), 0.0F);
    std::fill(logits.begin(), logits.end(), 0.0);
    Network::Workspace moved = std::move(workspace);
    for (int again = 0; again < 2; ++again) {
        network.backward(row_major(given.d_outputs, 300, 1), moved, row_major(dx, 300, 5), dz);
        EXPECT_EQ(dx, expected.d_inputs);
        EXPECT_EQ(dz, expected.d_logits);
    }
}

TEST(NetworkLogits, FloatsAndEqualDoublesGiveTheSameResult) {
    Network network = network_of("and(i in 1..40: [a, b, c]) | or(i in 1..40: [d, e])");
    PassInputs given = random_pass(network, 20, 5);
    std::vector<float> floats(given.logits.begin(), given.logits.end());
    given.logits.assign(floats.begin(), floats.end());
    Network::Pass pass;
    pass.noise = Network::Noise{1, 2, 1};
    PassOutputs expected = run_pass(network, given, pass);
    Network::Workspace workspace(network);
    std::vector<float> y(20), dz(floats.size());
    network.forward(row_major(given.inputs, 20, 5), floats, pass, workspace, row_major(y, 20, 1));
    network.backward(row_major(given.d_outputs, 20, 1), workspace, {}, dz);
    EXPECT_EQ(y, expected.outputs);
    EXPECT_EQ(dz, expected.d_logits);
    EXPECT_EQ(network.selection(floats), network.selection(given.logits));
}

// Rows of 0 and 1 run on bits if no gradient of the inputs is needed.
TEST(NetworkBits, GiveTheSameBytes) {
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Network network = network_of(random_layered_program(seed));
        PassInputs given = random_pass(network, 1 + seed * 7 % 600, seed, true);
        if (seed % 4 == 0 && !given.inputs.empty())
            given.inputs.back() = 0.5F;  // that part does not run on bits
        Network::Pass pass;
        pass.noise = Network::Noise{seed, 1, 1};
        PassOutputs expected = run_pass(network, given, pass);
        expected.d_inputs.clear();
        pass.gradients = Network::Gradients::logits;
        ASSERT_EQ(run_pass(network, given, pass), expected);
        std::vector<float> y(expected.outputs.size());
        Network::Workspace workspace(network);
        pass.gradients = Network::Gradients::none;
        network.forward(row_major(given.inputs, given.rows, network.inputs().size()), given.logits, pass,
                        workspace, row_major(y, given.rows, network.outputs().size()));
        ASSERT_EQ(y, expected.outputs);
    }
}

// --- Noise ---

TEST(NetworkNoise, IsAFunctionOfSeedAndStep) {
    Network network = network_of("and(i in 1..40: [a, b, c]) | or(i in 1..40: [d, e])");
    PassInputs given = random_pass(network, 20, 5);
    auto with = [&](std::uint64_t seed, std::uint32_t step, double scale) {
        Network::Pass pass;
        pass.noise = Network::Noise{seed, step, scale};
        return run_pass(network, given, pass);
    };
    EXPECT_EQ(with(1, 2, 1), with(1, 2, 1));
    EXPECT_NE(with(1, 2, 1), with(1, 3, 1));
    EXPECT_NE(with(1, 2, 1), with(2, 2, 1));
    EXPECT_NE(with(1, 2, 1), with(1, 2, 0.5));
    EXPECT_EQ(with(1, 2, 0), run_pass(network, given));
}

// Logits alone would choose the first. P(first) with Gumbel noise is 1 / (1 + 2 exp(-1)), with logistic noise 1 / (1 + exp(-1)).
TEST(NetworkNoise, SelectionFrequenciesAgreeWithGumbelNoise) {
    Network network = network_of("output y := [a, b, c]; output z := [a, b]");
    Network::Workspace workspace(network);
    std::vector<float> x = {1, 0, 0}, y(2);
    std::vector<double> logits = {1, 0, 0, 1};
    constexpr std::uint32_t kSteps = 20000;
    double first_of_three = 0;
    double first_of_two = 0;
    for (std::uint32_t step = 0; step < kSteps; ++step) {
        Network::Pass pass;
        pass.noise = Network::Noise{11, step, 1};
        pass.gradients = Network::Gradients::none;
        network.forward(row_major(x, 1, 3), logits, pass, workspace, row_major(y, 1, 2));
        first_of_three += y[0] > 0.5F ? 1 : 0;
        first_of_two += y[1] > 0.5F ? 1 : 0;
    }
    EXPECT_NEAR(first_of_three / kSteps, 1 / (1 + 2 * std::exp(-1.0)), 0.015);
    EXPECT_NEAR(first_of_two / kSteps, 1 / (1 + std::exp(-1.0)), 0.015);
}

}  // namespace
}  // namespace loh::testing
