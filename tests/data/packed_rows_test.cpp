#include "data/packed_rows.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "data/truth_columns.hpp"
#include "support/learning.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(PackedRows, ReturnTheBitsThatWereSet) {
    for (std::size_t bits : {1U, 7U, 8U, 9U, 63U, 64U, 65U, 100U, 128U, 130U}) {
        constexpr std::size_t kRows = 11;
        PackedRows rows(kRows, bits);
        EXPECT_EQ(rows.rows(), kRows);
        loh::Random random(bits, Stream::testing);
        auto value = [&](std::size_t row, std::size_t bit) {
            return random.uniform(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(bit)) < 0.5;
        };
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::size_t bit = 0; bit < bits; ++bit) {
                if (value(row, bit)) rows.set(row, bit);
            }
        }
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::size_t bit = 0; bit < bits; ++bit) {
                ASSERT_EQ(rows.at(row, bit), value(row, bit));
                ASSERT_EQ((rows.word(row, bit / 64) >> (bit % 64) & 1U) != 0, value(row, bit));
            }
        }
    }
}

// A table of 0 and 1 as bits, with the columns in the order of their names.
Table as_bits(const Table& table) {
    PackedRows rows(table.rows(), table.columns());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = 0; column < table.columns(); ++column) {
            if (table.cell(column, row) == "1") rows.set(row, column);
        }
    }
    return Table::from_bits(table.names(), rows.bytes());
}

TEST(TableOfBits, HasTheSameCells) {
    Table text = labelled(77, "0", "1").table();
    Table bits = as_bits(text);
    ASSERT_EQ(bits.rows(), text.rows());
    EXPECT_EQ(bits.names(), text.names());
    for (std::size_t row = 0; row < text.rows(); ++row) {
        for (std::size_t column = 0; column < text.columns(); ++column)
            EXPECT_EQ(bits.cell(column, row), text.cell(column, row));
    }
    EXPECT_EQ(bits.line(3), 0U);
}

TEST(TableOfBits, HasTheSameModelAndPredictions) {
    Table text = labelled(300, "0", "1").table();
    Table bits = as_bits(text);
    LearnOptions options = quick_options(5, 2);
    options.holdout = 0.2;
    Model from_text = learn(task_of(kProgram, text, "y", options));
    Model from_bits = learn(task_of(kProgram, bits, "y", options));
    EXPECT_EQ(from_text.to_json(), from_bits.to_json());
    EXPECT_EQ(from_text.predict(text), from_text.predict(bits));
    EXPECT_EQ(from_text.evaluate(text).faithful, from_text.evaluate(bits).faithful);
    EXPECT_EQ(from_text.soft(text).columns, from_text.soft(bits).columns);
}

TEST(TableOfBits, RejectsIncompleteRowsAndInvalidNames) {
    std::vector<std::string> nine = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    EXPECT_EQ(error_from([&] {
                  static_cast<void>(Table::from_bits(nine, {1, 2, 3}));
              }).message,
              "3 bytes are not a whole number of rows: a row of 9 bits has 2 bytes");
    EXPECT_EQ(error_from([&] {
                  static_cast<void>(Table::from_bits({"a", "a"}, {1}));
              }).kind,
              ErrorKind::usage);
    EXPECT_EQ(error_from([&] { static_cast<void>(Table::from_bits({}, {})); }).kind, ErrorKind::usage);
    EXPECT_EQ(Table::from_bits({"a"}, {}).rows(), 0U);
}

}  // namespace
}  // namespace loh::testing
