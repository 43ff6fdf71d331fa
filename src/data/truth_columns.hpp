// Columns of a table as truth values, and a column of classes as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/column_source.hpp"
#include "loh/table.hpp"

namespace loh {

// The truth value that a cell stands for: 0, 1, true, false (three spellings each) or a number between 0 and 1. Rounding to
// float carries no value across one half; exactly one half is moved a little below.
std::optional<float> truth_value(std::string_view cell);
std::optional<float> truth_value(double number);

// The cells as truth values: 0, 1, true, false or a number between. Exactly one half, which counts as false, is moved a
// little below, so that its negation counts as true. Throws Error with the place for anything else.
std::vector<float> truth_column(const Table& table, std::size_t column);

// The cells as classes. Throws Error with the place where one is missing.
ClassColumn class_column(const Table& table, std::size_t column);

}  // namespace loh
