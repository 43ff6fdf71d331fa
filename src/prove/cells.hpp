// The cells of one or more rows in a SAT solver, with the meaning of every atom over them.
//
//     CellSolver cells(columns);
//     Row row = cells.new_row();
//     int adult = cells.atom(parsed_atom, view, row);
//     cells.solver().clause({adult});
//     if (cells.solve({})) cells.example(row);           // a cell for each column
//
// Idea: a cell is in one element of its column (prove/question_columns.hpp). Its elements form a line and are encoded by their
// order ("in element e or a later one"), so an atom that accepts a run of elements is a conjunction of two literals. Atoms
// that compare two columns with categories in them are tables over elements. For two columns of numbers the solver guesses
// between which bounds their difference is, and numbers with these bounds are searched afterwards (prove/number_system.hpp);
// if there are none, the bounds that exclude each other become a clause, and the solver guesses again. Such clauses hold in
// all models, so every answer is exact. Rejected: elements fine enough for all orders of several columns, because differences
// such as `a - b >= 2` would need one for every sum of cut points.
//
// Rows may share cells: a row is a list of cells, one for each column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "formula/graph.hpp"
#include "prove/question_columns.hpp"
#include "space/circuit_solver.hpp"

namespace loh {

using CellId = std::uint32_t;
using Row = std::vector<CellId>;  // [column]

class CellSolver {
public:
    explicit CellSolver(const QuestionColumns& columns, bool record = false);

    [[nodiscard]] const QuestionColumns& columns() const { return columns_; }
    CircuitSolver& solver() { return solver_; }
    [[nodiscard]] int always() const { return always_; }  // a literal that holds

    CellId new_cell(std::size_t column);
    Row new_row();

    // Literals of one cell: in element e or a later one; in element e; in one of the elements.
    [[nodiscard]] int from(CellId cell, std::size_t element) const;
    int is(CellId cell, std::size_t element);
    int in(CellId cell, const ElementSet& elements);
    [[nodiscard]] std::size_t column_of(CellId cell) const { return cells_[cell].column; }
    [[nodiscard]] CellId cell_count() const { return static_cast<CellId>(cells_.size()); }

    int atom(const Atom& atom, const ColumnView& view, const Row& row);
    int truth(const std::string& spelled, const Row& row);
    int all(std::vector<int> literals);
    int any(std::vector<int> literals);
    // The number in a is less than that in b, and neither is missing.
    int less(CellId a, CellId b);

    // Whether there are rows that fulfil all clauses and the assumptions. Throws Error (limit) if that cannot be decided.
    bool solve(std::span<const int> assumptions);
    [[nodiscard]] bool failed(int assumption) { return solver_.failed(assumption); }
    [[nodiscard]] std::size_t calls() const { return calls_; }

    // After an answer of `true`: the element of a cell, and its text.
    [[nodiscard]] std::size_t element(CellId cell) const { return cells_[cell].element; }
    [[nodiscard]] std::string text(CellId cell) const;
    [[nodiscard]] std::optional<double> number(CellId cell) const { return cells_[cell].number; }
    [[nodiscard]] bool value(int literal);

private:
    struct Cell {
        std::size_t column = 0;
        std::vector<int> from;               // [element]; [0] is always true
        std::map<ElementSet, int> literals;  // of `in`
        std::size_t element = 0;
        std::optional<double> number;  // of a cell that is compared with another one
    };
    using Pair = std::pair<CellId, CellId>;  // the first has the smaller number

    int present(CellId cell) { return -is(cell, 0); }
    int pair_atom(const Atom& atom, const ColumnView& view, CellId a, CellId b);
    int same_cell(const Atom& atom, const ColumnView& view, CellId cell);
    int table_atom(const Atom& atom, const ColumnView& view, bool as_numbers, CellId a, CellId b);
    int difference_in(const Atom& atom, CellId a, CellId b);
    [[nodiscard]] PairCell pair_cell(CellId cell, std::size_t element, const ColumnSchema& schema) const;
    int difference_from(CellId a, CellId b, double bound);  // a - b >= bound
    bool find_numbers();
    void exclude(const std::set<int>& literals);

    const QuestionColumns& columns_;
    CircuitSolver solver_;
    int always_;
    std::vector<Cell> cells_;
    std::map<Pair, std::map<double, int>> differences_;  // the literals of `a - b >= bound`, by bound
    bool incomplete_ = false;                            // bounds without numbers in doubles were left out
    std::size_t calls_ = 0;
};

}  // namespace loh
