// The number of chosen terms of a layer's neurons before training.
#include "network/initial_logits.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "network/weights.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

// The number of chosen terms of all neurons at the start.
double chosen_terms(const CompiledProgram& program, double literals, double deviation) {
    double chosen = 0;
    std::vector<double> logits = initial_logits(program, 3, deviation, literals);
    Weights weights(program);
    weights.compute(logits, 1, std::nullopt);
    for (const DenseLayer& layer : program.layers) {
        for (std::size_t neuron = 0; neuron < layer.neurons; ++neuron) {
            for (std::uint32_t weight : program.weights_of(layer, neuron))
                chosen += weights.values()[weight] > 0.5F ? 1 : 0;
        }
    }
    return chosen;
}

TEST(InitialLiterals, HaveTheGivenMeanForEachNeuron) {
    constexpr double kRules = 400;
    for (const char* text : {"output rule[j in 1..400] := and(i in 1..50: [x[i], true])",
                             "output rule[j in 1..400] := or(i in 1..50: [x[i], false])"}) {
        CompiledProgram program = trainable(compile(elaborated(text).formulas()), Semantics::goedel);
        ASSERT_EQ(program.layers.size(), 1U);
        for (double literals : {0.5, 1.0, 2.0, 10.0}) {
            for (double deviation : {0.1, 0.5}) {
                double error = 4 * std::sqrt(literals / kRules);  // four standard deviations
                EXPECT_NEAR(chosen_terms(program, literals, deviation) / kRules, literals, error) << text;
            }
        }
        EXPECT_NEAR(chosen_terms(program, 0, 0.5) / kRules, 25, 1);
        EXPECT_EQ(initial_logits(program, 3, 0.5, 30), initial_logits(program, 3, 0.5, 0));  // more than half
    }
}

// Choices with many alternatives, one of which is no literal.
TEST(InitialLiterals, HaveTheGivenMeanForChoicesOfOneLiteralOrNone) {
    constexpr double kRules = 400;
    for (const char* text : {"output rule[j in 1..400] := and(k in 1..3: [i in 1..50: x[i], true])",
                             "output rule[j in 1..400] := or(k in 1..3: [false, i in 1..50: x[i]])"}) {
        CompiledProgram program = trainable(compile(elaborated(text).formulas()), Semantics::goedel);
        ASSERT_EQ(program.layers.size(), 1U);
        for (double literals : {0.5, 1.0, 2.0, 2.5}) {
            for (double deviation : {0.1, 0.5}) {
                double error = 4 * std::sqrt(literals / kRules);  // four standard deviations
                EXPECT_NEAR(chosen_terms(program, literals, deviation) / kRules, literals, error) << text;
            }
        }
        EXPECT_EQ(initial_logits(program, 3, 0.5, 3), initial_logits(program, 3, 0.5, 0));  // all literals
    }
}

TEST(InitialLiterals, DoNotChangeChoicesThatAlwaysChooseATerm) {
    CompiledProgram program = trainable(
        compile(elaborated("output rule[j in 1..9] := and(k in 1..3: [i in 1..50: x[i]])").formulas()),
        Semantics::goedel);
    ASSERT_EQ(program.layers.size(), 1U);
    EXPECT_EQ(initial_logits(program, 3, 0.5, 1), initial_logits(program, 3, 0.5, 0));
}

TEST(InitialLiterals, DoNotChangeProgramsWithoutLayers) {
    for (const char* text : {"[a, b] & ([c, d, e] | [a, !d])", "and(i in 1..50: [x[i], true])"}) {
        CompiledProgram program = trainable(compile(elaborated(text).formulas()), Semantics::product);
        ASSERT_TRUE(program.layers.empty());
        EXPECT_EQ(initial_logits(program, 3, 0.5, 1), initial_logits(program, 3, 0.5, 0));
    }
}

}  // namespace
}  // namespace loh::testing
