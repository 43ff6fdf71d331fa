// Accuracy and F1 against values computed by hand, and against their definitions on random counts.
#include "decision/metrics.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace loh::testing {
namespace {

void add(Confusion& confusion, std::uint32_t truth, std::uint32_t predicted, int times) {
    for (int i = 0; i < times; ++i) confusion.add(truth, predicted);
}

TEST(Confusion, CountsByTruthAndPrediction) {
    Confusion confusion(3);
    add(confusion, 0, 2, 3);
    add(confusion, 2, 0, 1);
    EXPECT_EQ(confusion.classes(), 3U);
    EXPECT_EQ(confusion.count(0, 2), 3U);
    EXPECT_EQ(confusion.count(2, 0), 1U);
    EXPECT_EQ(confusion.count(1, 1), 0U);
    EXPECT_EQ(confusion.rows(), 4U);
    EXPECT_EQ(confusion.accuracy(), 0);
}

// 8 hits and 2 misses of class 1; 4 false alarms among 90 rows of class 0.
TEST(Confusion, AgreesWithValuesComputedByHand) {
    Confusion confusion;
    add(confusion, 1, 1, 8);
    add(confusion, 1, 0, 2);
    add(confusion, 0, 1, 4);
    add(confusion, 0, 0, 86);
    EXPECT_EQ(confusion.rows(), 100U);
    EXPECT_DOUBLE_EQ(confusion.accuracy(), 0.94);
    EXPECT_DOUBLE_EQ(confusion.f1(1), 2 * (8.0 / 12) * (8.0 / 10) / (8.0 / 12 + 8.0 / 10));  // 8/11
    EXPECT_DOUBLE_EQ(confusion.f1(0), 172.0 / 178);
    EXPECT_DOUBLE_EQ(confusion.macro_f1(), (8.0 / 11 + 172.0 / 178) / 2);
}

TEST(Confusion, AgreesWithThreeClassesByHand) {
    Confusion confusion(3);
    add(confusion, 0, 0, 5);
    add(confusion, 0, 1, 5);
    add(confusion, 1, 1, 5);
    add(confusion, 2, 1, 5);
    EXPECT_DOUBLE_EQ(confusion.f1(0), 2.0 / 3);  // precision 1, recall 1/2
    EXPECT_DOUBLE_EQ(confusion.f1(1), 0.5);      // precision 1/3, recall 1
    EXPECT_DOUBLE_EQ(confusion.f1(2), 0);        // never predicted
    EXPECT_DOUBLE_EQ(confusion.macro_f1(), 7.0 / 18);
    EXPECT_DOUBLE_EQ(confusion.accuracy(), 0.5);
}

TEST(Confusion, IgnoresAbsentClasses) {
    Confusion confusion(4);
    add(confusion, 0, 0, 3);
    add(confusion, 1, 0, 1);
    EXPECT_EQ(confusion.f1(2), 1);
    EXPECT_EQ(confusion.f1(3), 1);
    EXPECT_DOUBLE_EQ(confusion.macro_f1(), (6.0 / 7 + 0) / 2);
    confusion.add(0, 3);  // predicted, but does not occur
    EXPECT_EQ(confusion.f1(3), 0);
    EXPECT_DOUBLE_EQ(confusion.macro_f1(), (6.0 / 8 + 0 + 0) / 3);
}

TEST(Confusion, IsPerfectWithoutRows) {
    Confusion confusion(3);
    EXPECT_EQ(confusion.rows(), 0U);
    EXPECT_EQ(confusion.accuracy(), 1);
    EXPECT_EQ(confusion.f1(1), 1);
    EXPECT_EQ(confusion.macro_f1(), 1);
}

TEST(Confusion, AllMetricsAreOneWithoutErrors) {
    Confusion confusion(5);
    add(confusion, 1, 1, 7);
    add(confusion, 4, 4, 1);
    EXPECT_EQ(confusion.accuracy(), 1);
    EXPECT_EQ(confusion.macro_f1(), 1);
}

// F1 is the harmonic mean of precision and recall, macro F1 the mean over classes with a row or a prediction.
TEST(Confusion, AgreesWithTheDefinitions) {
    loh::Random random(1, Stream::testing);
    for (std::uint32_t round = 0; round < 500; ++round) {
        auto classes = static_cast<std::uint32_t>(2 + round % 5);
        Confusion confusion(classes);
        for (std::uint32_t i = 0; i < 30; ++i)
            confusion.add(static_cast<std::uint32_t>(random.bits(round, 2 * i) % classes),
                          static_cast<std::uint32_t>(random.bits(round, 2 * i + 1) % (1 + round % classes)));
        double total = 0;
        double present = 0;
        for (std::uint32_t c = 0; c < classes; ++c) {
            double right = static_cast<double>(confusion.count(c, c));
            double occurs = 0;
            double predicted = 0;
            for (std::uint32_t other = 0; other < classes; ++other) {
                occurs += static_cast<double>(confusion.count(c, other));
                predicted += static_cast<double>(confusion.count(other, c));
            }
            double precision = predicted > 0 ? right / predicted : 0;
            double recall = occurs > 0 ? right / occurs : 0;
            double f1 = right > 0 ? 2 * precision * recall / (precision + recall) : 0;
            if (occurs + predicted == 0) continue;
            EXPECT_NEAR(confusion.f1(c), f1, 1e-12);
            total += f1;
            present += 1;
        }
        EXPECT_NEAR(confusion.macro_f1(), total / present, 1e-12);
    }
}

}  // namespace
}  // namespace loh::testing
