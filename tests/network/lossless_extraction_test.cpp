// Theorem 1: under Gödel semantics, the rounded output of the network equals the extracted formula, for any program, weights
// and input. Under the other two semantics it does not, and the same test detects that.
#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/extract.hpp"
#include "network/kernels/oracle.hpp"
#include "network/weights.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_model.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

struct Agreement {
    std::size_t triples = 0;
    std::size_t disagreements = 0;
};

// Rounded inputs, by name.
Assignment rounded(const CompiledProgram& program, const std::vector<double>& inputs) {
    Assignment assignment;
    for (std::size_t i = 0; i < inputs.size(); ++i) assignment[program.inputs[i]] = rounds_to_true(inputs[i]);
    return assignment;
}

// Values for names that compilation dropped as irrelevant.
void complete(const std::vector<Formula>& formulas, Assignment& assignment) {
    for (const Formula& formula : formulas) {
        for (const std::string& name : variables(formula)) assignment.try_emplace(name, false);
    }
}

void compare(const std::vector<Formula>& outputs, Semantics semantics, const loh::Random& random, int models,
             int rows, Agreement& agreement) {
    CompiledProgram program = compile(outputs);
    Weights weights(program);
    Oracle oracle(program, semantics);
    for (int model = 0; model < models; ++model) {
        auto round = static_cast<std::uint32_t>(model);
        std::vector<double> logits =
            model == 0 ? std::vector<double>(program.logit_count, 0) : random_logits(program, random, round);
        weights.compute(logits, 0.3 + random.uniform(round, 2'000'000), std::nullopt);
        std::vector<Formula> extracted = extract(outputs, program, weights.selection());
        std::vector<double> as_doubles(weights.values().begin(), weights.values().end());
        for (int row = 0; row < rows; ++row) {
            std::vector<double> inputs =
                random_inputs(program, random, static_cast<std::uint32_t>(model * rows + row + 1));
            std::vector<double> values = oracle.forward(as_doubles, inputs);
            Assignment assignment = rounded(program, inputs);
            complete(extracted, assignment);
            for (std::size_t o = 0; o < outputs.size(); ++o) {
                ++agreement.triples;
                agreement.disagreements +=
                    rounds_to_true(values[o]) != evaluate(extracted[o], assignment) ? 1 : 0;
            }
        }
    }
}

TEST(LosslessExtraction, RoundedGoedelOutputEqualsTheExtractedFormula) {
    ProgramShape shape;
    shape.holes = false;
    shape.max_selections = 1e9;
    shape.depth = 4;
    Agreement agreement;
    for (std::uint64_t seed = 0; seed < repeats(700); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::vector<Formula> outputs = elaborated(random_meaningful_program(seed, shape)).formulas();
        compare(outputs, Semantics::goedel, loh::Random(seed, Stream::testing), 8, 12, agreement);
        ASSERT_EQ(agreement.disagreements, 0U);
    }
    EXPECT_GT(agreement.triples, repeats(60'000));
}

TEST(LosslessExtraction, ProductAndLukasiewiczAreNotLossless) {
    for (Semantics semantics : {Semantics::product, Semantics::lukasiewicz}) {
        Agreement agreement;
        std::vector<Formula> outputs = elaborated("[a, b] & [c, !d] | [e, f, g]").formulas();
        compare(outputs, semantics, loh::Random(1, Stream::testing), 20, 100, agreement);
        EXPECT_GT(agreement.disagreements, 0U);
    }
}

// The paper's counterexample: w_a = 0.6, a = 0.7, w_b = 0.4, b = 0 under the disjunctive compilation of [a, b].
TEST(LosslessExtraction, PapersCounterexampleForProduct) {
    std::vector<Formula> outputs = elaborated("[a, b]").formulas();
    CompiledProgram program = compile(outputs);
    std::vector<double> weights = {0.6, 0.4};
    std::vector<double> inputs = {0.7, 0};
    EXPECT_NEAR(Oracle(program, Semantics::product).forward(weights, inputs)[0], 0.42, 1e-12);
    EXPECT_EQ(Oracle(program, Semantics::goedel).forward(weights, inputs)[0], 0.6);
    EXPECT_NEAR(Oracle(program, Semantics::lukasiewicz).forward(weights, inputs)[0], 0.3, 1e-12);
    std::vector<Formula> extracted = extract(outputs, program, std::vector<std::uint32_t>{0});
    EXPECT_TRUE(evaluate(extracted[0], {{"a", true}, {"b", false}}));
}

TEST(LosslessExtraction, OneHalfCountsAsFalse) {
    std::vector<Formula> outputs = elaborated("a").formulas();
    std::vector<double> half = {0.5};
    EXPECT_FALSE(rounds_to_true(Oracle(compile(outputs), Semantics::goedel).forward({}, half)[0]));
}

}  // namespace
}  // namespace loh::testing
