#include "network/compile.hpp"

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

std::string listing(const std::string& text) {
    Elaboration elaboration = elaborated(text);
    return to_string(compile(elaboration.formulas()));
}

TEST(Compile, WritesOneInstructionForEachNode) {
    EXPECT_EQ(listing("a & !b | [c, d]"),
              "s0 = input a\n"
              "s1 = input b\n"
              "s2 = !s1\n"
              "s3 = input c\n"
              "s4 = input d\n"
              "s5 = s0 & s2\n"
              "s6 = choice 0 (disjunctive): w0 & s3 | w1 & s4\n"
              "s7 = s5 | s6\n"
              "output = s7\n");
}

TEST(Compile, FoldsTheConstantOfASelection) {
    EXPECT_EQ(listing("[a, true] & [b, true]"),
              "s0 = input a\n"
              "s1 = input b\n"
              "s2 = choice 0 (conjunctive): (!w0 | s0)\n"
              "s3 = choice 1 (conjunctive): (!w2 | s1)\n"
              "s4 = s2 & s3\n"
              "output = s4\n");
    EXPECT_EQ(listing("[a, true]@or & b"),
              "s0 = input a\n"
              "s1 = input b\n"
              "s2 = choice 0 (disjunctive): w0 & s0 | w1\n"
              "s3 = s2 & s1\n"
              "output = s3\n");
    EXPECT_EQ(listing("[a, false]@and | b"),
              "s0 = input a\n"
              "s1 = input b\n"
              "s2 = choice 0 (conjunctive): (!w0 | s0) & !w1\n"
              "s3 = s2 | s1\n"
              "output = s3\n");
}

TEST(Compile, FoldsConstantsThroughConnectives) {
    EXPECT_EQ(listing("a & true & (b | true)"), "s0 = input a\noutput = s0\n");
    EXPECT_EQ(listing("a & !true & [b, c]"), "s0 = false\noutput = s0\n");
    EXPECT_EQ(listing("[true, true]@and"), "s0 = true\noutput = s0\n");
    EXPECT_EQ(listing("[a] & b"), "s0 = input a\ns1 = input b\ns2 = s0 & s1\noutput = s2\n");
}

TEST(Compile, KeepsSharedFormulasShared) {
    CompiledProgram program =
        compile(elaborated("p := [a, b]; output x := p & c; output y := p | d").formulas());
    EXPECT_EQ(program.choices.size(), 1U);
    EXPECT_EQ(program.logit_count, 1U);
    EXPECT_EQ(program.weight_count, 2U);
    EXPECT_EQ(program.outputs.size(), 2U);
}

TEST(Compile, CountsLogitsByArity) {
    CompiledProgram program = compile(elaborated("[a] & [a, b] & [a, b, c] & [a, b, c, d]").formulas());
    EXPECT_EQ(program.logit_count, 0U + 1U + 3U + 4U);
    EXPECT_EQ(program.weight_count, 2U + 3U + 4U);
}

TEST(Compile, RejectsOpenHoles) {
    EXPECT_THROW(static_cast<void>(compile(elaborated("age > ?").formulas())), Error);
}

TEST(Compile, RandomProgramsPassTheVerifier) {
    ProgramShape shape;
    shape.holes = false;
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        CompiledProgram program = compile(elaborated(random_meaningful_program(seed, shape)).formulas());
        EXPECT_FALSE(program.instructions.empty());
    }
}

}  // namespace
}  // namespace loh::testing
