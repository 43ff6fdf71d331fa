// Differences of two columns, which are treated as columns of numbers:
//
//     income - debt >= 2000      |x - y| <= 1      2 <= arrival - departure < 5
//
// Two columns can be subtracted if both have numbers, or if both have letters: categories that are single letters of one case
// count by their place in the alphabet, so `d - b` is 2. A difference is missing if one of its cells is missing or unseen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/examples.hpp"
#include "data/typed_columns.hpp"
#include "features/binarizer.hpp"
#include "formula/atom.hpp"

namespace loh {

// Throws Error (meaning) if the columns cannot be subtracted.
void check_difference(const TypedColumn& a, const TypedColumn& b);

// The cells of a - b, or of |a - b|, as `column` says. The columns must pass check_difference.
TypedColumn difference(const Column& column, const TypedColumn& a, const TypedColumn& b);

struct DifferenceLiterals {
    std::vector<Atom> atoms;
    std::size_t used = 0;   // differences with literals in `atoms`
    std::size_t found = 0;  // differences before the most informative ones were selected
};

// Literals of the differences of pairs of columns whose ranges overlap; letters only where they are a, b, c, ... without a gap,
// because other single letters are usually abbreviations. Columns of two values are left out: comparing them is enough. The
// differences with the most informative literals come first, until there are `most` literals. labels: [row]. Only the given
// rows decide; pairs are chosen on some thousands of them. No literals if there are too many columns to examine all pairs
// (features/column_pairs.hpp).
//
// Rejected: only differences that tell more about the class than each of their columns does. In king and rook against king,
// none does on its own, but rules of several differences do (macro F1 0.80 instead of 0.83 with --effort quick).
DifferenceLiterals difference_literals(std::span<const TypedColumn> columns,
                                       std::span<const std::uint32_t> labels, const RowList& rows,
                                       const BinarizerOptions& options, std::size_t most);

}  // namespace loh
