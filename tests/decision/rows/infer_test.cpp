// Rule programs on blocks of rows, raw and packed, against an evaluation of one row at a time.
#include "decision/rows/infer.hpp"

#include <gtest/gtest.h>

#include "features/literal_oracle.hpp"
#include "loh/error.hpp"
#include "support/effort.hpp"
#include "support/random_columns.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

using Bits = std::vector<std::uint64_t>;

bool bit(const Bits& bits, std::size_t row) { return (bits[row / 64] >> (row % 64) & 1U) != 0; }

// The literals of a program, one row at a time.
std::vector<Bits> oracle_bits(const RuleProgram& program, const std::vector<TypedColumn>& columns,
                              std::size_t rows) {
    std::vector<Bits> result;
    for (const RuleLiteral& literal : program.literals) {
        Bits& bits = result.emplace_back((rows + 63) / 64, 0);
        for (std::size_t row = 0; row < rows; ++row) {
            if (literal_at(*literal.atom, columns, row)) bits[row / 64] |= std::uint64_t{1} << (row % 64);
        }
    }
    return result;
}

RuleInputs packed(const RuleProgram& program, const std::vector<Bits>& bits, std::size_t rows) {
    std::size_t next = 0;
    return packed_inputs(program, rows, [&](const std::string&) { return bits[next++].data(); });
}

Assignment assignment(const RuleProgram& program, const std::vector<Bits>& bits, std::size_t row) {
    Assignment result;
    for (std::size_t i = 0; i < bits.size(); ++i) result[program.literals[i].text] = bit(bits[i], row);
    return result;
}

// A program may not need all variables of a formula; the others are false here.
void mention_all(const Formula& formula, Assignment& values) {
    for (const std::string& name : variables(formula)) values.try_emplace(name, false);
}

class InferRows : public ::testing::TestWithParam<std::size_t> {};

TEST_P(InferRows, AgreesWithOneRowAtATime) {
    std::size_t rows = GetParam();
    for (std::uint64_t seed = 0; seed < 2 + repeats(20); ++seed) {
        SCOPED_TRACE(seed);
        std::vector<TypedColumn> columns = random_columns(seed, rows);
        Random random(1000 + seed);
        Graph graph;
        std::vector<Formula> formulas = random_rules(random, graph, columns, 1 + random.below(5));
        RuleProgram program = compile_rules(formulas);
        std::vector<Bits> literals = oracle_bits(program, columns, rows);
        ThreadPool pool(1);
        std::vector<Bits> from_raw = evaluate_rules(program, raw_inputs(program, rows, columns), pool);
        ASSERT_EQ(from_raw, evaluate_rules(program, packed(program, literals, rows), pool));
        for (std::size_t row = 0; row<rows; row += rows> 700 && row > 70 && row + 70 < rows ? 31 : 1) {
            Assignment values = assignment(program, literals, row);
            for (std::size_t f = 0; f < formulas.size(); ++f) {
                mention_all(formulas[f], values);
                ASSERT_EQ(bit(from_raw[f], row), evaluate(formulas[f], values))
                    << formulas[f] << " in row " << row;
            }
        }
        for (const Bits& bits : from_raw) {  // no bits after the last row
            if (rows % 64 != 0) {
                ASSERT_EQ(bits.back() >> (rows % 64), 0U);
            }
        }
    }
}

TEST_P(InferRows, ClassifiesByTheFirstFormulaThatHolds) {
    std::size_t rows = GetParam();
    for (std::uint64_t seed = 0; seed < 1 + repeats(10); ++seed) {
        std::vector<TypedColumn> columns = random_columns(seed, rows);
        Random random(2000 + seed);
        Graph graph;
        std::vector<Formula> formulas = random_rules(random, graph, columns, 1 + random.below(30));
        RuleProgram program = compile_rules(formulas);
        RuleInputs inputs = raw_inputs(program, rows, columns);
        RuleDecision decision;
        for (std::size_t f = 0; f < formulas.size(); ++f)
            decision.classes.push_back(static_cast<std::uint32_t>(random.below(256)));
        decision.otherwise = static_cast<std::uint32_t>(random.below(256));
        ThreadPool pool(1);
        std::vector<Bits> holds = evaluate_rules(program, inputs, pool);
        std::vector<std::uint8_t> bytes(rows);
        std::vector<std::uint16_t> halves(rows);
        std::vector<std::uint32_t> words(rows);
        classify(program, inputs, decision, pool, std::span(bytes));
        for (std::uint32_t& number : decision.classes) number += 256 * number;  // wider than a byte
        decision.otherwise += 256 * decision.otherwise;
        classify(program, inputs, decision, pool, std::span(halves));
        for (std::uint32_t& number : decision.classes) number += 65536 * number;
        decision.otherwise += 65536 * decision.otherwise;
        classify(program, inputs, decision, pool, std::span(words));
        for (std::size_t row = 0; row < rows; ++row) {
            std::uint32_t expected = decision.otherwise;
            for (std::size_t f = formulas.size(); f-- > 0;)
                if (bit(holds[f], row)) expected = decision.classes[f];
            ASSERT_EQ(words[row], expected);
            ASSERT_EQ(halves[row], expected % 65536);
            ASSERT_EQ(bytes[row], expected % 256);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, InferRows,
                         ::testing::Values(0, 1, 63, 64, 65, 511, 512, 513, kBlockRows - 1, kBlockRows,
                                           kBlockRows + 1, 3 * kBlockRows - 65));

TEST(Infer, AMissingCellSatisfiesNoComparison) {
    TypedColumn number;
    number.name = "x";
    number.numbers = {std::nan(""), 1, 2};
    TypedColumn category;
    category.name = "c";
    category.type = ColumnType::category;
    category.categories = {"a", "b"};
    category.codes = {TypedColumn::kMissingCode, kUnseen, 0};
    std::vector<TypedColumn> columns = {number, category};
    auto first_rows = [&](const Atom& atom) {
        Graph graph;
        RuleProgram program = compile_rules({Formula(graph.data(), graph.data()->atom(atom))});
        ThreadPool pool(1);
        return evaluate_rules(program, raw_inputs(program, 3, columns), pool)[0][0];
    };
    EXPECT_EQ(first_rows(CompareAtom{{"x"}, Comparison::equal, 1.0}), 0b010U);
    EXPECT_EQ(first_rows(CompareAtom{{"x"}, Comparison::not_equal, 1.0}), 0b100U);
    EXPECT_EQ(first_rows(CompareAtom{{"x"}, Comparison::not_equal, Column{"x"}}), 0b000U);
    EXPECT_EQ(first_rows(CompareAtom{{"x"}, Comparison::less_equal, Column{"x"}}), 0b110U);
    EXPECT_EQ(first_rows(MissingAtom{{"x"}}), 0b001U);
    EXPECT_EQ(first_rows(CompareAtom{{"c"}, Comparison::equal, "a"}), 0b100U);
    EXPECT_EQ(first_rows(CompareAtom{{"c"}, Comparison::not_equal, "a"}), 0b010U);  // unseen differs from `a`
    EXPECT_EQ(first_rows(CompareAtom{{"c"}, Comparison::equal, Column{"c"}}), 0b100U);
    EXPECT_EQ(first_rows(CompareAtom{{"c"}, Comparison::not_equal, Column{"c"}}), 0b010U);
    EXPECT_EQ(first_rows(MemberAtom{{"c"}, {"a", "b"}}), 0b100U);
    EXPECT_EQ(first_rows(MissingAtom{{"c"}}), 0b001U);
}

// Numeric categories are compared as numbers, with each other and with numbers: 1 and 1.0 are equal.
TEST(Infer, ComparesNumericCategoriesLikeTheOracle) {
    for (std::uint64_t seed = 0; seed < 2 + repeats(20); ++seed) {
        Random random(seed);
        std::vector<TypedColumn> columns = {random_categories(random, "rank", {"1", "10", "2"}, 100),
                                            random_categories(random, "low", {"1.0", "1e1", "3"}, 100),
                                            random_numbers(random, "size", 100)};
        for (const char* left : {"rank", "low", "size"}) {
            for (const char* right : {"rank", "low", "size"}) {
                Atom atom = CompareAtom{{left}, random_comparison(random, true), Column{right}};
                Graph graph;
                RuleProgram program = compile_rules({Formula(graph.data(), graph.data()->atom(atom))});
                ThreadPool pool(1);
                Bits bits = evaluate_rules(program, raw_inputs(program, 100, columns), pool)[0];
                for (std::size_t row = 0; row < 100; ++row)
                    ASSERT_EQ(bit(bits, row), literal_at(atom, columns, row)) << spell(atom) << " in " << row;
            }
        }
    }
}

TEST(Infer, PropositionIsItsColumnAboveOneHalf) {
    TypedColumn column;
    column.name = "wet grass";
    column.numbers = {0, 0.5, 0.75, 1, std::nan("")};
    Graph graph;
    RuleProgram program = compile_rules({graph.var("wet grass")});
    ThreadPool pool(1);
    EXPECT_EQ(evaluate_rules(program, raw_inputs(program, 5, {&column, 1}), pool)[0][0], 0b01100U);
}

TEST(Infer, RejectsConditionsThatFitNoColumn) {
    std::vector<TypedColumn> columns = random_columns(1, 10);
    auto message = [&](const Atom& atom) {
        Graph graph;
        RuleProgram program = compile_rules({Formula(graph.data(), graph.data()->atom(atom))});
        return error_from([&] { raw_inputs(program, 10, columns); }).message;
    };
    EXPECT_EQ(message(CompareAtom{{"agee"}, Comparison::less, 3.0}),
              "there is no column agee for the condition agee < 3");
    EXPECT_EQ(message(CompareAtom{{"color"}, Comparison::less, 3.0}),
              "the condition color < 3 does not fit the column color, which holds categories");
    EXPECT_EQ(message(CompareAtom{{"age"}, Comparison::equal, "red"}),
              "the condition age = \"red\" does not fit the column age, which holds numbers");
    EXPECT_EQ(message(CompareAtom{{"age"}, Comparison::equal, Column{"color"}}),
              "the condition age = color does not fit the column color, which holds categories");
    EXPECT_EQ(message(MemberAtom{{"age"}, {1.0, "red"}}),
              "the condition age in {1, \"red\"} does not fit the column age, which holds numbers");
}

TEST(Infer, UnusedColumnsAreNotRead) {
    std::vector<TypedColumn> columns = random_columns(1, 100);
    columns[1].numbers = SharedArray<double>(nullptr, 100, nullptr);
    columns[2].codes = SharedArray<std::uint32_t>(nullptr, 100, nullptr);
    Graph graph;
    Atom atom = CompareAtom{{"age"}, Comparison::less, 1.0};
    RuleProgram program = compile_rules({Formula(graph.data(), graph.data()->atom(atom))});
    ThreadPool pool(1);
    EXPECT_EQ(evaluate_rules(program, raw_inputs(program, 100, columns), pool).size(), 1U);
}

}  // namespace
}  // namespace loh::testing
