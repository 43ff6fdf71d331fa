// Theorem 1 at scale: for a million random triples of program, weights and input, the rounded output of the network (float
// kernels, recognised layers) equals the extracted and simplified formula. With negations, nesting, shared placeholders,
// layers, and the heads `single` and `list`. The same comparison fails for product and Łukasiewicz.
#include <gtest/gtest.h>

#include "decision/bit_rows.hpp"
#include "formula/simplify.hpp"
#include "learn/gradient/head.hpp"
#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "network/extract.hpp"
#include "network/kernels/batch.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_layers.hpp"
#include "support/random_model.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

constexpr std::uint32_t kRows = 64;

struct Tally {
    std::size_t triples = 0;
    std::size_t disagreements = 0;
};

// Inputs of one batch: as floats for the network, rounded for the formulas.
BitRows fill_inputs(const CompiledProgram& program, const loh::Random& random, std::uint32_t round,
                    Batch& batch) {
    BitRows bits{kRows, {}};
    for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
        Bits& column = bits.columns[program.inputs[i]];
        column.assign(1, 0);
        for (std::uint32_t row = 0; row < kRows; ++row) {
            double value = random.uniform(round, 1000 + i * kRows + row);
            if (round % 3 == 0) value = value > 0.5 ? 1 : 0;
            auto truth = static_cast<float>(value);
            if (truth == 0.5F) truth = 0;
            batch.input(i)[row] = truth;
            if (rounds_to_true(truth)) set_bit(column, row);
        }
    }
    return bits;
}

// The class of a row by the formulas, according to the head.
std::uint32_t class_by_formulas(Head head, const std::vector<Bits>& holds, std::uint32_t classes,
                                std::size_t row) {
    if (head == Head::single) return bit_at(holds[0], row) ? 1 : 0;
    for (std::uint32_t c = 0; c + 1 < classes; ++c) {
        if (bit_at(holds[c], row)) return c;
    }
    return classes - 1;
}

void compare(const std::vector<Formula>& written, Head head, Semantics semantics, std::uint64_t seed,
             int models, Tally& tally) {
    auto classes = static_cast<std::uint32_t>(head == Head::single ? 2 : written.size() + 1);
    std::vector<Formula> outputs = head == Head::single ? std::vector{written[0]} : written;
    CompiledProgram compiled = compile(head_formulas(head, outputs, classes), outputs);
    CompiledProgram program = trainable(compiled, semantics);
    loh::Random random(seed, Stream::testing);
    Weights weights(program);
    Batch batch(program, semantics, kRows);
    std::vector<std::uint32_t> predicted(kRows);
    for (int model = 0; model < models; ++model) {
        auto round = static_cast<std::uint32_t>(model);
        std::vector<double> logits =
            model == 0 ? std::vector<double>(program.logit_count, 0) : random_logits(program, random, round);
        weights.compute(logits, 0.2 + random.uniform(round, 2'000'000), std::nullopt);
        std::vector<Formula> formulas;
        for (const Formula& formula : extract(outputs, program, weights.selection()))
            formulas.push_back(simplify(formula, AtomMeaning::anything));
        BitRows bits = fill_inputs(program, random, round, batch);
        for (const Formula& formula : formulas) {
            for (const std::string& name : variables(formula)) bits.columns.try_emplace(name, Bits{0});
        }
        std::vector<Bits> holds = evaluate_rows(formulas, bits);
        batch.forward(weights.values());
        predict_classes(head, batch, program.outputs.size(), predicted);
        for (std::size_t row = 0; row < kRows; ++row) {
            ++tally.triples;
            tally.disagreements += predicted[row] != class_by_formulas(head, holds, classes, row) ? 1 : 0;
        }
    }
}

std::vector<Formula> random_outputs(std::uint64_t seed) {
    if (seed % 2 == 1) return elaborated(random_layered_program(seed)).formulas();
    ProgramShape shape;
    shape.holes = false;
    shape.max_selections = 1e9;
    shape.depth = 4;
    return elaborated(random_meaningful_program(seed, shape)).formulas();
}

TEST(TheoremOne, HoldsOverAMillionTriples) {
    Tally tally;
    for (std::uint64_t seed = 0; tally.triples < repeats(1'000'000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::vector<Formula> written = random_outputs(seed);
        compare(written, Head::single, Semantics::goedel, seed, 4, tally);
        compare(written, Head::list, Semantics::goedel, seed, 4, tally);
        ASSERT_EQ(tally.disagreements, 0U);
    }
    RecordProperty("triples", std::to_string(tally.triples));
}

TEST(TheoremOne, DoesNotHoldForProductAndLukasiewicz) {
    for (Semantics semantics : {Semantics::product, Semantics::lukasiewicz}) {
        for (Head head : {Head::single, Head::list}) {
            Tally tally;
            for (std::uint64_t seed = 0; seed < repeats(200); ++seed)
                compare(random_outputs(seed), head, semantics, seed, 4, tally);
            EXPECT_GT(tally.disagreements, 0U);
            EXPECT_LT(tally.disagreements, tally.triples / 2);
        }
    }
}

}  // namespace
}  // namespace loh::testing
