// What the columns of a table impose on the truth values of atoms, as clauses for a SAT solver.
//
// Idea: the constants of a column's atoms divide its cells into regions in which no atom changes its value: the numbers
// between two neighbouring cuts, each category that an atom names, all other categories. One of these regions holds the
// cell, or the cell is missing. Regions stand in a line and are encoded by their order ("at this region or behind it"), so
// an atom that accepts a run of regions is a conjunction of two literals. The number of clauses is linear in the atoms;
// one variable for each region was rejected, because telling that exactly one holds is quadratic.
//
// How two columns compare is a line of its own with the regions less, equal, greater and neither, as in
// formula/cell_set.hpp; it is missing exactly where one of the two cells is. An atom that is neither about one column nor
// about two stays free.
#pragma once

#include <span>

#include "formula/graph.hpp"
#include "space/circuit_solver.hpp"

namespace loh {

// Adds the axioms for the atoms below these formulas, which may come from different graphs.
void add_column_axioms(CircuitSolver& solver, std::span<const Formula> formulas);

}  // namespace loh
