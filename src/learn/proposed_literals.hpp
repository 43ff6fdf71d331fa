// What the training rows of a table offer to rules: one list for whole programs that are proposed and for the parts of a
// program that are learned from scratch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/examples.hpp"
#include "data/truth_columns.hpp"
#include "formula/atom.hpp"
#include "loh/learn_options.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

// The rows that learning with these options trains on.
RowList training_rows(const ClassColumn& classes, const LearnOptions& options);

struct ProposedLiterals {
    std::vector<Atom> atoms;            // comparisons of two columns last
    std::size_t comparisons = 0;        // so many
    std::size_t comparisons_found = 0;  // there may have been more
};

// The literals of all columns but the target and those to be ignored. Throws Error when there are none.
ProposedLiterals proposed_literals(const Table& table, const std::string& target, const ClassColumn& classes,
                                   const LearnOptions& options, const TableSchema& schema);

}  // namespace loh
