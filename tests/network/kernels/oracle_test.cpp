// The gradients of the oracle against finite differences, away from ties, and the tie rule.
#include "network/kernels/oracle.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/weights.hpp"
#include "support/programs.hpp"
#include "support/random_model.hpp"
#include "support/random_program.hpp"
#include "support/semantics_name.hpp"

namespace loh::testing {
namespace {

constexpr double kStep = 1e-6;

double weighted_sum(const std::vector<double>& outputs) {
    double sum = 0;
    for (std::size_t o = 0; o < outputs.size(); ++o) sum += outputs[o] * (1.0 + static_cast<double>(o));
    return sum;
}

// The central difference; empty if the two sides differ, because a tie is near.
std::optional<double> slope(const auto& at, std::vector<double> point, std::size_t i) {
    double middle = at(point);
    double original = point[i];
    point[i] = original + kStep;
    double right = (at(point) - middle) / kStep;
    point[i] = original - kStep;
    double left = (middle - at(point)) / kStep;
    if (std::abs(left - right) > 1e-4) return std::nullopt;
    return (left + right) / 2;
}

class OracleGradients : public ::testing::TestWithParam<Semantics> {};

TEST_P(OracleGradients, AgreeWithFiniteDifferences) {
    ProgramShape shape;
    shape.holes = false;
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        CompiledProgram program = compile(elaborated(random_meaningful_program(seed, shape)).formulas());
        loh::Random random(seed, Stream::testing);
        std::vector<double> inputs = random_inputs(program, random, 1);
        std::vector<double> weights;
        for (std::uint32_t i = 0; i < program.weight_count; ++i) weights.push_back(random.uniform(2, i));
        Oracle oracle(program, GetParam());
        std::vector<double> upstream;
        for (std::size_t o = 0; o < program.outputs.size(); ++o)
            upstream.push_back(1.0 + static_cast<double>(o));
        oracle.forward(weights, inputs);
        OracleGradient gradient = oracle.backward(upstream);
        auto at_weights = [&](const std::vector<double>& w) {
            return weighted_sum(oracle.forward(w, inputs));
        };
        auto at_inputs = [&](const std::vector<double>& x) {
            return weighted_sum(oracle.forward(weights, x));
        };
        for (std::size_t i = 0; i < weights.size(); ++i) {
            std::optional<double> expected = slope(at_weights, weights, i);
            if (expected) {
                EXPECT_NEAR(gradient.weights[i], *expected, 1e-4);
            }
            compared += expected ? 1 : 0;
        }
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            std::optional<double> expected = slope(at_inputs, inputs, i);
            if (expected) {
                EXPECT_NEAR(gradient.inputs[i], *expected, 1e-4);
            }
            compared += expected ? 1 : 0;
        }
    }
    EXPECT_GT(compared, 2000U);
}

INSTANTIATE_TEST_SUITE_P(Semantics, OracleGradients,
                         ::testing::Values(Semantics::goedel, Semantics::product, Semantics::lukasiewicz),
                         semantics_name);

TEST(Oracle, TiesSendTheGradientToTheFirstOperand) {
    CompiledProgram conjunction = compile(elaborated("a & b & c").formulas());
    Oracle oracle(conjunction, Semantics::goedel);
    std::vector<double> tie = {0.7, 0.3, 0.3};
    std::vector<double> one = {1};
    oracle.forward({}, tie);
    EXPECT_EQ(oracle.backward(one).inputs, (std::vector<double>{0, 1, 0}));

    CompiledProgram choice = compile(elaborated("[a, b]").formulas());
    Oracle chooser(choice, Semantics::goedel);
    std::vector<double> weights = {0.6, 0.4};
    std::vector<double> equal = {0.6, 0.4};
    chooser.forward(weights, equal);  // min(0.6, 0.6) ties: the weight takes precedence over the alternative
    OracleGradient gradient = chooser.backward(one);
    EXPECT_EQ(gradient.weights, (std::vector<double>{1, 0}));
    EXPECT_EQ(gradient.inputs, (std::vector<double>{0, 0}));
}

TEST(Oracle, ConstantFoldingChangesNoValue) {
    // [x, true] with the constant written so that it is not folded.
    CompiledProgram folded = compile(elaborated("[x, true] & y").formulas());
    CompiledProgram plain = compile(elaborated("[x, t] & y").formulas());
    for (Semantics semantics : {Semantics::goedel, Semantics::product, Semantics::lukasiewicz}) {
        Oracle a(folded, semantics);
        Oracle b(plain, semantics);
        for (double w : {0.1, 0.4, 0.5, 0.9}) {
            std::vector<double> weights = {w, 1 - w};
            std::vector<double> xy = {0.3, 0.8};
            std::vector<double> xty = {0.3, 1.0, 0.8};
            EXPECT_NEAR(a.forward(weights, xy)[0], b.forward(weights, xty)[0], 1e-15);
        }
    }
}

}  // namespace
}  // namespace loh::testing
