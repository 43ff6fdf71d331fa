// From columns to literals: the atoms that a learner may build rules from.
//
//     age >= 37.5      age in [20, 40)      job = "admin"      job in {"maid", "student"}      job is missing
//
// Everything is decided by the rows that are given, the training rows, and holds for others as it is: an atom carries its
// own cut points and categories.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "data/examples.hpp"
#include "data/typed_columns.hpp"
#include "formula/atom.hpp"

namespace loh {

enum class CutMethod : std::uint8_t { mdl, quantiles, given };  // given: only those, other columns have none
enum class NumberLiterals : std::uint8_t {
    thresholds,  // age >= 20, age >= 40: several may be true
    intervals    // age < 20, age in [20, 40), age >= 40: exactly one is, unless the cell is missing
};

struct BinarizerOptions {
    // Numbers
    CutMethod method = CutMethod::mdl;
    std::size_t quantiles = 9;                         // most cuts of a column, by quantiles
    std::map<std::string, std::vector<double>> given;  // by the name of the column; come before any method
    NumberLiterals numbers = NumberLiterals::thresholds;
    bool both_sides = false;  // of a threshold: also age < 20

    // Categories
    bool negated_categories = false;  // also job != "admin", unless there are only two categories
    std::size_t min_rows = 1;         // a category in fewer rows gets no literal of its own
    bool group_rare = false;          // but one for all of those, like a category: job in {"maid", "student"}

    // Both
    bool missing_literals = true;  // job is missing, where some cell is
    bool constants = false;        // also literals that are the same on all rows

    // As in the published experiments: one interval or category after the other, a column that offers only one included,
    // and missing cells as one more category. This is what their counts of binary features count.
    static BinarizerOptions published();
};

// The literals of all columns: columns in their order; within a column increasing, then `is missing`. `labels` are [row] and
// tell the classes. Throws Error for given cuts of a column that is not there or has no numbers.
std::vector<Atom> literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const BinarizerOptions& options);

// The cut points of a column of numbers, which are also the candidates for the hole in `age > ?`.
std::vector<double> cut_points(const TypedColumn& column, std::span<const std::uint32_t> labels,
                               const RowList& rows, const BinarizerOptions& options);

}  // namespace loh
