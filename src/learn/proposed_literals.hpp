// What the training rows of a table offer to rules: one list for whole programs that are proposed and for the parts of a
// program that are learned from scratch.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset_data.hpp"
#include "formula/atom.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct ProposedLiterals {
    std::vector<Atom> atoms;            // comparisons of two columns last
    std::size_t comparisons = 0;        // so many
    std::size_t comparisons_found = 0;  // there may have been more
};

// The literals of all columns but the target and those to be ignored, found on the training rows. Throws Error when there are
// none.
ProposedLiterals proposed_literals(const DatasetData& data, const RowList& training,
                                   const LearnOptions& options);

}  // namespace loh
