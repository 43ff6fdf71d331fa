// Cut points for columns of numbers. A cut c divides them into those < c and those >= c.
//
// All functions look only at the rows they are given, and leave out missing (NaN) and infinite values. Cuts are strictly
// increasing, and each lies between two neighbouring values of those rows, so none leaves a side empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/examples.hpp"

namespace loh {

// Cuts that tell about the classes, as few as the data justify: recursive minimal-entropy partitioning with the stop by
// minimal description length. Of equally good cuts the lowest is taken. `values` and `labels` are [row].
// O(n log n) for the sorting, then one pass over each part that is considered.
std::vector<double> mdl_cuts(std::span<const double> values, std::span<const std::uint32_t> labels,
                             const RowList& rows);

// At most `most` cuts into parts of about the same number of rows. Equal values stay together: a cut that would fall
// among them moves to the nearer end of their run, and cuts that meet become one.
std::vector<double> quantile_cuts(std::span<const double> values, const RowList& rows, std::size_t most);

// Cuts that somebody wrote down: throws Error unless they are finite and strictly increasing.
void check_cuts(std::span<const double> cuts, std::string_view column);

// A number that is easy to read and divides `low` from `high`: low < result <= high, for finite low < high. It is zero if
// that lies between, else their midpoint, rounded to as few digits as keep it strictly between; `high` where no number is.
double readable_cut(double low, double high);

}  // namespace loh
