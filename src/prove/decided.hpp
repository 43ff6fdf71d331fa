// What a decision decides for a row, as literals of a SAT solver.
//
//     DecidedRow row(decision, view, cells, cells.new_row());
//     int yes = row.is_class(1);
//
// `single` and `list` are formulas. With `vote` a class is decided if its sum of points is larger than those of all classes
// before it and not smaller than those of all classes behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "decision/decision_data.hpp"
#include "prove/cells.hpp"

namespace loh {

// Throws Error (usage) if the network of the decision decides, which is no Boolean function.
void require_formulas(const DecisionData& decision);

// Formulas over the cells of one row. The leaves are literals that `leaf` gives.
class RowFormulas {
public:
    RowFormulas(CellSolver& cells, std::function<int(const GraphData&, NodeId)> leaf)
        : cells_(cells), leaf_(std::move(leaf)) {}
    int literal(const Formula& formula);  // a choice-free formula

private:
    CellSolver& cells_;
    std::function<int(const GraphData&, NodeId)> leaf_;
    std::map<const GraphData*, std::unordered_map<std::uint32_t, int>> nodes_;
    std::vector<std::shared_ptr<GraphData>> kept_;
};

class DecidedRow {
public:
    // Keeps the references.
    DecidedRow(const DecisionData& decision, const ColumnView& view, CellSolver& cells, Row row);
    DecidedRow(const DecidedRow&) = delete;
    DecidedRow& operator=(const DecidedRow&) = delete;

    [[nodiscard]] const Row& row() const { return row_; }
    int is_class(std::size_t index);
    int holds(const Formula& formula) {
        return formulas_.literal(formula);
    }  // over the columns of the decision

private:
    int wins(std::size_t a, std::size_t b);  // with `vote`, a < b: a has at least the points of b

    const DecisionData& decision_;
    CellSolver& cells_;
    Row row_;
    RowFormulas formulas_;
    std::map<std::size_t, int> classes_;
    std::map<std::pair<std::size_t, std::size_t>, int> wins_;
};

// A leaf of a decision or a question that is not about classes.
int leaf_literal(const GraphData& graph, NodeId leaf, const ColumnView& view, CellSolver& cells,
                 const Row& row);

// Adds the leaves of a formula to the columns.
void add_leaves(const Formula& formula, const ColumnView& view, QuestionColumns& columns);

}  // namespace loh
