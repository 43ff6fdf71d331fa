// Cut points for columns of numbers. A cut c divides them into those < c and those >= c.
//
// All functions use only the given rows and skip missing (NaN) and infinite values. Cuts are strictly increasing, and each is
// between two adjacent values of those rows, so no side is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/examples.hpp"
#include "data/typed_columns.hpp"

namespace loh {

// A cut between two adjacent values: readable_cut, or readable_moment (base/calendar.hpp) for dates.
using CutRounding = double (*)(double low, double high);

// A short number that separates `low` from `high`: low < result <= high, for finite low < high. It is zero if zero is between
// them, otherwise their midpoint, rounded to the fewest digits that keep it strictly between; `high` if no double is between.
double readable_cut(double low, double high);

// The rounding for the numbers of a column.
CutRounding rounding_of(const TypedColumn& column);

// Cuts by recursive minimal-entropy partitioning, stopped by minimal description length. Of equally good cuts the lowest is
// taken. `values` and `labels` are [row]. O(n log n) for the sorting, then one pass over each part that is considered.
std::vector<double> mdl_cuts(std::span<const double> values, std::span<const std::uint32_t> labels,
                             const RowList& rows, CutRounding round = readable_cut);

// At most `most` cuts into parts with about the same number of rows. Equal values stay together: a cut that would separate
// them moves to the nearer end of their run, and equal cuts are merged.
std::vector<double> quantile_cuts(std::span<const double> values, const RowList& rows, std::size_t most,
                                  CutRounding round = readable_cut);

// Throws Error unless the given cuts are finite and strictly increasing.
void check_cuts(std::span<const double> cuts, std::string_view column);

}  // namespace loh
