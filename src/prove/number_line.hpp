// Numbers as cells have them: finite doubles, and for dates whole microseconds. Cuts become the first cell behind them, so that
// `x > 5` is `x >= c`, where c is the next number after 5, and every region between two cuts has a cell.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "formula/cell_set.hpp"

namespace loh {

inline constexpr double kLargestNumber = std::numeric_limits<double>::max();
inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// The first cell that is not before the cut. Nothing if all cells are before it.
std::optional<double> first_from(CellSet::Cut cut, bool dates);

// The double before or after a finite one; may be infinite.
double number_before(double number);
double number_after(double number);

// The first finite double for which the test holds. The test must hold for all larger ones, too. Nothing if it holds for none.
std::optional<double> first_where(const std::function<bool(double)>& test);

// A number with few digits, or a date as round as possible, that is at least `low` and below `high`. Infinite: no bound. The
// region must have a cell.
double readable_cell(double low, double high, bool dates);

}  // namespace loh
