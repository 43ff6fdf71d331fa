// Atoms on columns: missing and unseen cells, and the bit kernels against the oracle.
#include "features/column_tests.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "features/atom_types.hpp"
#include "features/literal_oracle.hpp"
#include "loh/error.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using TypedColumns = std::vector<TypedColumn>;

CompareAtom compare(const std::string& column, Comparison comparison, Operand operand) {
    return {Column{column}, comparison, std::move(operand)};
}

// One character for each row, by both implementations.
std::string truth(const Atom& atom, const TypedColumns& columns) {
    std::vector<std::uint64_t> bits = literal_bits(atom, columns);
    std::string result;
    for (std::size_t row = 0; row < columns[0].rows(); ++row) {
        bool bit = (bits[row / 64] >> (row % 64) & 1U) != 0;
        EXPECT_EQ(bit, literal_at(atom, columns, row)) << spell(atom) << " in row " << row;
        result += bit ? '1' : '0';
    }
    return result;
}

TypedColumn with_unseen(TypedColumn column, std::size_t row) {
    std::vector<std::uint32_t> codes = column.codes.to_vector();
    codes[row] = TypedColumn::kUnseenCode;
    column.codes = std::move(codes);
    return column;
}

std::string unseen_at(std::size_t row, TypedColumn column, Comparison comparison,
                      const std::string& category) {
    column = with_unseen(std::move(column), row);
    return truth(compare(column.name, comparison, category), {column});
}

TEST(LiteralBits, EvaluatesNumberAtoms) {
    TypedColumns columns = {number_column("x", {1, 2, 3, kMissing, -0.0, kInfinity, -kInfinity})};
    auto x = [&](Comparison comparison, double value) {
        return truth(compare("x", comparison, value), columns);
    };
    EXPECT_EQ(x(Comparison::less, 2), "1000101");
    EXPECT_EQ(x(Comparison::less_equal, 2), "1100101");
    EXPECT_EQ(x(Comparison::greater, 2), "0010010");
    EXPECT_EQ(x(Comparison::greater_equal, 2), "0110010");
    EXPECT_EQ(x(Comparison::equal, 2), "0100000");
    EXPECT_EQ(x(Comparison::not_equal, 2), "1010111");
    EXPECT_EQ(x(Comparison::equal, 0), "0000100");
    EXPECT_EQ(x(Comparison::less, 0), "0000001");
    EXPECT_EQ(truth(MemberAtom{{"x"}, {3.0, 1.0, 7.0}}, columns), "1010000");
    EXPECT_EQ(truth(IntervalAtom{{"x"}, 1, 3, true, false}, columns), "1100000");
    EXPECT_EQ(truth(IntervalAtom{{"x"}, 1, 3, false, true}, columns), "0110000");
    EXPECT_EQ(truth(MissingAtom{{"x"}}, columns), "0001000");
    EXPECT_EQ(truth(compare("x", Comparison::equal, Column{"x"}), columns), "1110111");
}

TEST(LiteralBits, EvaluatesCategoryAtoms) {
    TypedColumn job = category_column("job", {"admin", "clerk", "maid", "?", "admin"});
    TypedColumns columns = {job};
    EXPECT_EQ(truth(compare("job", Comparison::equal, "admin"), columns), "10001");
    EXPECT_EQ(truth(compare("job", Comparison::not_equal, "admin"), columns), "01100");
    EXPECT_EQ(truth(compare("job", Comparison::equal, "king"), columns), "00000");
    EXPECT_EQ(truth(compare("job", Comparison::not_equal, "king"), columns), "11101");
    EXPECT_EQ(truth(MemberAtom{{"job"}, {"maid", "admin", "king"}}, columns), "10101");
    EXPECT_EQ(truth(MissingAtom{{"job"}}, columns), "00010");
    EXPECT_EQ(unseen_at(0, job, Comparison::equal, "admin"), "00001");
    EXPECT_EQ(unseen_at(0, job, Comparison::not_equal, "admin"), "11100");
    EXPECT_EQ(unseen_at(0, job, Comparison::not_equal, "king"), "11101");
}

TEST(LiteralBits, ComparesTwoNumberColumns) {
    TypedColumns columns = {number_column("income", {1, 2, 3, kMissing, 5, kMissing}),
                            number_column("debt", {2, 2, 2, 2, kMissing, kMissing})};
    auto income = [&](Comparison comparison) {
        return truth(compare("income", comparison, Column{"debt"}), columns);
    };
    EXPECT_EQ(income(Comparison::less), "100000");
    EXPECT_EQ(income(Comparison::less_equal), "110000");
    EXPECT_EQ(income(Comparison::greater), "001000");
    EXPECT_EQ(income(Comparison::greater_equal), "011000");
    EXPECT_EQ(income(Comparison::equal), "010000");
    EXPECT_EQ(income(Comparison::not_equal), "101000");
}

TEST(LiteralBits, ComparesTwoTextColumnsAsText) {
    TypedColumn from = category_column("from", {"Rome", "Oslo", "Kyiv", "?", "Rome", "Oslo"});
    TypedColumn to = category_column("to", {"Rome", "Lima", "Bonn", "Oslo", "?", "Oslo"});
    from = with_unseen(from, 5);
    EXPECT_EQ(truth(compare("from", Comparison::equal, Column{"to"}), {from, to}), "100000");
    EXPECT_EQ(truth(compare("from", Comparison::not_equal, Column{"to"}), {from, to}), "011001");
    EXPECT_EQ(truth(compare("to", Comparison::not_equal, Column{"from"}), {from, to}), "011001");
}

TEST(LiteralBits, ComparesNumericCategoriesAsNumbers) {
    TypedColumn rank = category_column("rank", {"1", "10", "9", "?", "2"});
    TypedColumn file = category_column("file", {"1.0", "9", "10", "1", "2"});
    TypedColumn size = number_column("size", {0, 10, 20, 30, kMissing});
    rank = with_unseen(rank, 0);
    TypedColumns columns = {rank, file, size};
    EXPECT_EQ(truth(compare("rank", Comparison::greater, Column{"file"}), columns), "01000");
    EXPECT_EQ(truth(compare("rank", Comparison::equal, Column{"file"}), columns), "00001");
    EXPECT_EQ(truth(compare("rank", Comparison::not_equal, Column{"file"}), columns), "11100");
    EXPECT_EQ(truth(compare("rank", Comparison::less, Column{"size"}), columns), "00100");
    EXPECT_EQ(truth(compare("size", Comparison::not_equal, Column{"rank"}), columns), "10100");
}

TEST(LiteralBits, FindsColumnsInBackquotes) {
    TypedColumns columns = {number_column("hours per week", {1, 3}), number_column("x[1]", {3, 1})};
    EXPECT_EQ(truth(compare("`hours per week`", Comparison::less, 2.0), columns), "10");
    EXPECT_EQ(truth(compare("x[1]", Comparison::less, 2.0), columns), "01");
}

// Few distinct values, so that comparisons often meet equal cells; some are missing, some unseen.
TypedColumn random_column(Random& random, const std::string& name, std::size_t rows) {
    std::size_t missing = random.pick(std::vector<std::size_t>{0, 15, 100});
    if (random.chance(50)) {
        std::vector<double> numbers;
        for (std::size_t row = 0; row < rows; ++row) {
            double number = static_cast<double>(random.below(7)) / 2 - 1;
            numbers.push_back(random.chance(missing) ? kMissing : number);
        }
        return number_column(name, std::move(numbers));
    }
    bool spell_numbers = random.chance(50);
    bool only_letters = random.chance(50);
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < rows; ++row) {
        std::string number = random.pick(std::vector<std::string>{"0", "1", "1.0", "-0.5", "2"});
        std::string text =
            random.pick(std::vector<std::string>{"a", "b", "c", only_letters ? "z" : "1", "d"});
        cells.push_back(random.chance(missing) ? "?" : spell_numbers ? number : text);
    }
    TypedColumn column = category_column(name, cells);
    for (std::size_t row = 0; row < rows; ++row) {
        if (random.chance(5)) column = with_unseen(column, row);
    }
    return column;
}

Constant random_constant(Random& random, const TypedColumn& column) {
    if (column.type == ColumnType::number) return static_cast<double>(random.below(7)) / 2 - 1;
    return random.pick(std::vector<std::string>{"a", "b", "c", "1", "2", "never"});
}

// Comparisons with numbers; they fit differences of columns of numbers, and of columns of letters.
Atom difference_atom(Random& random, const TypedColumns& columns) {
    Column column =
        difference_column(random.pick(columns).name, random.pick(columns).name, random.chance(50));
    auto number = [&] { return static_cast<double>(random.below(13)) / 2 - 3; };
    double low = number();
    switch (random.below(4)) {
        case 0: return MissingAtom{column};
        case 1: return MemberAtom{column, {low, number()}, random.chance(50)};
        case 2: return IntervalAtom{column, low, low + 1.5, random.chance(50), random.chance(50)};
        default: return CompareAtom{column, static_cast<Comparison>(random.below(6)), low};
    }
}

Atom oracle_atom(Random& random, const TypedColumns& columns) {
    if (random.chance(25)) return difference_atom(random, columns);
    const TypedColumn& column = random.pick(columns);
    auto comparison = static_cast<Comparison>(random.below(6));
    Constant constant = random_constant(random, column);
    switch (random.below(5)) {
        case 0: return compare(column.name, comparison, Column{random.pick(columns).name});
        case 1: return MissingAtom{{column.name}};
        case 2: {
            MemberAtom atom{{column.name}, {constant}, random.chance(50)};
            while (random.chance(60)) atom.values.push_back(random_constant(random, column));
            return atom;
        }
        case 3: {
            double low = static_cast<double>(random.below(7)) / 2 - 1;
            return IntervalAtom{{column.name},
                                low,
                                low + static_cast<double>(random.below(4)) / 2,
                                random.chance(50),
                                random.chance(50)};
        }
        default:
            return compare(column.name, comparison,
                           std::visit([](const auto& value) { return Operand(value); }, constant));
    }
}

TEST(LiteralBits, AgreesWithTheOracleOnAnyRangeOfRows) {
    std::size_t compared = 0;
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < repeats(5000); ++seed) {
        Random random(seed);
        std::size_t rows = random.pick(std::vector<std::size_t>{0, 1, 63, 64, 65, 128, 200});
        TypedColumns columns;
        for (const char* name : {"p", "q", "r"}) columns.push_back(random_column(random, name, rows));
        Atom atom = oracle_atom(random, columns);
        try {
            check_atom(atom, columns);
        } catch (const Error&) {
            ++refused;
            continue;
        }
        std::vector<std::uint64_t> expected((rows + 63) / 64);
        for (std::size_t row = 0; row < rows; ++row) {
            if (literal_at(atom, columns, row)) expected[row / 64] |= std::uint64_t{1} << (row % 64);
        }
        ASSERT_EQ(literal_bits(atom, columns), expected) << "seed " << seed << ": " << spell(atom);
        ++compared;
    }
    EXPECT_GT(compared, 2 * refused);
}

}  // namespace
}  // namespace loh::testing
