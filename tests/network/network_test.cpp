// Network through its public header: names, choices and logits, current formulas, and errors.
#include "loh/network.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/network_runs.hpp"
#include "support/random_layers.hpp"

namespace loh::testing {
namespace {

using Names = std::vector<std::string>;

// --- Columns ---

TEST(NetworkColumns, AreTheVariablesInTheOrderOfTheirFirstUse) {
    Network network = network_of("output y := b & [a, c]; output z := d | b");
    EXPECT_EQ(network.inputs(), (Names{"b", "a", "c", "d"}));
    EXPECT_EQ(network.outputs(), (Names{"y", "z"}));
}

TEST(NetworkColumns, AreTheDeclaredInputs) {
    EXPECT_EQ(network_of("input a, b, c; c & [b, true]").inputs(), (Names{"a", "b", "c"}));
    EXPECT_EQ(network_of("input a, size, v[1..2]; v[2] | a | size > 3").inputs(),
              (Names{"a", "v[1]", "v[2]", "size > 3"}));
}

TEST(NetworkColumns, AreTheNamesOfTheCaller) {
    Elaboration meaning = elaborate(Program::parse("`big dog` & [b, true]"));
    Network network = Network::compile(meaning, Semantics::goedel, {"unused", "b", "big dog"});
    EXPECT_EQ(network.inputs(), (Names{"unused", "b", "`big dog`"}));
    EXPECT_THROW(Network::compile(meaning, Semantics::goedel, {"b"}), Error);
    EXPECT_THROW(Network::compile(meaning, Semantics::goedel, {"b", "b", "big dog"}), Error);
}

// `a` and `b` are irrelevant because of constants; their columns remain.
TEST(NetworkColumns, IrrelevantColumnsHaveZeroGradients) {
    Network network = network_of("input a, b, c, d; (a | true) & c & [b & false, false]@or | d");
    PassInputs given = random_pass(network, 5, 1);
    PassOutputs result = run_pass(network, given);
    for (std::size_t row = 0; row < 5; ++row) {
        EXPECT_EQ(result.outputs[row], given.inputs[row * 4 + 3]);
        for (std::size_t column : {0U, 1U, 2U}) EXPECT_EQ(result.d_inputs[row * 4 + column], 0);
        EXPECT_EQ(result.d_inputs[row * 4 + 3], given.d_outputs[row]);
    }
}

TEST(NetworkColumns, FormulaWithoutInputsHasNoColumns) {
    Network network = network_of("[true, false]");
    EXPECT_TRUE(network.inputs().empty());
    PassInputs given = random_pass(network, 3, 1);
    EXPECT_EQ(run_pass(network, given).outputs.size(), 3U);
}

// --- Choices ---

TEST(NetworkChoices, HaveARangeOfLogitsEach) {
    Network network = network_of("[a, b, c] & [d, e] & [f] & [g, h, i, j]@or");
    const std::vector<Network::Choice>& choices = network.choices();
    ASSERT_EQ(choices.size(), 4U);
    EXPECT_EQ(network.logit_count(), 8U);
    std::size_t next = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(choices[c].first_logit, next);
        next += choices[c].logits;
        EXPECT_EQ(choices[c].logits, choices[c].alternatives == 2 ? 1 : choices[c].alternatives);
    }
    EXPECT_EQ(choices[3].alternatives, 1U);  // a single alternative: last, without logits
    EXPECT_EQ(choices[3].logits, 0U);
    EXPECT_EQ(network.alternatives(3), (Names{"f"}));
}

TEST(NetworkChoices, HavePlaceModeAndAlternatives) {
    Network network = network_of("p := [a, !b]\nand(i in 1..2: [v[i], p | c, true]) | d");
    ASSERT_EQ(network.choices().size(), 3U);
    EXPECT_EQ(network.origin(0).to_string(), "test.loh:1:6");
    EXPECT_EQ(network.alternatives(0), (Names{"a", "!b"}));
    EXPECT_EQ(network.choices()[0].mode, ChoiceMode::disjunctive);
    EXPECT_EQ(network.origin(1).to_string(), "test.loh:2:16 (i = 1)");
    EXPECT_EQ(network.origin(2).to_string(), "test.loh:2:16 (i = 2)");
    EXPECT_EQ(network.choices()[1].mode, ChoiceMode::conjunctive);
    EXPECT_EQ(network.alternatives(2), (Names{"v[2]", "[a, !b] | c", "true"}));
    EXPECT_THROW(static_cast<void>(network.origin(3)), Error);
    EXPECT_THROW(static_cast<void>(network.alternatives(3)), Error);
}

TEST(NetworkChoices, PlaceholdersAreShownByTheirNames) {
    Network network =
        network_of("h[j in 1..2] := or(i in 1..3: [x[i], false]); and(j in 1..2: [h[j], true])");
    EXPECT_EQ(network.alternatives(network.choices().size() - 1), (Names{"h[2]", "true"}));
}

TEST(NetworkChoices, FormulasBuiltInCppHaveNoPlace) {
    Graph graph;
    Formula rule = graph.var("a") & choice({graph.var("b"), !graph.var("c")});
    Network network = Network::compile({Output{"y", rule}});
    EXPECT_EQ(network.origin(0).line, 0U);
    EXPECT_EQ(network.alternatives(0), (Names{"b", "!c"}));
    EXPECT_EQ(network.difference(std::vector<double>{1}, std::vector<double>{-1})[0].text,
              "choice 0: b became !c");
}

TEST(NetworkChoices, StepFactorOfASingleLogitIsTwo) {
    Network network = network_of("[a, b, c] & [d, e]");
    EXPECT_EQ(network.step_factors(), (std::vector<float>{1, 1, 1, 2}));
}

TEST(NetworkChoices, InitialLogitsAreAFunctionOfTheSeed) {
    Network network = network_of("and(i in 1..500: [a, b, c]) & and(i in 1..500: [d, e])");
    std::vector<double> logits = network.initial_logits(3, 0.5);
    EXPECT_EQ(logits, network.initial_logits(3, 0.5));
    EXPECT_NE(logits, network.initial_logits(4, 0.5));
    EXPECT_EQ(network.initial_logits(3, 0), std::vector<double>(network.logit_count(), 0));
    double squares = 0;
    for (std::size_t i = 0; i < 1500; ++i) squares += logits[i] * logits[i];
    EXPECT_NEAR(std::sqrt(squares / 1500), 0.5, 0.05);
    squares = 0;
    for (std::size_t i = 1500; i < 2000; ++i) squares += logits[i] * logits[i];
    EXPECT_NEAR(std::sqrt(squares / 500), 0.5 * std::sqrt(2.0), 0.1);  // the difference of two draws
    EXPECT_THROW(static_cast<void>(network.initial_logits(3, -1)), Error);
}

// --- Formulas ---

TEST(NetworkHypothesis, FollowsTheLogits) {
    Network network = network_of("output y := [a, !a, true] & [b, true]; output z := [c, d]");
    std::vector<Output> formulas = network.hypothesis(std::vector<double>{0, 1, 0, -1, 2});
    ASSERT_EQ(formulas.size(), 2U);
    EXPECT_EQ(formulas[0].name, "y");
    EXPECT_EQ(formulas[0].formula.to_string(), "!a & true");
    EXPECT_EQ(formulas[1].formula.to_string(), "c");
    EXPECT_FALSE(formulas[0].formula.has_choices());
    formulas = network.hypothesis(std::vector<float>{0, 1, 0, -1, 2}, Simplify::yes);
    EXPECT_EQ(formulas[0].formula.to_string(), "!a");
}

TEST(NetworkHypothesis, TiesGoToTheFirst) {
    Network network = network_of("[a, b, c] & [d, e]");
    EXPECT_EQ(network.hypothesis(std::vector<double>(4, 0))[0].formula.to_string(), "a & d");
    EXPECT_EQ(network.selection(std::vector<double>{1, 2, 2, 0}), (std::vector<std::uint32_t>{1, 0}));
}

TEST(NetworkHypothesis, DifferenceListsTheChanges) {
    Network network = network_of("p := [a, !b]\noutput y := p & [b, true] & [c, d, false]");
    std::vector<double> before(5, 0);
    std::vector<double> after = {-1, 0, 0, 3, 0};
    std::vector<Network::Change> changes = network.difference(before, after);
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].text, "test.loh:1:6: a became !b");
    EXPECT_EQ(changes[1].text, "test.loh:2:29: c became d");
    EXPECT_EQ(changes[1].before, 0U);
    EXPECT_EQ(changes[1].after, 1U);
    EXPECT_TRUE(network.difference(before, before).empty());
    EXPECT_THROW(
        static_cast<void>(network.difference(std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{0})),
        Error);
    EXPECT_THROW(static_cast<void>(network.difference(std::vector<std::uint32_t>{0, 0, 0},
                                                      std::vector<std::uint32_t>{0, 0, 3})),
                 Error);
}

// All 2^n Boolean inputs, and rows of values between. Under Gödel semantics only.
TEST(NetworkHypothesis, EqualsTheRoundedForwardPass) {
    std::size_t rows_compared = 0;
    for (std::uint64_t seed = 0; seed < repeats(300); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Network network = network_of(random_layered_program(seed));
        std::size_t columns = network.inputs().size();
        std::size_t truth_rows = columns <= 6 ? std::size_t{1} << columns : 64;
        std::size_t rows = truth_rows + 64;
        PassInputs given = random_pass(network, rows, seed);
        for (std::size_t row = 0; row < truth_rows; ++row) {
            for (std::size_t c = 0; c < columns; ++c)
                given.inputs[row * columns + c] = (row >> (c % 60) & 1U) != 0 ? 1.0F : 0.0F;
        }
        if (seed % 3 == 0) std::fill(given.logits.begin(), given.logits.end(), 0.0);
        Network::Pass pass;
        pass.temperature = seed % 2 == 0 ? 0.01 : 2;
        PassOutputs result = run_pass(network, given, pass);
        std::vector<Output> formulas =
            network.hypothesis(given.logits, seed % 5 == 0 ? Simplify::yes : Simplify::no, pass.temperature);
        for (std::size_t row = 0; row < rows; ++row) {
            Assignment assignment;
            for (std::size_t c = 0; c < columns; ++c)
                assignment[network.inputs()[c]] = given.inputs[row * columns + c] > 0.5F;
            for (std::size_t o = 0; o < formulas.size(); ++o, ++rows_compared)
                ASSERT_EQ(result.outputs[row * formulas.size() + o] > 0.5F,
                          evaluate(formulas[o].formula, assignment));
        }
    }
    EXPECT_GT(rows_compared, repeats(300) * 64);
}

TEST(NetworkHypothesis, OneHalfCountsAsFalse) {
    Network network = network_of("!a");
    PassInputs given = random_pass(network, 1, 1);
    given.inputs = {0.5F};
    EXPECT_EQ(run_pass(network, given).outputs[0], 0.5F);  // neither `a` nor `!a` rounds to true
}

// --- Errors ---

// The kind and message of the error that a call throws.
template <class Call>
Diagnostic refused(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.diagnostic();
    }
    ADD_FAILURE() << "no error";
    return {};
}

TEST(NetworkErrors, RejectsAnOpenHole) {
    Diagnostic error = refused([] { network_of("age > ? & [a, b]"); });
    EXPECT_EQ(error.kind, ErrorKind::meaning);
    EXPECT_EQ(error.message, "the hole age > ? is still open");
}

TEST(NetworkErrors, RejectsAnEmptyListOfOutputs) {
    EXPECT_EQ(refused([] { Network::compile(std::vector<Output>{}); }).kind, ErrorKind::usage);
}

class NetworkSizes : public ::testing::Test {
protected:
    NetworkSizes() : network_(network_of("[a, b] & [c, !c, true]")), workspace_(network_) {}

    Diagnostic forward(ConstMatrix inputs, Logits logits, Matrix outputs, const Network::Pass& pass = {}) {
        return refused([&] { network_.forward(inputs, logits, pass, workspace_, outputs); });
    }
    Diagnostic backward(ConstMatrix d_outputs, Matrix d_inputs, std::span<float> d_logits) {
        return refused([&] { network_.backward(d_outputs, workspace_, d_inputs, d_logits); });
    }
    void pass(Network::Gradients gradients = Network::Gradients::logits_and_inputs) {
        Network::Pass asked;
        asked.gradients = gradients;
        network_.forward(row_major(x_, 2, 3), z_, asked, workspace_, row_major(y_, 2, 1));
    }

    Network network_;
    Network::Workspace workspace_;
    std::vector<float> x_ = std::vector<float>(6, 0.25F);
    std::vector<float> y_ = std::vector<float>(2);
    std::vector<double> z_ = std::vector<double>(4);
    std::vector<float> d_ = std::vector<float>(4);
};

TEST_F(NetworkSizes, RejectsBuffersOfTheWrongSize) {
    EXPECT_EQ(refused([&] { row_major(x_, 2, 2); }).message,
              "a matrix of 2 rows and 2 columns has 4 values, the buffer has 6");
    EXPECT_EQ(forward(row_major(x_, 3, 2), z_, row_major(y_, 2, 1)).message,
              "inputs must be 3 x 3 (rows x columns), they are 3 x 2");
    EXPECT_EQ(forward(row_major(x_, 2, 3), z_, row_major(x_, 6, 1)).message,
              "outputs must be 2 x 1 (rows x columns), they are 6 x 1");
    EXPECT_EQ(forward(row_major(x_, 2, 3), std::vector<float>(3), row_major(y_, 2, 1)).message,
              "the network has 4 logits, the buffer has 3");
    EXPECT_EQ(forward(ConstMatrix{nullptr, 2, 3, 3, 1}, z_, row_major(y_, 2, 1)).message,
              "inputs have no memory: their data is a null pointer");
    pass();
    EXPECT_EQ(backward(row_major(x_, 6, 1), {}, d_).message,
              "gradients of the outputs must be 2 x 1 (rows x columns), they are 6 x 1");
    EXPECT_EQ(backward(row_major(y_, 2, 1), row_major(y_, 2, 1), d_).message,
              "gradients of the inputs must be 2 x 3 (rows x columns), they are 2 x 1");
    EXPECT_EQ(backward(row_major(y_, 2, 1), {}, std::span(d_).first(3)).message,
              "the network has 4 logits, the buffer for their gradient has 3");
}

TEST_F(NetworkSizes, BackwardNeedsAForwardPassWithGradients) {
    EXPECT_EQ(backward(row_major(y_, 2, 1), {}, d_).message,
              "there is no forward pass before this backward pass");
    pass(Network::Gradients::none);
    EXPECT_EQ(backward(row_major(y_, 2, 1), {}, d_).message,
              "there is no forward pass before this backward pass");
    pass(Network::Gradients::logits);
    EXPECT_EQ(backward(row_major(y_, 2, 1), row_major(x_, 2, 3), d_).message,
              "the forward pass was run for gradients of the logits only");
    network_.backward(row_major(y_, 2, 1), workspace_, {}, d_);
    forward(row_major(x_, 3, 2), z_, row_major(y_, 2, 1));  // a failed pass resets the workspace
    EXPECT_EQ(backward(row_major(y_, 2, 1), {}, d_).message,
              "there is no forward pass before this backward pass");
}

TEST_F(NetworkSizes, RejectsAWorkspaceOfAnotherNetwork) {
    Network other = network_of("[a, b] & [c, !c, true]");
    Diagnostic error =
        refused([&] { other.forward(row_major(x_, 2, 3), z_, {}, workspace_, row_major(y_, 2, 1)); });
    EXPECT_EQ(error.message, "the workspace belongs to another network");
    Network copy = network_;
    copy.forward(row_major(x_, 2, 3), z_, {}, workspace_, row_major(y_, 2, 1));
}

TEST_F(NetworkSizes, RejectsValuesOutOfRange) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (double temperature : {0.0, -1.0, kNan, kInfinity, 1e7}) {
        Network::Pass pass;
        pass.temperature = temperature;
        EXPECT_EQ(forward(row_major(x_, 2, 3), z_, row_major(y_, 2, 1), pass).kind, ErrorKind::usage);
    }
    for (double scale : {-1.0, kNan, kInfinity}) {
        Network::Pass pass;
        pass.noise = Network::Noise{1, 0, scale};
        EXPECT_EQ(forward(row_major(x_, 2, 3), z_, row_major(y_, 2, 1), pass).kind, ErrorKind::usage);
    }
    for (double bad : {kNan, -kInfinity, 2e20}) {
        z_[3] = bad;
        EXPECT_EQ(forward(row_major(x_, 2, 3), z_, row_major(y_, 2, 1)).message,
                  "a logit is not a number, or larger than 1e20");
        std::vector<float> floats(z_.begin(), z_.end());
        EXPECT_EQ(forward(row_major(x_, 2, 3), floats, row_major(y_, 2, 1)).kind, ErrorKind::usage);
        EXPECT_EQ(refused([&] { static_cast<void>(network_.hypothesis(z_)); }).kind, ErrorKind::usage);
    }
}

TEST_F(NetworkSizes, NamesAnInputThatIsNotATruthValue) {
    for (float bad : {1.5F, -0.25F, std::numeric_limits<float>::quiet_NaN()}) {
        x_[4] = bad;
        Diagnostic error = forward(row_major(x_, 2, 3), z_, row_major(y_, 2, 1));
        EXPECT_EQ(error.kind, ErrorKind::usage);
        EXPECT_EQ(error.message.substr(0, 19), "input b in row 1 is");
    }
    x_[4] = -0.0F;
    network_.forward(row_major(x_, 2, 3), z_, {}, workspace_, row_major(y_, 2, 1));
}

TEST_F(NetworkSizes, UncheckedInputAffectsItsOwnRowOnly) {
    Network::Pass unchecked;
    unchecked.check_inputs = false;
    pass();
    std::vector<float> expected = y_;
    std::vector<float> d_inputs(6);
    x_[4] = std::numeric_limits<float>::quiet_NaN();
    network_.forward(row_major(x_, 2, 3), z_, unchecked, workspace_, row_major(y_, 2, 1));
    network_.backward(row_major(y_, 2, 1), workspace_, row_major(d_inputs, 2, 3), d_);
    EXPECT_EQ(y_[0], expected[0]);
    x_[4] = 0.25F;
    pass();
    EXPECT_EQ(y_, expected);
    network_.backward(row_major(y_, 2, 1), workspace_, row_major(d_inputs, 2, 3), d_);
    for (float gradient : d_) EXPECT_FALSE(std::isnan(gradient));
}

}  // namespace
}  // namespace loh::testing
