// Every instruction set gives the same bits: the results of the kernels for fixed numbers have a fixed checksum. This file is
// linked to the kernels of each set (tests/CMakeLists.txt).
#include <bit>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/kernels/batch.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/head_columns.hpp"
#include "network/layers.hpp"
#include "network/weights.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kRowsOfABatch = 100;

// FNV-1a over the bits of numbers; 0 and -0 have the same bits here.
class Checksum {
public:
    void add(std::span<const float> values) {
        for (float value : values) add(std::bit_cast<std::uint32_t>(value == 0 ? 0.0F : value));
    }
    void add(std::span<const double> values) {
        for (double value : values) {
            auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
            add(static_cast<std::uint32_t>(bits));
            add(static_cast<std::uint32_t>(bits >> 32U));
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    void add(std::uint32_t word) { value_ = (value_ ^ word) * 0x100000001B3ULL; }
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

// A fixed sequence of numbers in (-1, 1). Random needs the mathematical library of the machine for most distributions.
double drawn(std::uint32_t step, std::uint32_t index) {
    return 2 * loh::Random(9, Stream::testing).uniform(step, index) - 1;
}

void add_pass(const CompiledProgram& program, Semantics semantics, bool bits, Checksum& sum) {
    std::vector<double> logits(program.logit_count);
    for (std::uint32_t i = 0; i < logits.size(); ++i) logits[i] = 3 * drawn(0, i);
    Weights weights(program);
    weights.compute(logits, 0.7, Noise{loh::Random(3, Stream::noise), 4, 0.9});
    Batch batch(program, semantics, kRowsOfABatch);
    for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
        for (std::uint32_t r = 0; r < kRowsOfABatch; ++r) {
            double x = (drawn(1 + i, r) + 1) / 2;
            if (!bits) batch.input(i)[r] = static_cast<float>(x);
            if (bits && x < 0.3) batch.input_bits(i)[r / 64] |= std::uint64_t{1} << (r % 64);
        }
    }
    bits ? batch.forward_bits(weights.values()) : batch.forward(weights.values());
    std::vector<double> values(kRowsOfABatch), slopes(kRowsOfABatch);
    std::vector<std::uint32_t> labels(kRowsOfABatch);
    for (std::uint32_t r = 0; r < kRowsOfABatch; ++r) labels[r] = r % 2;
    to_double(batch.output(0), values);
    loss_column(Loss::binary_cross_entropy, kOutputMargin, values, {labels, 1},
                std::vector<float>(kRowsOfABatch, 1.0F), 0.01, slopes);
    to_float(slopes, batch.output_gradient(0));
    batch.backward();
    std::vector<float> by_logit(logits.size());
    weights.backward(batch.weight_gradient(), by_logit);
    std::vector<float> mean(logits.size()), variance(logits.size()), factors(logits.size(), 1.0F);
    adam_update({0.1, 0.1, 0.001}, factors, by_logit, mean, variance, logits);
    sum.add(weights.values());
    sum.add(batch.output(0));
    sum.add(slopes);
    sum.add(by_logit);
    sum.add(logits);
    for (std::size_t i = 0; i < program.inputs.size() && !bits; ++i) sum.add(batch.input_gradient(i));
}

TEST(SameBits, ForEveryInstructionSet) {
    CompiledProgram program = compile(
        elaborated("h[j in 1..21] := and(i in 1..37: [x[i], true]) & [i in 1..37: !x[i]]; "
                   "or(j in 1..21: [h[j], !h[j], false]) | [x[1], h[1] & x[2], !x[3]] & !(x[4] | h[2])")
            .formulas());
    CompiledProgram layered = recognise_layers(program);
    Checksum sum;
    add_pass(layered, Semantics::goedel, false, sum);
    add_pass(layered, Semantics::goedel, true, sum);
    add_pass(program, Semantics::goedel, false, sum);
    add_pass(program, Semantics::product, false, sum);
    add_pass(program, Semantics::lukasiewicz, false, sum);
    EXPECT_EQ(sum.value(), 16783290461784581929U);
}

}  // namespace
}  // namespace loh::testing
