// Comparisons of two columns as literals.
#include "features/column_pairs.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "features/column_tests.hpp"
#include "features/literal_oracle.hpp"
#include "loh/program.hpp"
#include "support/effort.hpp"
#include "support/random_columns.hpp"
#include "support/small_tables.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

using PairTexts = std::vector<std::string>;

PairTexts pair_texts(const std::vector<TypedColumn>& columns, const PairOptions& options,
                     std::vector<std::uint32_t> labels = {}) {
    std::size_t rows = columns[0].rows();
    for (std::size_t row = labels.size(); row < rows; ++row)
        labels.push_back(static_cast<std::uint32_t>(row % 2));
    PairTexts result;
    for (const Atom& atom : pair_literals(columns, labels, Rows::all(rows).list(), options).atoms)
        result.push_back(spell(atom));
    return result;
}

PairOptions all_orders() {
    PairOptions options;
    options.order = options.both_sides = true;
    return options;
}

const TypedColumn kIncome = number_column("income", {1, 2, 3, 4, 5, 6});
const TypedColumn kDebt = number_column("debt", {2, 3, 3, 1, 1, kMissing});
const TypedColumn kFrom = category_column("from", {"Rome", "Oslo", "Bonn", "?", "Rome", "Lima"});
const TypedColumn kTo = category_column("to", {"Rome", "Rome", "Bonn", "Rome", "?", "Kyiv"});

TEST(ColumnPairs, NumbersGetEqualitiesAndOrdersOnRequest) {
    PairOptions options;
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options), PairTexts{"income = debt"});
    options.order = true;
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options), (PairTexts{"income = debt", "income >= debt"}));
    EXPECT_EQ(
        pair_texts({kIncome, kDebt}, all_orders()),
        (PairTexts{"income < debt", "income = debt", "income > debt", "income <= debt", "income >= debt"}));
    options.exclusive = true;
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options),
              (PairTexts{"income < debt", "income = debt", "income > debt"}));
    options.negated = true;
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options).back(), "income != debt");
}

TEST(ColumnPairs, PairsWithoutTiesGetTwoComparisons) {
    TypedColumn debt = number_column("debt", {2, 3, 4, 1, 1, kMissing});
    EXPECT_EQ(pair_texts({kIncome, debt}, {}), PairTexts{});
    EXPECT_EQ(pair_texts({kIncome, debt}, all_orders()), (PairTexts{"income < debt", "income >= debt"}));
}

TEST(ColumnPairs, CategoriesGetEqualitiesOnly) {
    EXPECT_EQ(pair_texts({kFrom, kTo}, all_orders()), PairTexts{"from = to"});
    PairOptions options = all_orders();
    options.negated = true;
    EXPECT_EQ(pair_texts({kFrom, kTo}, options), (PairTexts{"from = to", "from != to"}));
    TypedColumn elsewhere = category_column("elsewhere", {"a", "b", "a", "b", "a", "b"});
    EXPECT_EQ(pair_texts({kFrom, elsewhere}, options), PairTexts{});
}

TEST(ColumnPairs, NumericCategoriesGetOrders) {
    TypedColumn rank = category_column("rank", {"1", "10", "9", "2"});
    TypedColumn other = category_column("other", {"1.0", "9", "10", "3"});
    EXPECT_EQ(pair_texts({rank, other}, all_orders()),
              (PairTexts{"rank < other", "rank = other", "rank > other", "rank <= other", "rank >= other"}));
    TypedColumn text = category_column("text", {"1", "9", "x", "y"});
    EXPECT_EQ(pair_texts({rank, text}, all_orders()), PairTexts{"rank = text"});
}

TEST(ColumnPairs, ColumnsOfDifferentTypesAreNotPaired) {
    EXPECT_EQ(pair_texts({kIncome, kFrom}, all_orders()), PairTexts{});
    EXPECT_EQ(pair_texts({number_column("x", {1, 2}), category_column("c", {"1", "2"})}, all_orders()),
              PairTexts{});
}

TEST(ColumnPairs, UninformativeComparisonsAreOmitted) {
    TypedColumn far = number_column("far", {101, 102, 103, kMissing, 105, 106});
    EXPECT_EQ(pair_texts({kIncome, far}, all_orders()),
              PairTexts{});  // true in all rows without missing cells
    TypedColumn same = kIncome;
    same.name = "same";
    EXPECT_EQ(pair_texts({kIncome, same}, all_orders()), PairTexts{});
    TypedColumn constant = number_column("constant", {3, 3, 3, 3, kMissing, 3});
    EXPECT_EQ(pair_texts({kIncome, constant}, all_orders()), PairTexts{});  // equivalent to a cut point
    PairOptions options = all_orders();
    options.min_rows = 2;  // there is one tie; two are below, two above
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options), (PairTexts{"income < debt", "income >= debt"}));
    options.min_rows = 3;
    EXPECT_EQ(pair_texts({kIncome, kDebt}, options), PairTexts{});
}

TEST(ColumnPairs, EquivalentComparisonsAreMerged) {
    TypedColumn twice = kIncome;
    twice.name = "twice";
    EXPECT_EQ(pair_texts({kIncome, kDebt, twice}, {}), PairTexts{"income = debt"});
    PairOptions options;
    options.most = 1;  // duplicates do not count
    EXPECT_EQ(pair_literals(std::vector{kIncome, kDebt, twice}, std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1},
                            {0, 1, 2, 3, 4, 5}, options)
                  .atoms.size(),
              1U);
}

TEST(ColumnPairs, TheMostInformativeComparisonsAreKept) {
    TypedColumn noise = number_column("noise", {3, 1, 5, 3, 7, 2});
    PairOptions options = all_orders();
    options.most = 2;
    std::vector<std::uint32_t> labels = {1, 1, 0, 0, 0, 0};  // income < debt
    PairLiterals pairs =
        pair_literals(std::vector{noise, kIncome, kDebt}, labels, {0, 1, 2, 3, 4, 5}, options);
    EXPECT_EQ(pair_texts({noise, kIncome, kDebt}, options, labels)[0], "income < debt");
    EXPECT_EQ(pairs.atoms.size(), 2U);
    EXPECT_GT(pairs.found, 6U);
}

TEST(ColumnPairs, OnlyTheGivenRowsDecide) {
    std::vector<std::uint32_t> labels = {0, 1, 0, 1, 0, 1};
    std::vector<TypedColumn> columns = {kIncome, kDebt};
    EXPECT_EQ(pair_literals(columns, labels, {0, 1, 3, 4}, {}).atoms.size(), 0U);
    EXPECT_EQ(pair_literals(columns, labels, {0, 1, 2}, {}).atoms.size(), 1U);
    EXPECT_EQ(pair_literals(columns, labels, {}, all_orders()).atoms.size(), 0U);
}

TEST(ColumnPairs, RejectsTooManyColumns) {
    EXPECT_FALSE(too_many_pairs(0));
    EXPECT_FALSE(too_many_pairs(1));
    EXPECT_FALSE(too_many_pairs(447));
    EXPECT_TRUE(too_many_pairs(448));
    EXPECT_TRUE(too_many_pairs(SIZE_MAX));
    std::vector<TypedColumn> columns(448, kIncome);
    EXPECT_EQ(error_from([&] { pair_texts(columns, {}); }).message,
              "448 columns have more than 100000 pairs: too many to compare all");
}

// The conditional entropy of the classes, written to be obviously right.
double entropy_of(const std::vector<std::vector<bool>>& sides, const std::vector<std::uint32_t>& labels) {
    double result = 0;
    for (const std::vector<bool>& side : sides) {
        double all = 0;
        std::map<std::uint32_t, double> classes;
        for (std::size_t row = 0; row < side.size(); ++row) {
            if (!side[row]) continue;
            ++all;
            ++classes[labels[row]];
        }
        for (const auto& [label, count] : classes) result -= count * std::log2(count / all);
    }
    return result;
}

std::vector<bool> holds_in(const Atom& atom, const std::vector<TypedColumn>& columns, std::size_t rows) {
    std::vector<bool> result;
    std::vector<std::uint64_t> bits = literal_bits(atom, columns);
    for (std::size_t row = 0; row < rows; ++row) {
        result.push_back(literal_at(atom, columns, row));
        EXPECT_EQ(result.back(), (bits[row / 64] >> (row % 64) & 1U) != 0) << spell(atom) << " in " << row;
    }
    return result;
}

// Random columns, two of them categories that spell numbers. There are no unseen cells, as in training rows.
std::vector<TypedColumn> pair_columns(std::uint64_t seed, std::size_t rows) {
    std::vector<TypedColumn> columns = random_columns(seed, rows);
    Random random(seed + 1000);
    columns.push_back(random_categories(random, "low rank", {"1", "10", "2"}, rows));
    columns.push_back(random_categories(random, "rank", {"1.0", "2", "9"}, rows));
    for (TypedColumn& column : columns) {
        std::vector<std::uint32_t> codes = column.codes.to_vector();
        for (std::uint32_t& code : codes) code = code == kUnseen ? 0 : code;
        column.codes = std::move(codes);
    }
    return columns;
}

TEST(ColumnPairs, AgreeWithTheOracle) {
    constexpr std::size_t kRows = 70;
    for (std::uint64_t seed = 0; seed < repeats(100); ++seed) {
        std::vector<TypedColumn> columns = pair_columns(seed, kRows);
        Random random(seed);
        std::vector<std::uint32_t> labels;
        for (std::size_t row = 0; row < kRows; ++row)
            labels.push_back(static_cast<std::uint32_t>(random.below(3)));
        RowList rows = Rows::all(kRows).list();
        PairOptions options = all_orders();
        options.negated = true;
        options.min_rows = 1 + random.below(12);
        std::set<std::vector<bool>> different;
        std::vector<std::pair<double, std::string>> found;
        for (const Atom& atom : pair_literals(columns, labels, rows, options).atoms) {
            std::vector<bool> holds = holds_in(atom, columns, kRows);
            EXPECT_TRUE(different.insert(holds).second) << spell(atom);
            auto count = static_cast<std::size_t>(std::count(holds.begin(), holds.end(), true));
            EXPECT_GE(count, options.min_rows);
            EXPECT_LE(count, kRows - options.min_rows);
            EXPECT_EQ(elaborate(Program::parse(spell(atom))).formulas()[0].to_string(), spell(atom));
            std::vector<bool> fails = holds;
            fails.flip();
            found.emplace_back(entropy_of({holds, fails}, labels), spell(atom));
        }
        options.most = found.size() / 3;
        double worst = 0;
        PairTexts kept = pair_texts(columns, options, labels);
        EXPECT_EQ(kept.size(), options.most);
        for (const auto& [entropy, text] : found)
            if (std::count(kept.begin(), kept.end(), text) > 0) worst = std::max(worst, entropy);
        for (const auto& [entropy, text] : found)
            EXPECT_TRUE(std::count(kept.begin(), kept.end(), text) > 0 || entropy >= worst - 1e-9) << text;
    }
}

}  // namespace
}  // namespace loh::testing
