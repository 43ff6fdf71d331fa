// Comparisons of two columns as literals, for every pair of columns of one type:
//
//     income < debt      income >= debt      from = to      from != to
//
// The number of pairs grows with the square of the columns, so only the most informative comparisons are kept. Only the
// given rows, the training rows, decide.
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
    bool order = false;        // also <, <=, >, >= for columns that are compared as numbers
    bool both_sides = false;   // for orders: income < debt in addition to income >= debt
    bool exclusive = false;    // for orders: <, = and >, of which exactly one holds unless a cell is missing
    bool negated = false;      // also !=
    std::size_t min_rows = 1;  // fewest rows without a missing cell in which a comparison holds, and fails
    std::size_t most = 256;    // most comparisons to keep
};

struct PairLiterals {
    std::vector<Atom> atoms;  // ordered by first column, then by second column
    std::size_t found = 0;    // number of comparisons before the limit; may include duplicates
};

// Comparisons of each pair of columns that are both of numbers or both of categories. Of comparisons that hold in the same
// rows only the first is kept, and columns with a single value are left out. If there are more than `most`, those with the
// highest information gain are kept, the first ones among equals. Throws Error (usage) if there are too many columns to
// examine all pairs: see too_many_pairs.
PairLiterals pair_literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const PairOptions& options);

bool too_many_pairs(std::size_t columns);

}  // namespace loh
