// Columns of a table as truth values, and a column of classes as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/column_source.hpp"
#include "loh/table.hpp"

namespace loh {

// The truth value of a cell: 0, 1, true, false (three spellings each) or a number between 0 and 1. Rounding to float moves no
// value across one half; exactly one half is moved slightly below.
std::optional<float> truth_value(std::string_view cell);
std::optional<float> truth_value(double number);

// The cells as truth values: 0, 1, true, false or a number between. Exactly one half counts as false; it is moved slightly
// below one half, so that its negation counts as true. Throws Error with the place for any other cell.
std::vector<float> truth_column(const Table& table, std::size_t column);

// The cells as classes. A row has the label TypedColumn::kMissingCode if its cell is missing.
ClassColumn class_column(const Table& table, std::size_t column, const MissingTexts& missing);

}  // namespace loh
