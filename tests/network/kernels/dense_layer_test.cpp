// A program with recognised layers and the same program without give the same bits: values, gradients of weights and of
// inputs.
#include "network/kernels/dense_layer.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/kernels/batch.hpp"
#include "network/layers.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_layers.hpp"
#include "support/random_model.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

struct DenseResult {
    std::vector<float> values, weight_gradient, input_gradients;
    friend bool operator==(const DenseResult&, const DenseResult&) = default;
};

// Coarse weights and inputs, so that ties are frequent.
float coarse(double value) { return static_cast<float>(static_cast<int>(value * 5)) / 5; }

DenseResult run(const CompiledProgram& program, std::uint64_t seed, std::size_t rows) {
    loh::Random random(seed, Stream::testing);
    std::vector<float> weights;
    for (std::uint32_t w = 0; w < program.weight_count; ++w) weights.push_back(coarse(random.uniform(0, w)));
    Batch batch(program, Semantics::goedel, rows);
    for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
        for (std::uint32_t row = 0; row < rows; ++row)
            batch.input(i)[row] = coarse(random.uniform(1 + i, row));
    }
    batch.forward(weights);
    DenseResult result;
    for (std::uint32_t o = 0; o < program.outputs.size(); ++o) {
        result.values.insert(result.values.end(), batch.output(o).begin(), batch.output(o).end());
        for (std::uint32_t row = 0; row < rows; ++row) {
            bool none = random.uniform(900 + o, row) < 0.2;
            batch.output_gradient(o)[row] = none ? 0.0F : static_cast<float>(random.normal(1000 + o, row));
        }
    }
    batch.backward();
    result.weight_gradient.assign(batch.weight_gradient().begin(), batch.weight_gradient().end());
    for (std::size_t i = 0; i < program.inputs.size(); ++i)
        result.input_gradients.insert(result.input_gradients.end(), batch.input_gradient(i).begin(),
                                      batch.input_gradient(i).end());
    return result;
}

TEST(DenseLayer, GivesTheSameBitsAsGenericInstructions) {
    constexpr std::size_t kRows[] = {1, 15, 16, 17, 33, 100};
    std::size_t layers = 0;
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        std::string text = random_layered_program(seed);
        SCOPED_TRACE(text);
        CompiledProgram generic = compile(elaborated(text).formulas());
        CompiledProgram layered = recognise_layers(generic);
        layers += layered.layers.size();
        std::size_t rows = kRows[seed % std::size(kRows)];
        ASSERT_EQ(run(layered, seed, rows), run(generic, seed, rows));
    }
    EXPECT_GT(layers, repeats(3000));
}

TEST(DenseLayer, GivesTheSameBitsInRandomPrograms) {
    ProgramShape shape;
    shape.holes = false;
    for (std::uint64_t seed = 0; seed < repeats(1000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        CompiledProgram generic = compile(elaborated(random_meaningful_program(seed, shape)).formulas());
        ASSERT_EQ(run(recognise_layers(generic), seed, 20), run(generic, seed, 20));
    }
}

// One neuron and row by the definition: the result, and the first term with this gated value.
struct Decided {
    float value;
    std::int32_t winner;
};
Decided decide(bool conjunctive, const float* gates, const float* const* columns, std::size_t terms,
               std::size_t row) {
    Decided best{conjunctive ? 1.0F : 0.0F, 0};
    for (std::size_t t = 0; t < terms; ++t) {
        float gated = conjunctive ? std::max(gates[t], columns[t][row]) : std::min(gates[t], columns[t][row]);
        if (conjunctive ? gated < best.value : gated > best.value)
            best = {gated, static_cast<std::int32_t>(t)};
    }
    return best;
}

// Neurons are computed in groups of four, and the remaining ones separately.
TEST(DenseLayer, ForwardAgreesWithTheDefinitionForAnyNumberOfNeurons) {
    constexpr std::size_t kTerms = 7;
    constexpr std::size_t kRows = 48;
    loh::Random random(1, Stream::testing);
    std::vector<float> x, gates;
    for (std::uint32_t i = 0; i < kTerms * kRows; ++i) x.push_back(coarse(random.uniform(0, i)));
    for (std::uint32_t i = 0; i < 10 * kTerms; ++i) gates.push_back(coarse(random.uniform(1, i)));
    std::vector<const float*> columns;
    for (std::size_t t = 0; t < kTerms; ++t) columns.push_back(x.data() + t * kRows);
    for (std::size_t neurons = 0; neurons <= 10; ++neurons) {
        for (bool conjunctive : {false, true}) {
            DenseShape shape{conjunctive, neurons, kTerms, kRows, kRows};
            std::vector<float> alone(neurons * kRows), recorded(neurons * kRows);
            std::vector<std::int32_t> winners(neurons * kRows);
            dense_forward(shape, columns.data(), gates.data(), alone.data(), nullptr);
            dense_forward(shape, columns.data(), gates.data(), recorded.data(), winners.data());
            EXPECT_EQ(alone, recorded);
            for (std::size_t i = 0; i < recorded.size(); ++i) {
                Decided expected =
                    decide(conjunctive, gates.data() + i / kRows * kTerms, columns.data(), kTerms, i % kRows);
                ASSERT_EQ(recorded[i], expected.value);
                ASSERT_EQ(winners[i], expected.winner);
            }
        }
    }
}

TEST(DenseLayer, GatesNeedNoSlots) {
    CompiledProgram generic = compile(
        elaborated("h[j in 1..100] := and(i in 1..100: [x[i], true]); or(j in 1..100: h[j])").formulas());
    EXPECT_EQ(generic.instructions.size(), 100U + 100 * 100 + 100 + 1);
    EXPECT_EQ(recognise_layers(generic).instructions.size(), 100U + 100 + 1);
}

}  // namespace
}  // namespace loh::testing
