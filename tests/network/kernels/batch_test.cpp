// The batch kernels against the scalar oracle: every semantics, batch sizes around the padding, values and gradients.
#include "network/kernels/batch.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/kernels/oracle.hpp"
#include "support/programs.hpp"
#include "support/random_model.hpp"
#include "support/random_program.hpp"
#include "support/semantics_name.hpp"

namespace loh::testing {
namespace {

// Both sides use the same floats; the oracle computes in double.
struct Case {
    CompiledProgram program;
    std::vector<float> weights;
    std::vector<std::vector<float>> inputs;     // [row][input]
    std::vector<std::vector<float>> gradients;  // [row][output]
};

Case random_case(std::uint64_t seed, std::size_t rows) {
    ProgramShape shape;
    shape.holes = false;
    Case result;
    result.program = compile(elaborated(random_meaningful_program(seed, shape)).formulas());
    loh::Random random(seed, Stream::testing);
    for (std::uint32_t i = 0; i < result.program.weight_count; ++i)
        result.weights.push_back(static_cast<float>(random.uniform(0, i)));
    for (std::uint32_t row = 0; row < rows; ++row) {
        std::vector<double> inputs = random_inputs(result.program, random, row + 1);
        result.inputs.emplace_back(inputs.begin(), inputs.end());
        std::vector<float> gradient;
        for (std::uint32_t o = 0; o < result.program.outputs.size(); ++o)
            gradient.push_back(static_cast<float>(random.normal(row, 3'000'000 + o)));
        result.gradients.push_back(gradient);
    }
    return result;
}

void expect_agreement(const Case& given, Semantics semantics, double tolerance) {
    std::size_t rows = given.inputs.size();
    Batch batch(given.program, semantics, std::max<std::size_t>(rows, 40));
    batch.set_rows(rows);
    for (std::size_t i = 0; i < given.program.inputs.size(); ++i) {
        for (std::size_t row = 0; row < rows; ++row) batch.input(i)[row] = given.inputs[row][i];
    }
    batch.forward(given.weights);
    for (std::size_t o = 0; o < given.program.outputs.size(); ++o) {
        for (std::size_t row = 0; row < rows; ++row) batch.output_gradient(o)[row] = given.gradients[row][o];
    }
    batch.backward();

    Oracle oracle(given.program, semantics);
    std::vector<double> weights(given.weights.begin(), given.weights.end());
    std::vector<double> weight_gradient(weights.size(), 0);
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> inputs(given.inputs[row].begin(), given.inputs[row].end());
        std::vector<double> outputs = oracle.forward(weights, inputs);
        for (std::size_t o = 0; o < outputs.size(); ++o)
            EXPECT_NEAR(batch.output(o)[row], outputs[o], tolerance);
        std::vector<double> arriving(given.gradients[row].begin(), given.gradients[row].end());
        OracleGradient gradient = oracle.backward(arriving);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            EXPECT_NEAR(batch.input_gradient(i)[row], gradient.inputs[i], 100 * tolerance);
        for (std::size_t w = 0; w < weights.size(); ++w) weight_gradient[w] += gradient.weights[w];
    }
    for (std::size_t w = 0; w < weights.size(); ++w)
        EXPECT_NEAR(batch.weight_gradient()[w], weight_gradient[w], 1000 * tolerance);
}

class BatchKernels : public ::testing::TestWithParam<Semantics> {};

TEST_P(BatchKernels, AgreeWithTheOracleForAnyNumberOfRows) {
    std::uint64_t seed = 0;
    for (std::size_t rows : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 33U}) {
        for (int repeat = 0; repeat < 40; ++repeat, ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", rows " + std::to_string(rows));
            expect_agreement(random_case(seed, rows), GetParam(), 2e-6);
            if (HasFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Semantics, BatchKernels,
                         ::testing::Values(Semantics::goedel, Semantics::product, Semantics::lukasiewicz),
                         semantics_name);

TEST(Batch, SmallerBatchAfterALargerOneUsesOnlyItsOwnRows) {
    CompiledProgram program = compile(elaborated("[a, b] & c").formulas());
    Batch batch(program, Semantics::goedel, 64);
    std::vector<float> weights = {0.9F, 0.1F};
    for (std::size_t rows : {64U, 3U}) {
        batch.set_rows(rows);
        for (std::size_t i = 0; i < 3; ++i) std::fill(batch.input(i).begin(), batch.input(i).end(), 0.8F);
        batch.forward(weights);
        std::fill(batch.output_gradient(0).begin(), batch.output_gradient(0).end(), 1.0F);
        batch.backward();
        float total = batch.weight_gradient()[0] + batch.weight_gradient()[1];
        for (std::size_t i = 0; i < 3; ++i) {
            for (float g : batch.input_gradient(i)) total += g;
        }
        EXPECT_EQ(total, static_cast<float>(rows));  // one path for each row
    }
}

}  // namespace
}  // namespace loh::testing
