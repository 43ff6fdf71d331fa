// Comparisons of two columns as literals, for every pair of columns of one type:
//
//     income < debt      income >= debt      from = to      from != to
//
// The pairs grow with the square of the columns, so only the comparisons that tell most about the class are kept. Everything
// is decided by the rows that are given, the training rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/examples.hpp"
#include "data/typed_columns.hpp"
#include "formula/atom.hpp"

namespace loh {

struct PairOptions {
    bool order = false;       // also <, <=, >, >=, where columns compare as numbers
    bool both_sides = false;  // of an order: income < debt besides income >= debt
    bool exclusive = false;   // of an order: <, = and >, of which one holds, unless a cell is missing
    bool negated = false;     // also !=
    std::size_t min_rows =
        1;  // a comparison holds in so many rows without a missing cell, and fails in so many
    std::size_t most = 256;  // comparisons
};

struct PairLiterals {
    std::vector<Atom> atoms;  // by their first column, then by the second
    std::size_t found = 0;  // without `most` there would have been so many, or fewer by those that are alike
};

// Of each pair of columns that are both of numbers, or both of categories. A comparison is left out when another holds in
// the very same rows, the first of them stays; so is a column that has only one value. When there are more than
// `most`, those with the highest information gain are kept, of equal ones the first. Throws Error (usage) for so many columns
// that their pairs cannot be looked at: see too_many_pairs.
PairLiterals pair_literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const PairOptions& options);

bool too_many_pairs(std::size_t columns);

}  // namespace loh
