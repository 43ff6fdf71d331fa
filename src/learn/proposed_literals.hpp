// The literals that rules may use, found on the training rows of a table. Proposed programs, rules(n) and clauses(n) use the
// same list.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset_data.hpp"
#include "formula/atom.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct ProposedLiterals {
    std::vector<Atom> atoms;            // comparisons of two columns last, then differences
    std::size_t comparisons = 0;        // number of comparisons of two columns in `atoms`
    std::size_t comparisons_found = 0;  // number before the most informative ones were selected
    std::size_t differences = 0;        // number of differences of two columns with literals in `atoms`
    std::size_t differences_found = 0;  // number before the most informative ones were selected
};

// The literals of all columns except the target and ignored columns. Categories in fewer than `least_category_rows` rows, or in
// fewer than one of 1000, have none, unless options.min_category_rows says otherwise. Throws Error if there are none.
ProposedLiterals proposed_literals(const DatasetData& data, const RowList& training,
                                   const LearnOptions& options, std::size_t least_category_rows = 1);

}  // namespace loh
