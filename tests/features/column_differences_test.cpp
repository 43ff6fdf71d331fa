// Differences of two columns: their cells, columns that have none, and the literals that are proposed.
#include "features/column_differences.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "features/column_tests.hpp"
#include "features/literal_oracle.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

using Texts = std::vector<std::string>;
using TypedColumns = std::vector<TypedColumn>;

// The cells of left - right, or of |left - right|; "?" is missing.
Texts cells(const TypedColumn& left, const TypedColumn& right, bool absolute = false) {
    TypedColumn result = difference(difference_column(left.name, right.name, absolute), left, right);
    Texts texts;
    for (double number : result.numbers)
        texts.push_back(std::isnan(number) ? "?" : std::isinf(number) ? "inf" : spell_number(number));
    return texts;
}

TypedColumn unseen_in_row(TypedColumn column, std::size_t row) {
    std::vector<std::uint32_t> codes = column.codes.to_vector();
    codes[row] = TypedColumn::kUnseenCode;
    column.codes = std::move(codes);
    return column;
}

TEST(ColumnDifferences, SubtractNumbersAndAreMissingWithEitherCell) {
    TypedColumn income = number_column("income", {5, 2, kMissing, 3, kMissing});
    TypedColumn debt = number_column("debt", {2, 5, 1, kMissing, kMissing});
    EXPECT_EQ(cells(income, debt), (Texts{"3", "-3", "?", "?", "?"}));
    EXPECT_EQ(cells(income, debt, true), (Texts{"3", "3", "?", "?", "?"}));
    EXPECT_EQ(cells(income, income), (Texts{"0", "0", "?", "0", "?"}));
}

TEST(ColumnDifferences, OfEqualInfinitiesAreMissing) {
    TypedColumn a = number_column("a", {kEndless, kEndless, -kEndless, 1});
    TypedColumn b = number_column("b", {kEndless, 1, kEndless, -kEndless});
    EXPECT_EQ(cells(a, b, true), (Texts{"?", "inf", "inf", "inf"}));
}

TEST(ColumnDifferences, CountLettersByTheirPlaceInTheAlphabet) {
    TypedColumn from = category_column("from", {"d", "a", "z", "?", "b"});
    TypedColumn to = unseen_in_row(category_column("to", {"b", "c", "a", "a", "b"}), 4);
    EXPECT_EQ(cells(from, to), (Texts{"2", "-2", "25", "?", "?"}));
    TypedColumn upper = category_column("upper", {"D", "A", "Z", "?", "B"});
    EXPECT_EQ(cells(upper, upper), (Texts{"0", "0", "0", "?", "0"}));
}

TEST(ColumnDifferences, ReadCategoriesThatAreNumbersAsNumbers) {
    TypedColumn rank = category_column("rank", {"1", "10", "2.5", "?"});
    TypedColumn size = number_column("size", {3, 3, 3, 3});
    EXPECT_EQ(cells(rank, size), (Texts{"-2", "7", "-0.5", "?"}));
}

TEST(ColumnDifferences, NeedNumbersOrLettersOfOneCaseInBothColumns) {
    TypedColumn number = number_column("number", {1});
    TypedColumn small = category_column("small", {"a"});
    TypedColumn capital = category_column("capital", {"A"});
    TypedColumn word = category_column("word", {"red"});
    TypedColumn mixed = category_column("mixed", {"a", "B"});
    TypedColumn date = number_column("date", {0});
    date.form.kind = CellForm::Kind::date;
    auto message = [](const TypedColumn& a, const TypedColumn& b) {
        return error_from([&] { check_difference(a, b); }).message;
    };
    EXPECT_EQ(message(number, small),
              "column 'number' has numbers and column 'small' has letters: they have no difference");
    EXPECT_EQ(message(small, capital),
              "column 'small' has letters and column 'capital' has capital letters: they have no difference");
    EXPECT_EQ(message(word, word),
              "column 'word' has categories and column 'word' has categories: they have no difference");
    EXPECT_EQ(message(mixed, small),
              "column 'mixed' has categories and column 'small' has letters: they have no difference");
    EXPECT_EQ(message(date, date),
              "column 'date' has dates and column 'date' has dates: they have no difference");
}

// One character for each row, by both implementations.
std::string difference_truth(const Atom& atom, const TypedColumns& columns) {
    std::vector<std::uint64_t> bits = literal_bits(atom, columns);
    std::string result;
    for (std::size_t row = 0; row < columns[0].rows(); ++row) {
        bool bit = (bits[row / 64] >> (row % 64) & 1U) != 0;
        EXPECT_EQ(bit, literal_at(atom, columns, row)) << spell(atom) << " in row " << row;
        result += bit ? '1' : '0';
    }
    return result;
}

TEST(ColumnDifferences, AreComparedLikeColumnsOfNumbers) {
    TypedColumns columns = {number_column("x", {1, 5, 3, kMissing, kEndless}),
                            number_column("two words", {3, 2, 3, 1, kEndless})};
    Column difference = difference_column("x", "`two words`", false);
    Column distance = difference_column("x", "`two words`", true);
    EXPECT_EQ(difference_truth(CompareAtom{difference, Comparison::greater_equal, 0.0}, columns), "01100");
    EXPECT_EQ(difference_truth(CompareAtom{difference, Comparison::not_equal, 3.0}, columns), "10100");
    EXPECT_EQ(difference_truth(CompareAtom{distance, Comparison::less_equal, 2.0}, columns), "10100");
    EXPECT_EQ(difference_truth(MemberAtom{difference, {3.0, -2.0}}, columns), "11000");
    EXPECT_EQ(difference_truth(MemberAtom{difference, {3.0, -2.0}, true}, columns), "00100");
    EXPECT_EQ(difference_truth(IntervalAtom{distance, 2, 3, true, false}, columns), "10000");
    EXPECT_EQ(difference_truth(MissingAtom{difference}, columns), "00011");
}

BinarizerOptions quantiles() {
    BinarizerOptions options;
    options.method = CutMethod::quantiles;
    options.quantiles = 2;
    return options;
}

// The texts of the proposed literals.
Texts proposed(const TypedColumns& columns, const std::vector<std::uint32_t>& labels,
               std::size_t most = 1000) {
    Texts result;
    for (const Atom& atom :
         difference_literals(columns, labels, Rows::all(labels.size()).list(), quantiles(), most).atoms)
        result.push_back(spell(atom));
    return result;
}

// The columns that occur in differences of the texts.
std::set<std::string> columns_in(const TypedColumns& columns) {
    std::vector<std::uint32_t> labels;
    for (std::size_t row = 0; row < columns[0].rows(); ++row)
        labels.push_back(static_cast<std::uint32_t>(row % 2));
    std::set<std::string> result;
    for (const Atom& atom :
         difference_literals(columns, labels, Rows::all(labels.size()).list(), quantiles(), 1000).atoms) {
        for (const std::string& column : columns_of(atom)) result.insert(column);
    }
    return result;
}

TypedColumn ten_numbers(Random& random, const std::string& name, std::size_t least) {
    std::vector<double> numbers;
    for (int row = 0; row < 200; ++row) numbers.push_back(static_cast<double>(least + random.below(10)));
    return number_column(name, std::move(numbers));
}

TypedColumn mixed_texts(Random& random, const std::string& name, const Texts& texts) {
    Texts result;
    for (int row = 0; row < 200; ++row) result.push_back(random.pick(texts));
    return category_column(name, result);
}

// The class says whether the numbers of two columns are close.
std::vector<std::uint32_t> closeness(const TypedColumn& a, const TypedColumn& b) {
    std::vector<std::uint32_t> labels;
    for (std::size_t row = 0; row < a.rows(); ++row)
        labels.push_back(std::abs(a.numbers[row] - b.numbers[row]) <= 1 ? 1 : 0);
    return labels;
}

TEST(DifferenceLiterals, StartWithTheDifferenceThatTellsTheMostAboutTheClass) {
    Random random(1);
    TypedColumns columns = {ten_numbers(random, "u", 0), ten_numbers(random, "x", 0),
                            ten_numbers(random, "y", 0)};
    Texts texts = proposed(columns, closeness(columns[1], columns[2]));
    ASSERT_GE(texts.size(), 6U);
    EXPECT_EQ(texts[0].rfind("|x - y| >= ", 0), 0U) << texts[0];
}

TEST(DifferenceLiterals, AreLimitedToWholeDifferences) {
    Random random(2);
    TypedColumns columns = {ten_numbers(random, "u", 0), ten_numbers(random, "x", 0),
                            ten_numbers(random, "y", 0)};
    std::vector<std::uint32_t> labels = closeness(columns[1], columns[2]);
    Texts all = proposed(columns, labels);
    ASSERT_EQ(all.size(), 12U);  // 3 pairs, with and without sign, two cuts each
    EXPECT_EQ(proposed(columns, labels, 5), Texts(all.begin(), all.begin() + 4));
    EXPECT_EQ(proposed(columns, labels, 1), Texts());
    DifferenceLiterals some = difference_literals(columns, labels, Rows::all(200).list(), {}, 1);
    EXPECT_EQ(some.found, 6U);
    EXPECT_LT(some.used, some.found);
}

TEST(DifferenceLiterals, UseLettersOnlyWithoutGaps) {
    Random random(3);
    TypedColumn file = mixed_texts(random, "file", {"a", "b", "c", "d"});
    TypedColumn other = mixed_texts(random, "other", {"a", "b", "c", "?"});
    TypedColumn size = mixed_texts(random, "size", {"l", "m", "s"});
    TypedColumn sex = mixed_texts(random, "sex", {"a", "b"});
    TypedColumn capital = mixed_texts(random, "capital", {"A", "B", "C"});
    EXPECT_EQ(columns_in({file, other, size, sex, capital}), (std::set<std::string>{"file", "other"}));
}

TEST(DifferenceLiterals, SkipTwoValuesAndRangesThatDoNotOverlap) {
    Random random(4);
    TypedColumn x = ten_numbers(random, "x", 0);
    TypedColumn y = ten_numbers(random, "y", 5);
    TypedColumn far = ten_numbers(random, "far", 100);
    TypedColumn flag = mixed_texts(random, "flag", {"0", "1"});
    EXPECT_EQ(columns_in({x, y, far, flag}), (std::set<std::string>{"x", "y"}));
}

TEST(DifferenceLiterals, SpellNamesThatNeedBackquotes) {
    Random random(5);
    TypedColumns columns = {ten_numbers(random, "body height", 0), ten_numbers(random, "x", 0)};
    Texts texts = proposed(columns, closeness(columns[0], columns[1]));
    ASSERT_FALSE(texts.empty());
    EXPECT_EQ(texts[0].rfind("|`body height` - x| >= ", 0), 0U) << texts[0];
}

}  // namespace
}  // namespace loh::testing
