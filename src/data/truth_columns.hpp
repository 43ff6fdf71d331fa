// Columns of a table as truth values, and a column of classes as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/examples.hpp"
#include "loh/table.hpp"

namespace loh {

// The column for an input of a program, whose name is spelled as the language does it.
std::optional<std::size_t> find_input_column(const Table& table, std::string_view spelled);

// The cells as truth values: 0, 1, true, false or a number between. Exactly one half, which counts as false, is moved a
// little below, so that its negation counts as true. Throws Error with the place for anything else.
std::vector<float> truth_column(const Table& table, std::size_t column);

// Some columns as truth values, as bits where the table has bits.
TruthRows truth_rows(const Table& table, const std::vector<std::size_t>& columns);

// The cells as classes: the different ones in the order of their first appearance, and for each row its number.
struct ClassColumn {
    std::vector<std::string> names;
    std::vector<std::uint32_t> labels;  // [row]
};
ClassColumn class_column(const Table& table, std::size_t column);

}  // namespace loh
