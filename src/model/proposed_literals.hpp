// What the training rows of a table offer to rules: one list for whole programs that are proposed and for the parts of a
// program that are learned from scratch.
#pragma once

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

// The literals of all columns but the target and those to be ignored. Throws Error when there are none.
std::vector<Atom> proposed_literals(const Table& table, const std::string& target, const ClassColumn& classes,
                                    const LearnOptions& options, const TableSchema& schema);

}  // namespace loh
