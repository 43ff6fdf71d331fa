// Cut points: against examples by hand, against a naive implementation, and invariance tests.
#include "features/discretize.hpp"

#include <cfloat>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

struct Sample {
    std::vector<double> values;
    std::vector<std::uint32_t> labels;
};

// The naive implementation: it tries every cut between distinct values and recomputes every entropy.
class NaivePartition {
public:
    explicit NaivePartition(const Sample& sample) {
        for (std::size_t row = 0; row < sample.values.size(); ++row) {
            if (!std::isnan(sample.values[row])) rows_.emplace_back(sample.values[row], sample.labels[row]);
        }
        std::sort(rows_.begin(), rows_.end());
        divide(0, rows_.size());
    }

    // The values on both sides of each cut.
    std::vector<std::pair<double, double>> gaps;

private:
    struct Part {
        double rows = 0;
        double classes = 0;
        double entropy = 0;
    };

    [[nodiscard]] Part measure(std::size_t begin, std::size_t end) const {
        std::map<std::uint32_t, double> counts;
        for (std::size_t row = begin; row < end; ++row) ++counts[rows_[row].second];
        Part part{static_cast<double>(end - begin), static_cast<double>(counts.size()), 0};
        for (const auto& [label, count] : counts)
            part.entropy -= count / part.rows * std::log2(count / part.rows);
        return part;
    }

    void divide(std::size_t begin, std::size_t end) {
        constexpr double kEqual = 1e-6;  // tolerance for rounding
        std::size_t best = begin;
        double best_entropy = std::numeric_limits<double>::infinity();
        for (std::size_t cut = begin + 1; cut < end; ++cut) {
            if (rows_[cut - 1].first == rows_[cut].first) continue;
            Part left = measure(begin, cut);
            Part right = measure(cut, end);
            double entropy = left.rows * left.entropy + right.rows * right.entropy;
            if (entropy >= best_entropy - kEqual) continue;
            best = cut;
            best_entropy = entropy;
        }
        if (best == begin || !pays(measure(begin, end), measure(begin, best), measure(best, end))) return;
        divide(begin, best);
        gaps.emplace_back(rows_[best - 1].first, rows_[best].first);
        divide(best, end);
    }

    static bool pays(const Part& whole, const Part& left, const Part& right) {
        double gain = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows;
        double delta =
            std::log2(std::pow(3.0, whole.classes) - 2) -
            (whole.classes * whole.entropy - left.classes * left.entropy - right.classes * right.entropy);
        return gain > (std::log2(whole.rows - 1) + delta) / whole.rows;
    }

    std::vector<std::pair<double, std::uint32_t>> rows_;
};

std::vector<double> cuts_of(const Sample& sample) {
    return mdl_cuts(sample.values, sample.labels, Rows::all(sample.values.size()).list());
}

// Classes that depend more or less on the value; few distinct values or many; some missing.
Sample random_sample(Random& random) {
    Sample sample;
    std::size_t rows = random.between(0, 150);
    std::size_t classes = random.pick(std::vector<std::size_t>{1, 2, 2, 3, 5, 26});
    std::size_t different = random.pick(std::vector<std::size_t>{2, 5, 20, 1000});
    std::size_t noise = random.pick(std::vector<std::size_t>{0, 10, 40, 100});
    std::size_t missing = random.pick(std::vector<std::size_t>{0, 0, 20});
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t value = random.below(different);
        std::size_t label = random.chance(noise) ? random.below(classes) : value * classes / different;
        sample.values.push_back(random.chance(missing) ? kMissing : static_cast<double>(value) - 7);
        sample.labels.push_back(static_cast<std::uint32_t>(label));
    }
    return sample;
}

// [row]: the number of cuts at or below its value. Rows with missing values are skipped.
std::vector<std::size_t> parts(const std::vector<double>& values, const std::vector<double>& cuts) {
    std::vector<std::size_t> result;
    for (double value : values) {
        if (std::isnan(value)) continue;
        auto above = std::upper_bound(cuts.begin(), cuts.end(), value);
        result.push_back(static_cast<std::size_t>(above - cuts.begin()));
    }
    return result;
}

TEST(MdlCuts, AgreeWithExamplesByHand) {
    // Gain 2 bits; cost log2(1) + log2(7) - 2 = 0.81.
    EXPECT_EQ(cuts_of({{1, 2}, {0, 1}}), (std::vector<double>{2}));
    // Gain 8 bits; cost log2(7) + log2(7) - 2 = 3.61.
    EXPECT_EQ(cuts_of({{1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 0, 0, 1, 1, 1, 1}}), (std::vector<double>{5}));
    // Gain 0.75 bits at best; cost log2(2) + log2(7) - (2 x 0.92 - 2 x 1) = 3.97.
    EXPECT_TRUE(cuts_of({{1, 2, 3}, {0, 1, 0}}).empty());
    // Gain 11.02 bits; cost log2(11) + log2(25) - (3 x 1.58 - 2 x 1) = 5.35. Then as above.
    EXPECT_EQ(cuts_of({{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}}),
              (std::vector<double>{5, 9}));
}

TEST(MdlCuts, NeedTwoValuesAndTwoClasses) {
    EXPECT_TRUE(cuts_of({}).empty());
    EXPECT_TRUE(cuts_of({{1}, {0}}).empty());
    EXPECT_TRUE(cuts_of({{1, 2, 3, 4}, {1, 1, 1, 1}}).empty());
    EXPECT_TRUE(cuts_of({{5, 5, 5, 5}, {0, 1, 0, 1}}).empty());
    EXPECT_TRUE(cuts_of({{0.0, -0.0, 0.0, -0.0}, {0, 1, 0, 1}}).empty());
    EXPECT_TRUE(cuts_of({{kMissing, kMissing}, {0, 1}}).empty());
}

TEST(MdlCuts, LowestOfEquallyGoodCutsIsTaken) {
    // Eight rows of one class, two mixed ones, eight of the other: the mixed rows may join either side, but the choice is fixed.
    std::vector<double> values = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    EXPECT_EQ(cuts_of({values, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}}),
              (std::vector<double>{1}));
    EXPECT_EQ(cuts_of({values, {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}}),
              (std::vector<double>{1}));
}

TEST(MdlCuts, UseOnlyTheGivenRowsAndFiniteValues) {
    double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> values = {1, 100, 2, kMissing, 3, infinity, 4, -infinity, 1.5, 5};
    std::vector<std::uint32_t> labels = {0, 0, 0, 1, 1, 0, 1, 1, 1, 1};
    EXPECT_EQ(mdl_cuts(values, labels, {0, 2, 3, 4, 5, 6, 7, 9}), (std::vector<double>{3}));
}

TEST(MdlCuts, AgreeWithTheNaiveImplementation) {
    std::size_t cuts_seen = 0;
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        Random random(seed);
        Sample sample = random_sample(random);
        NaivePartition naive(sample);
        std::vector<double> cuts = cuts_of(sample);
        ASSERT_EQ(cuts.size(), naive.gaps.size()) << "seed " << seed;
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            EXPECT_LT(naive.gaps[i].first, cuts[i]) << "seed " << seed;
            EXPECT_LE(cuts[i], naive.gaps[i].second) << "seed " << seed;
        }
        cuts_seen += cuts.size();
    }
    EXPECT_GT(cuts_seen, repeats(2000));
}

TEST(MdlCuts, AreInvariantUnderRowOrderAndClassNumbering) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        Random random(seed);
        Sample sample = random_sample(random);
        Sample other = sample;
        for (std::size_t i = other.values.size(); i > 1; --i) {
            std::size_t j = random.below(i);
            std::swap(other.values[i - 1], other.values[j]);
            std::swap(other.labels[i - 1], other.labels[j]);
        }
        for (std::uint32_t& label : other.labels) label = 30 - label;
        EXPECT_EQ(cuts_of(sample), cuts_of(other)) << "seed " << seed;
    }
}

TEST(MdlCuts, AreInvariantUnderMonotoneTransformations) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        Random random(seed);
        Sample sample = random_sample(random);
        Sample other = sample;
        for (double& value : other.values) value = std::exp(value / 100) * 1e-5;
        EXPECT_EQ(parts(sample.values, cuts_of(sample)), parts(other.values, cuts_of(other)))
            << "seed " << seed;
    }
}

// 3^k exceeds the range of double.
TEST(MdlCuts, HandleThousandsOfClasses) {
    Sample sample;
    for (std::uint32_t row = 0; row < 20'000; ++row) {
        sample.values.push_back(row / 10);
        sample.labels.push_back(row / 10);
    }
    EXPECT_EQ(cuts_of(sample).size(), 1999U);
}

TEST(QuantileCuts, DivideEvenly) {
    std::vector<double> values(100);
    std::iota(values.begin(), values.end(), 1.0);
    EXPECT_EQ(quantile_cuts(values, Rows::all(100).list(), 3), (std::vector<double>{26, 51, 76}));
    EXPECT_TRUE(quantile_cuts(values, Rows::all(100).list(), 0).empty());
    EXPECT_EQ(quantile_cuts(values, {0, 1, 2}, 99), (std::vector<double>{2, 3}));
}

TEST(QuantileCuts, KeepEqualValuesTogether) {
    std::vector<double> values = {0, 0, 0, 0, 0, 0, 1, 2, 3, kMissing};
    EXPECT_EQ(quantile_cuts(values, Rows::all(10).list(), 1), (std::vector<double>{1}));
    EXPECT_EQ(quantile_cuts(values, Rows::all(10).list(), 3), (std::vector<double>{1}));
    EXPECT_EQ(quantile_cuts(values, Rows::all(10).list(), 8), (std::vector<double>{1, 2, 3}));
    EXPECT_TRUE(quantile_cuts(std::vector<double>(5, 7.0), Rows::all(5).list(), 3).empty());
    EXPECT_TRUE(quantile_cuts(std::vector<double>{kMissing}, Rows::all(1).list(), 3).empty());
}

TEST(QuantileCuts, IncreaseAndSeparateAdjacentValues) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        Random random(seed);
        Sample sample = random_sample(random);
        std::size_t most = random.below(12);
        std::vector<double> cuts = quantile_cuts(sample.values, Rows::all(sample.values.size()).list(), most);
        EXPECT_LE(cuts.size(), most);
        std::vector<std::size_t> in_part(cuts.size() + 1);
        for (std::size_t part : parts(sample.values, cuts)) ++in_part[part];
        if (cuts.empty()) continue;
        EXPECT_EQ(std::count(in_part.begin(), in_part.end(), 0U), 0) << "seed " << seed;
        EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end(), std::less_equal<>())) << "seed " << seed;
    }
}

TEST(ReadableCut, HasFewDigits) {
    EXPECT_EQ(readable_cut(37, 38), 38);
    EXPECT_EQ(readable_cut(-2, 5), 0);
    EXPECT_EQ(readable_cut(0, 1), 1);
    EXPECT_EQ(readable_cut(-3, -2), -2);
    EXPECT_EQ(readable_cut(37.48, 37.52), 37.5);
    EXPECT_EQ(readable_cut(0.30103, 0.30247), 0.302);
    EXPECT_EQ(readable_cut(14.9, 25.2), 20);
    EXPECT_EQ(readable_cut(12'345, 12'989), 12'700);
    EXPECT_EQ(readable_cut(2.25, 2.26), 2.255);
}

TEST(ReadableCut, SeparatesLowFromHigh) {
    Random random(1);
    auto check = [](double low, double high) {
        double cut = readable_cut(low, high);
        EXPECT_TRUE(low < cut && cut <= high) << low << " " << high << " " << cut;
    };
    for (std::uint64_t i = 0; i < repeats(20'000); ++i) {
        double low =
            static_cast<double>(random.next()) * std::pow(10.0, static_cast<double>(random.below(60)) - 40);
        if (random.chance(50)) low = -low;
        double high = random.chance(50)
                          ? std::nextafter(low, DBL_MAX)
                          : low + std::abs(low) * std::pow(10.0, -static_cast<double>(random.below(16)));
        if (low < high) check(low, high);
    }
    check(0, DBL_TRUE_MIN);
    check(-DBL_TRUE_MIN, 0);
    check(std::nextafter(DBL_MAX, 0), DBL_MAX);
    check(-DBL_MAX, DBL_MAX);
    check(DBL_MAX / 2, DBL_MAX);
    check(0, DBL_MAX);
}

TEST(GivenCuts, MustBeFiniteAndIncreasing) {
    check_cuts(std::vector<double>{}, "age");
    check_cuts(std::vector<double>{-1, 0, 20.5}, "age");
    auto message = [](const std::vector<double>& cuts) {
        return error_from([&] { check_cuts(cuts, "age"); }).message;
    };
    EXPECT_EQ(message({20, 10}), "the cuts of column 'age' must increase; 10 follows 20");
    EXPECT_EQ(message({20, 20}), "the cuts of column 'age' must increase; 20 occurs twice");
    EXPECT_EQ(message({1, kMissing}), "the cuts of column 'age' must be finite; nan is not");
    EXPECT_EQ(message({std::numeric_limits<double>::infinity()}),
              "the cuts of column 'age' must be finite; inf is not");
}

}  // namespace
}  // namespace loh::testing
