// Stratified splits: a partition with each class in proportion, as a function of seed and purpose.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "data/examples.hpp"

namespace loh::testing {
namespace {

Examples labelled(std::uint32_t rows, std::uint32_t classes, std::uint64_t seed) {
    loh::Random random(seed, Stream::testing);
    Examples examples;
    examples.classes = classes;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < rows; ++row) {  // small classes and sometimes empty ones
        double skewed = std::pow(random.uniform(0, row), 3);
        labels.push_back(static_cast<std::uint32_t>(skewed * classes));
    }
    examples.labels = std::move(labels);
    return examples;
}

// About every second row, in order.
RowList some_rows(std::uint32_t rows, std::uint64_t seed) {
    loh::Random random(seed, Stream::testing);
    RowList result;
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (random.uniform(1, row) < 0.6) result.push_back(row);
    }
    return result;
}

std::vector<std::size_t> counts(const Examples& examples, const Rows& rows) {
    std::vector<std::size_t> result(examples.classes, 0);
    for (std::uint32_t row : rows) ++result[examples.labels[row]];
    return result;
}

TEST(StratifiedSplit, IsAnOrderedPartitionWithTheShareOfEachClass) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        auto size = static_cast<std::uint32_t>(1 + seed * 7 % 200);
        Examples examples = labelled(size, static_cast<std::uint32_t>(1 + seed % 6), seed);
        Rows rows = seed % 3 == 0 ? Rows::all(size) : Rows(some_rows(size, seed));
        double fraction = 0.9 * loh::Random(seed, Stream::testing).uniform(2, 0);
        Split split = stratified_split(examples, rows, fraction, seed, 1);

        RowList first = split.first.list();
        RowList second = split.second.list();
        EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
        EXPECT_TRUE(std::is_sorted(second.begin(), second.end()));
        RowList together;
        std::merge(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(together));
        EXPECT_EQ(together, rows.list());

        std::vector<std::size_t> all = counts(examples, rows);
        std::vector<std::size_t> taken = counts(examples, split.second);
        for (std::size_t c = 0; c < all.size(); ++c) {
            auto share = fraction * static_cast<double>(all[c]);
            if (all[c] > 0) {
                EXPECT_LT(taken[c], all[c]) << "class " << c << " is taken whole";
            }
            bool spared = all[c] > 0 && taken[c] + 1 == all[c];
            if (!spared) {
                EXPECT_LE(std::abs(static_cast<double>(taken[c]) - share), 0.5) << "class " << c;
            }
            EXPECT_LE(static_cast<double>(taken[c]), share + 0.5) << "class " << c;
        }
    }
}

TEST(StratifiedSplit, NeverTakesAllRowsOfAClass) {
    Examples examples;
    examples.labels = {0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    examples.classes = 3;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Split split = stratified_split(examples, Rows::all(12), 0.9, seed, 1);
        std::vector<std::size_t> left = counts(examples, split.first);
        EXPECT_EQ(left, (std::vector<std::size_t>{1, 1, 1}));
    }
}

TEST(StratifiedSplit, IsAFunctionOfSeedAndPurpose) {
    Examples examples = labelled(200, 3, 5);
    auto taken = [&](std::uint64_t seed, std::uint32_t purpose) {
        return stratified_split(examples, Rows::all(200), 0.3, seed, purpose).second;
    };
    EXPECT_EQ(taken(1, 1), taken(1, 1));
    EXPECT_NE(taken(1, 1), taken(2, 1));
    EXPECT_NE(taken(1, 1), taken(1, 2));
    EXPECT_NE(taken(1, 1), taken(std::uint64_t{1} << 40U, 1));
}

TEST(StratifiedSplit, FractionZeroTakesNoRows) {
    Examples examples = labelled(50, 4, 1);
    Split split = stratified_split(examples, Rows::all(50), 0, 3, 1);
    EXPECT_EQ(split.first, Rows::all(50));
    EXPECT_TRUE(split.second.empty());
}

TEST(StratifiedSplit, SplitOfNoRowsIsEmpty) {
    Examples examples;
    Split split = stratified_split(examples, {}, 0.5, 3, 1);
    EXPECT_TRUE(split.first.empty());
    EXPECT_TRUE(split.second.empty());
}

// Every row is taken about as often as any other.
TEST(StratifiedSplit, TakesAllRowsEquallyOften) {
    Examples examples = labelled(60, 1, 1);
    std::vector<int> taken(60, 0);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        for (std::uint32_t row : stratified_split(examples, Rows::all(60), 0.25, seed, 1).second)
            ++taken[row];
    }
    for (int times : taken) {  // 250 expected, standard deviation 14
        EXPECT_GT(times, 180);
        EXPECT_LT(times, 320);
    }
}

TEST(Rows, ListOfAllRowsEqualsAllRows) {
    EXPECT_EQ(Rows::all(3), Rows(RowList{0, 1, 2}));
    EXPECT_NE(Rows::all(3), Rows(RowList{0, 2, 1}));
    EXPECT_NE(Rows::all(3), Rows::all(4));
    EXPECT_EQ(Rows::all(3).list(), (RowList{0, 1, 2}));
    EXPECT_TRUE(Rows::all(0).empty());
}

}  // namespace
}  // namespace loh::testing
