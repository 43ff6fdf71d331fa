// Inputs as bits and inputs as floats give the same bits: values and gradients of weights, with and without layers.
#include "network/kernels/binary_layer.hpp"

#include <gtest/gtest.h>

#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "network/kernels/batch.hpp"
#include "network/layers.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_layers.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

struct BinaryResult {
    std::vector<float> values, weight_gradient;
    friend bool operator==(const BinaryResult&, const BinaryResult&) = default;
};

// Coarse weights, so that ties, zeros and ones are frequent.
float coarse_weight(double value) { return static_cast<float>(static_cast<int>(value * 6)) / 5; }

BinaryResult run(const CompiledProgram& program, std::uint64_t seed, std::size_t rows, bool bits) {
    loh::Random random(seed, Stream::testing);
    std::vector<float> weights;
    for (std::uint32_t w = 0; w < program.weight_count; ++w)
        weights.push_back(coarse_weight(random.uniform(0, w)));
    double share = random.uniform(1, 0);  // share of ones among the inputs
    Batch batch(program, Semantics::goedel, rows);
    for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
        if (bits) std::fill(batch.input_bits(i).begin(), batch.input_bits(i).end(), 0);
        for (std::uint32_t row = 0; row < rows; ++row) {
            bool one = random.uniform(2 + i, row) < share;
            if (!bits) batch.input(i)[row] = one ? 1.0F : 0.0F;
            if (bits && one) batch.input_bits(i)[row / 64] |= std::uint64_t{1} << (row % 64);
        }
    }
    bits ? batch.forward_bits(weights) : batch.forward(weights);
    BinaryResult result;
    for (std::uint32_t o = 0; o < program.outputs.size(); ++o) {
        result.values.insert(result.values.end(), batch.output(o).begin(), batch.output(o).end());
        for (std::uint32_t row = 0; row < rows; ++row)
            batch.output_gradient(o)[row] =
                random.uniform(900 + o, row) < 0.2 ? 0.0F : static_cast<float>(random.normal(1000 + o, row));
    }
    batch.backward();
    result.weight_gradient.assign(batch.weight_gradient().begin(), batch.weight_gradient().end());
    return result;
}

TEST(BinaryLayer, GivesTheSameBitsAsFloats) {
    constexpr std::size_t kRows[] = {1, 15, 63, 64, 65, 100, 256};
    for (std::uint64_t seed = 0; seed < repeats(4000); ++seed) {
        std::string text = random_layered_program(seed);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        CompiledProgram generic = compile(elaborated(text).formulas());
        CompiledProgram layered = recognise_layers(generic);
        std::size_t rows = kRows[seed % std::size(kRows)];
        BinaryResult expected = run(generic, seed, rows, false);
        ASSERT_EQ(run(layered, seed, rows, true), expected);
        ASSERT_EQ(run(generic, seed, rows, true), expected);
    }
}

TEST(BinaryLayer, GivesTheSameBitsInRandomPrograms) {
    ProgramShape shape;
    shape.holes = false;
    for (std::uint64_t seed = 0; seed < repeats(1000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        CompiledProgram generic = compile(elaborated(random_meaningful_program(seed, shape)).formulas());
        ASSERT_EQ(run(recognise_layers(generic), seed, 70, true), run(generic, seed, 70, false));
    }
}

TEST(BinaryLayer, TrainingOnBitsEqualsTrainingOnFloats) {
    CompiledProgram program = trainable(
        compile(
            elaborated("h[j in 1..9] := and(i in 1..70: [x[i], !x[i], true]); or(j in 1..9: [h[j], false])")
                .formulas()),
        Semantics::goedel);
    loh::Random random(3, Stream::testing);
    Examples floats;
    floats.inputs.columns.assign(program.inputs.size(), std::vector<float>(300));
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < 300; ++row) {
        for (std::uint32_t i = 0; i < program.inputs.size(); ++i)
            floats.inputs.columns[i][row] = random.uniform(i, row) < 0.3 ? 1.0F : 0.0F;
        labels.push_back(floats.inputs.columns[3][row] == 1 && floats.inputs.columns[5][row] == 0 ? 1 : 0);
    }
    floats.labels = std::move(labels);
    Examples bits = floats;
    pack(bits.inputs);
    ASSERT_TRUE(bits.inputs.is_packed());
    LearnOptions options;
    Trainer one(program, Head::single, floats, Rows::all(300), options, 1);
    Trainer two(program, Head::single, bits, Rows::all(300), options, 1);
    for (int epoch = 0; epoch < 5; ++epoch) EXPECT_EQ(one.epoch(), two.epoch());
    EXPECT_TRUE(std::equal(one.logits().begin(), one.logits().end(), two.logits().begin()));
    EXPECT_EQ(one.evaluate_training().loss, two.evaluate_training().loss);
}

TEST(BinaryLayer, TransposesBits) {
    std::vector<std::uint64_t> bits(64);
    for (std::uint32_t i = 0; i < 64; ++i) bits[i] = loh::Random(1, Stream::testing).bits(0, i);
    std::vector<std::uint64_t> transposed = bits;
    transpose_bits(transposed.data());
    for (std::size_t i = 0; i < 64; ++i) {
        for (std::size_t j = 0; j < 64; ++j) EXPECT_EQ(bits[i] >> j & 1U, transposed[j] >> i & 1U);
    }
}

TEST(Pack, RejectsValuesOtherThanZeroAndOne) {
    Examples examples;
    examples.inputs.columns = {{0, 1}, {0.5F, 1}};
    examples.labels = {0, 1};
    pack(examples.inputs);
    EXPECT_FALSE(examples.inputs.is_packed());
}

}  // namespace
}  // namespace loh::testing
