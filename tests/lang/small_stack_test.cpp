// Programs of the greatest depth in a thread with a small stack.
#include "support/small_stack.hpp"

#include <gtest/gtest.h>

#include "loh/loh.hpp"

namespace loh::testing {
namespace {

std::string times(std::size_t count, const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
}

std::string forward_names(std::size_t count) {
    std::string result = "output y := p0\n";
    for (std::size_t i = 0; i < count; ++i)
        result += "p" + std::to_string(i) + " := a & (b | p" + std::to_string(i + 1) + ")\n";
    return result + "p" + std::to_string(count) + " := c\n";
}

// Uses the program in every way that visits its nesting.
void use(const std::string& text) {
    Limits limits;
    limits.max_depth = 4000;
    try {
        Program program = Program::parse(text, "deep.loh", limits);
        EXPECT_FALSE(program.format().empty());
        EXPECT_FALSE(program.to_string().empty());
        Elaboration read = elaborate(program, {limits, {}, {}});
        EXPECT_FALSE(read.to_string().empty());
        if (!read.outputs[0].formula.has_choices()) static_cast<void>(simplify(read.outputs[0].formula));
        static_cast<void>(bound_hypotheses(read.formulas()));
        static_cast<void>(Network::compile(read));
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::limit) << error.what();
    }
}

TEST(SmallStack, HoldsTheDeepestPrograms) {
    constexpr std::size_t kDepth = 3900;
    const std::vector<std::string> programs = {
        times(kDepth, "(") + "a" + times(kDepth, ")"),
        times(kDepth / 2, "(a & (b | ") + "c" + times(kDepth / 2, "))"),
        times(kDepth, "[a, ") + "b" + times(kDepth, "]"),
        times(kDepth, "!") + "a",
        times(kDepth / 2, "a -> (b <-> ") + "c" + times(kDepth / 2, ")"),
        "x[" + times(kDepth, "(1+") + "0" + times(kDepth, ")") + "]",
        "x[" + times(kDepth, "-") + "1]",
        "or(i in 1..2 if " + times(kDepth, "!") + "(i = 1): x[i])",
        "or(i in 1..2 if " + times(kDepth, "(") + "i = 1" + times(kDepth, ")") + ": x[i])",
        times(kDepth / 2, "or(i in 1..1: ") + "a" + times(kDepth / 2, ")"),
        forward_names(1200),
    };
    for (const std::string& text : programs) {
        SCOPED_TRACE(text.substr(0, 40));
        on_small_stack([&] { use(text); });
    }
}

}  // namespace
}  // namespace loh::testing
