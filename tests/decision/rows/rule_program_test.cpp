// Rule programs: few instructions, few registers, no recursion.
#include "decision/rows/rule_program.hpp"

#include <gtest/gtest.h>

#include "decision/rows/infer.hpp"
#include "loh/error.hpp"
#include "support/random_formula.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Runs a program on all assignments of up to 16 variables at once: literal i has the column of variable i in a truth table.
std::vector<std::vector<std::uint64_t>> tables_of(const RuleProgram& program,
                                                  const std::vector<std::string>& names) {
    std::vector<std::vector<std::uint64_t>> columns;
    Graph graph;
    for (const RuleLiteral& literal : program.literals)
        columns.push_back(truth_table(graph.var(literal.text), names));
    std::size_t next = 0;
    RuleInputs inputs = packed_inputs(program, std::size_t{1} << names.size(),
                                      [&](const std::string&) { return columns[next++].data(); });
    ThreadPool pool(1);
    return evaluate_rules(program, inputs, pool);
}

TEST(RuleProgram, IsEquivalentToTheFormulas) {
    RandomFormulas formulas({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}, 4);
    for (std::uint32_t round = 0; round < 100; ++round) {
        Graph first;
        Graph second;
        std::vector<Formula> several = {formulas.make(first, 3 * round, 5),
                                        formulas.make(second, 3 * round + 1, 5),
                                        formulas.make_normal_form(first, 3 * round + 2, round % 2 == 0, 60)};
        std::vector<std::vector<std::uint64_t>> tables = tables_of(compile_rules(several), formulas.names());
        for (std::size_t f = 0; f < several.size(); ++f)
            ASSERT_EQ(tables[f], truth_table(several[f], formulas.names())) << several[f];
    }
}

TEST(RuleProgram, ConstantsAndLiteralsNeedNoInstruction) {
    Graph graph;
    Formula a = graph.var("a");
    RuleProgram program = compile_rules({true, false, a, !a, a | true, a & !a, !(a & a), a | !a});
    EXPECT_TRUE(program.instructions.empty());
    EXPECT_EQ(program.registers, 0U);
    ASSERT_EQ(program.literals.size(), 1U);
    std::vector<std::vector<std::uint64_t>> tables = tables_of(program, {"a", "b"});
    std::vector<std::uint64_t> values;
    for (const std::vector<std::uint64_t>& table : tables) values.push_back(table[0]);
    EXPECT_EQ(values, (std::vector<std::uint64_t>{15, 0, 10, 5, 15, 0, 5, 15}));
    EXPECT_TRUE(compile_rules({}).outputs.empty());
}

TEST(RuleProgram, RedundantLiteralsAreNotRead) {
    Graph graph;
    Formula a = graph.var("a");
    Formula b = graph.var("b");
    RuleProgram program = compile_rules({a | (b & !b) | (graph.var("c") & false)});
    ASSERT_EQ(program.literals.size(), 1U);
    EXPECT_EQ(program.literals[0].text, "a");
}

TEST(RuleProgram, NegationsAreFree) {
    Graph graph;
    std::vector<Formula> x;
    for (const char* name : {"a", "b", "c", "d"}) x.push_back(graph.var(name));
    EXPECT_EQ(compile_rules({x[0] & !x[1] & !x[2] & x[3]}).instructions.size(), 1U);
    EXPECT_EQ(compile_rules({!(x[0] | !x[1] | x[2])}).instructions.size(), 1U);
    EXPECT_EQ(compile_rules({x[0] & !(~(x[1] & x[2]) | !x[3])}).instructions.size(), 1U);
    EXPECT_EQ(compile_rules({~(~x[0] & x[1]) & x[2]}).instructions.size(), 2U);
}

TEST(RuleProgram, CommonSubformulasAreComputedOnce) {
    Graph first;
    Graph second;  // simplification creates separate graphs
    Formula left = (first.var("a") & first.var("b")) | first.var("c");
    Formula right = second.var("d") & !((second.var("b") & second.var("a")) | second.var("c"));
    EXPECT_EQ(compile_rules({left}).instructions.size(), 2U);
    EXPECT_EQ(compile_rules({left, right}).instructions.size(), 3U);
    EXPECT_EQ(compile_rules({left, left, !left}).instructions.size(), 2U);
}

TEST(RuleProgram, ManyClausesNeedFewRegisters) {
    constexpr std::size_t kClauses = 10'000;
    Graph graph;
    std::vector<Formula> clauses;
    for (std::size_t c = 0; c < kClauses; ++c) {
        std::vector<Formula> literals;
        for (std::size_t i = 0; i < 5; ++i) {
            Formula variable = graph.var("v" + std::to_string((c * 7 + i * i * 131 + c / 50) % 300));
            literals.push_back((c >> i) % 2 == 0 ? variable : !variable);
        }
        clauses.push_back(all_of(literals));
    }
    RuleProgram program = compile_rules({any_of(clauses)});
    EXPECT_EQ(program.literals.size(), 300U);
    EXPECT_LT(program.registers, 20U);
    std::vector<std::vector<std::uint64_t>> columns;
    loh::Random random(3, Stream::testing);
    for (std::uint32_t i = 0; i < 300; ++i) columns.push_back({random.bits(i, 0), random.bits(i, 1)});
    std::size_t next = 0;
    RuleInputs inputs =
        packed_inputs(program, 128, [&](const std::string&) { return columns[next++].data(); });
    ThreadPool pool(1);
    std::vector<std::uint64_t> bits = evaluate_rules(program, inputs, pool)[0];
    for (std::size_t row = 0; row < 128; row += 16) {
        Assignment values;
        for (std::size_t i = 0; i < 300; ++i)
            values[program.literals[i].text] = (columns[i][row / 64] >> (row % 64) & 1U) != 0;
        EXPECT_EQ((bits[row / 64] >> (row % 64) & 1U) != 0, evaluate(any_of(clauses), values));
    }
}

TEST(RuleProgram, DeepFormulasNeedNoRecursionAndFewRegisters) {
    std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g"};
    Graph graph;
    Formula formula = graph.var("a");
    for (std::size_t i = 0; i < 4000; ++i) {
        Formula next = graph.var(names[i % 7]);
        Formula other = graph.var(names[(i * 5 + i / 7) % 7]) | !next;
        formula = i % 3 == 0 ? formula & (next | !other) : ~formula | (other & next);
    }
    RuleProgram program = compile_rules({formula});
    EXPECT_LT(program.registers, 200U);  // mostly for the 49 parts with many uses
    EXPECT_EQ(tables_of(program, names)[0], truth_table(formula, names));
}

TEST(RuleProgram, RejectsChoices) {
    Graph graph;
    Formula undecided = choice({graph.var("a"), graph.var("b")});
    EXPECT_EQ(error_from([&] { compile_rules({undecided}); }).kind, ErrorKind::usage);
}

}  // namespace
}  // namespace loh::testing
