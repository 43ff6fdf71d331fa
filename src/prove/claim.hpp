// Claims about all rows, and how they are refuted.
//
// A claim is a few rows of cells, an assumption about them, and a literal that holds where the claim is violated. The solver
// searches cells that fulfil both. If it finds some, they are a counterexample, which is then made small: columns whose cells
// do not matter are left out.
//
// A set of columns is a reason if its cells force the violation, whatever the cells of the other columns are, as far as the
// assumption allows. The smallest reason of one counterexample is a hitting set: every set of columns whose change can undo the
// violation must contain one of its columns. Such sets are found one at a time, until the smallest hitting set is a reason
// (implicit hitting sets). The smallest reason of all counterexamples is searched in the same way over all cells at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loh/prove.hpp"
#include "prove/box_search.hpp"
#include "prove/decided.hpp"
#include "prove/policy.hpp"

namespace loh {

// Numbers that must be elements of their own: by the name of the column. Columns that are compared with each other are fixed at
// the numbers of a counterexample.
using Points = std::map<std::string, std::vector<double>>;

// One or two rows in a solver. Cells that both rows share are one.
struct ClaimCells {
    ClaimCells() = default;
    ClaimCells(const ClaimCells&) = delete;
    ClaimCells& operator=(const ClaimCells&) = delete;

    QuestionColumns columns;
    std::unique_ptr<CellSolver> cells;
    std::vector<std::unique_ptr<DecidedRow>> decided;  // those of a row by all decisions, then the next row
    std::vector<Row> rows;
    std::optional<std::size_t> differs;  // the column in which the rows differ
    int assumption = 0;                  // a literal
    int violation = 0;

    // For scorecards of many rules, in place of the literals: goals of a search by boxes.
    std::unique_ptr<BoxSearch> boxes;
    NodeNumber box_assumption = kAlways;
    NodeNumber box_violation = kNever;

    // Whether there are rows that fulfil the assumption, the bounds (literals of `CellSolver::from`, possibly negated), and the
    // violation, or not the violation. Then element() is that of a cell of these rows.
    bool solve(bool violated, const std::vector<int>& bounds);
    [[nodiscard]] std::size_t element(CellId cell) const {
        return boxes ? found[cell] : cells->element(cell);
    }
    [[nodiscard]] std::string text(CellId cell) const;
    std::vector<std::size_t> found;                        // by boxes: [cell]
    std::map<int, std::pair<CellId, std::size_t>> starts;  // by literal: the cell, and the element

    // The different cells of a column, and the literals of their current elements.
    [[nodiscard]] std::vector<CellId> cells_of(std::size_t column) const;
};

// What to prove. `make` builds the cells; it can be called several times and then makes equal ones.
struct Claim {
    std::function<std::unique_ptr<ClaimCells>(const Points&, bool record)> make;
    // Whether the rows of a table violate the claim, by the predictions of the decision; and what they are predicted to be.
    std::function<bool(const Table&, std::vector<ProofRow>&)> confirm;
};

// Elements of all cells of a claim: [column][cell of it].
using Elements = std::vector<std::vector<std::size_t>>;

// The smallest reasons for the given elements, up to `most`. Columns, ascending. The column in which rows differ is in each.
class ReasonSearch {
public:
    ReasonSearch(ClaimCells& claim, Elements elements);

    // The next smallest reason; nothing if there are no more.
    std::optional<std::vector<std::size_t>> next();

    // The elements of each column of a reason that still force the violation: [place in the reason][cell].
    std::vector<std::vector<ElementSet>> widened(const std::vector<std::size_t>& reason);

private:
    [[nodiscard]] bool forced(const std::vector<bool>& fixed);
    std::vector<std::size_t> undoing(std::vector<bool> fixed);
    [[nodiscard]] std::vector<int> bounds(std::size_t column) const;

    ClaimCells& claim_;
    Elements elements_;
    CircuitSolver hitting_;
    int always_;
    std::vector<int> chosen_;   // [column]
    std::vector<int> at_most_;  // [size]: at most so many columns are chosen
    std::size_t size_ = 0;
};

// What all claims about one or two decisions share.
struct ClaimContext {
    std::vector<Decision> decisions;
    std::vector<ColumnView> views;  // [decision]
    std::vector<Policy> assumptions;
    bool missing = true;
    std::size_t max_sum_rules;
    std::size_t max_boxes;

    // Throws Error if a decision cannot be proved or an assumption cannot be read.
    ClaimContext(std::vector<Decision> decisions, const ProofOptions& options);
    [[nodiscard]] const DecisionData& data(std::size_t decision = 0) const {
        return decisions[decision].decision_data();
    }

    // The rows, without a violation. With two, they differ in the given column alone.
    [[nodiscard]] std::unique_ptr<ClaimCells> cells(const std::vector<const Policy*>& policies,
                                                    const std::optional<std::string>& differs,
                                                    const Points& points, bool record) const;
    // Whether some scorecard has too many rules for the solver.
    [[nodiscard]] bool many_rules() const;
    void add_boxes(ClaimCells& claim) const;
    // The columns of the decisions, the assumptions and the policies.
    void add_columns(const std::vector<const Policy*>& policies, QuestionColumns& columns) const;
};

ProofAnswer refute(const Claim& claim, const ProofOptions& options);

// The cells of a row of a table, as elements: [column].
std::vector<std::size_t> elements_of(const QuestionColumns& columns, const ColumnView& view,
                                     const Table& table, std::size_t row);

// A proof cell with its region in words.
ProofCell described(const QuestionColumn& column, std::string text, const ElementSet& region);

}  // namespace loh
