// The shapes that become dense layers, and their printed form.
#include "network/layers.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

CompiledProgram layered(const std::string& text) {
    return recognise_layers(compile(elaborated(text).formulas()));
}

// "and 4x3" for a layer of 4 conjunctions with 3 gates each.
std::string shapes(const std::string& text) {
    std::string result;
    for (const DenseLayer& layer : layered(text).layers) {
        result += (result.empty() ? "" : ", ") + std::string(layer.conjunctive ? "and " : "or ") +
                  std::to_string(layer.neurons) + "x" + std::to_string(layer.terms);
    }
    return result;
}

TEST(Layers, RecognisesNeuronsOfAnySize) {
    EXPECT_EQ(shapes("h[j in 1..4] := and(i in 1..3: [x[i], true]); or(j in 1..4: h[j])"), "and 4x3");
    EXPECT_EQ(shapes("h[j in 1..4] := or(i in 1..3: [x[i], false]); and(j in 1..4: h[j])"), "or 4x3");
    EXPECT_EQ(shapes("h[j in 1..4] := and(i in 1..3: [x[i], !x[i], true]); or(j in 1..4: h[j])"), "and 4x6");
}

TEST(Layers, RecognisesNeuronsOfFixedWidth) {
    EXPECT_EQ(shapes("h[j in 1..4] := and(k in 1..2: [i in 1..3: x[i]]); or(j in 1..4: h[j])"), "and 4x6");
}

TEST(Layers, RecognisesTwoLayers) {
    EXPECT_EQ(shapes(R"(
        h[j in 1..4] := and(i in 1..3: [x[i], true])
        output o[c in 1..2] := or(j in 1..4: [h[j], false])
    )"),
              "and 4x3, or 2x4");
    EXPECT_EQ(shapes(R"(
        h[j in 1..4] := and(i in 1..3: [x[i], true])
        output o[c in 1..2] := or(j in 1..4: [h[j], !h[j], false])
    )"),
              "and 4x3, or 2x8");
}

TEST(Layers, NestedConjunctionsAreOneNeuron) {
    EXPECT_EQ(shapes("h[j in 1..4] := and(i in 1..3: [x[i], true] & [y[i], true]); or(j in 1..4: h[j])"),
              "and 4x6");
    EXPECT_EQ(shapes("p := [a, true] & [b, true]; output x := p & [c, true]; output y := p"), "and 1x2");
}

TEST(Layers, CandidateRulesAreALayerOfOneNeuron) {
    EXPECT_EQ(shapes("[a | b, true] & [b | c & d, true] & [!a, true]"), "and 1x3");
}

TEST(Layers, SharedForcedOrMixedChoicesAreGeneric) {
    EXPECT_EQ(shapes("p := [a, true]; q := [b, true]; output x := p & q; output y := p & c"), "");
    EXPECT_EQ(shapes("[a, true]@or & [b, true]"), "");
    EXPECT_EQ(shapes("[a, true] & [b, true] & c"), "");
    EXPECT_EQ(shapes("output p := [a, b]@and; output x := p & [c, d]"), "");
    EXPECT_EQ(shapes("[a, b, c]"), "");
}

TEST(Layers, NeuronsOverDifferentSlotsAreDifferentLayers) {
    EXPECT_EQ(shapes("([a, true] & [b, true]) | ([a, true] & [c, true]) | ([a, true] & [c, true])"),
              "and 1x2, and 2x2");
}

TEST(Layers, PrintTheirFirstNeuron) {
    EXPECT_EQ(to_string(layered("h[j in 1..3] := and(i in 1..2: [x[i], true]); or(j in 1..3: h[j])")),
              "s0 = input x[1]\n"
              "s1 = input x[2]\n"
              "# layer 0: 3 conjunctions of 2 gates\n"
              "s2 = (!w0 | s0) & (!w2 | s1)\n"
              "s3 to s4: the same form with other weights\n"
              "s5 = s2 | s3 | s4\n"
              "output = s5\n");
}

}  // namespace
}  // namespace loh::testing
