// Makes literals of columns: the atoms from which a learner builds rules.
//
//     age >= 37.5      age in [20, 40)      job = "admin"      job in {"maid", "student"}      job is missing
//
// Only the given rows, the training rows, decide. An atom contains its own cut points and categories, so it applies to other
// rows unchanged.
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

enum class CutMethod : std::uint8_t {
    mdl,
    quantiles,
    given
};  // given: no cuts for columns without given cuts
enum class NumberLiterals : std::uint8_t {
    thresholds,  // age >= 20, age >= 40: several may hold
    intervals    // age < 20, age in [20, 40), age >= 40: exactly one holds, unless the cell is missing
};

struct BinarizerOptions {
    // Numbers.
    CutMethod method = CutMethod::mdl;
    std::size_t quantiles = 9;                         // most cuts of a column for CutMethod::quantiles
    std::map<std::string, std::vector<double>> given;  // by column name; they take precedence over the method
    NumberLiterals numbers = NumberLiterals::thresholds;
    bool both_sides = false;  // for thresholds: also age < 20

    // Categories.
    bool negated_categories = false;  // also job != "admin", unless there are only two categories
    std::size_t min_rows = 1;         // a category in fewer rows gets no literal
    bool group_rare = false;          // one literal for all such categories: job in {"maid", "student"}

    // Both types.
    bool missing_literals = true;  // job is missing, if some cell is missing
    bool constants = false;        // also literals with the same value in all rows

    // As in the published experiments: all intervals and categories, also of a column that has only one, and missing cells as
    // one more category. The published numbers of binary features count these.
    static BinarizerOptions published();
};

// The literals of all columns, in column order; within a column in increasing order, then `is missing`. `labels` are the
// classes: [row]. Throws Error if cuts are given for a column that does not exist or has no numbers.
std::vector<Atom> literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const BinarizerOptions& options);

// The cut points of a column of numbers, which are also the candidates for the hole in `age > ?`.
std::vector<double> cut_points(const TypedColumn& column, std::span<const std::uint32_t> labels,
                               const RowList& rows, const BinarizerOptions& options);

}  // namespace loh
