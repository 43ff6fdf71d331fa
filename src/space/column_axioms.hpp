// The relations between atoms of table columns, as clauses for a SAT solver.
//
// Idea: the constants in the atoms of a column divide its cells into regions on which all atoms are constant: the numbers
// between two adjacent cuts, each named category, all other categories. The cell is in one of these regions or missing.
// The regions form a line and are encoded by their order ("in this region or a later one"), so an atom that accepts a run
// of regions is a conjunction of two literals. The number of clauses is linear in the size of the atoms. Rejected: one
// variable for each region, because the constraint that exactly one is true takes a quadratic number of clauses.
//
// The comparison of two columns is a line with the regions less, equal, greater and neither, as in formula/cell_set.hpp. It
// is missing exactly if one of the two cells is missing. Atoms of any other form are not constrained.
#pragma once

#include <span>

#include "formula/graph.hpp"
#include "space/circuit_solver.hpp"

namespace loh {

// Adds the clauses for the atoms of these formulas, which may come from different graphs.
void add_column_axioms(CircuitSolver& solver, std::span<const Formula> formulas);

}  // namespace loh
