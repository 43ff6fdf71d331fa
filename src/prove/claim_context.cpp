#include <algorithm>

#include "prove/claim.hpp"

namespace loh {

ClaimContext::ClaimContext(std::vector<Decision> all, const ProofOptions& options)
    : decisions(std::move(all)),
      missing(options.missing),
      max_sum_rules(options.max_sum_rules),
      max_boxes(options.max_boxes) {
    for (const Decision& decision : decisions) {
        require_formulas(decision.decision_data());
        views.push_back(ColumnView::of(decision.decision_data()));
    }
    for (const std::string& text : options.assume)
        assumptions.push_back(read_policy(text, data(), options.unread));
}

void ClaimContext::add_columns(const std::vector<const Policy*>& policies, QuestionColumns& columns) const {
    for (std::size_t d = 0; d < decisions.size(); ++d) {
        columns.add_view(views[d]);
        for (const ClassFormula& part : data(d).formulas) add_leaves(part.formula, views[d], columns);
    }
    for (const Policy* policy : policies) add_leaves(*policy, columns);
    for (const Policy& policy : assumptions) add_leaves(policy, columns);
}

bool ClaimContext::many_rules() const {
    return std::any_of(decisions.begin(), decisions.end(), [&](const Decision& decision) {
        return decision.scorecard().rules() > max_sum_rules;
    });
}

void ClaimContext::add_boxes(ClaimCells& claim) const {
    std::vector<std::size_t> columns;
    for (CellId cell = 0; cell < claim.cells->cell_count(); ++cell)
        columns.push_back(claim.cells->column_of(cell));
    for (const QuestionColumn& column : claim.columns.columns())
        if (column.paired) return;
    std::vector<BoxSearch::DecidedCells> rows;
    for (const Row& row : claim.rows)
        for (std::size_t d = 0; d < decisions.size(); ++d) rows.push_back({&data(d), &views[d], row});
    claim.boxes = BoxSearch::make(claim.columns, std::move(columns), std::move(rows), max_boxes);
    if (!claim.boxes) return;
    std::vector<NodeNumber> assumed;
    for (std::size_t r = 0; r < claim.rows.size(); ++r) {
        for (const Policy& policy : assumptions)
            assumed.push_back(claim.boxes->policy(policy, r * decisions.size()));
        for (std::size_t c = 0; c < claim.rows[r].size(); ++c) {
            const QuestionColumn& column = claim.columns.columns()[c];
            if (column.type == QuestionColumn::Type::truth || (missing && column.missing)) continue;
            ElementSet present(column.elements(), true);
            present[0] = false;
            assumed.push_back(claim.boxes->formulas().cell(claim.rows[r][c], present));
        }
    }
    claim.box_assumption = claim.boxes->formulas().all(std::move(assumed));
    for (CellId cell = 0; cell < claim.cells->cell_count(); ++cell)
        for (std::size_t e = 1; e < claim.columns.columns()[claim.cells->column_of(cell)].elements(); ++e)
            claim.starts.emplace(claim.cells->from(cell, e), std::pair(cell, e));
}

std::unique_ptr<ClaimCells> ClaimContext::cells(const std::vector<const Policy*>& policies,
                                                const std::optional<std::string>& differs,
                                                const Points& points, bool record) const {
    auto result = std::make_unique<ClaimCells>();
    add_columns(policies, result->columns);
    for (const auto& [column, numbers] : points)
        for (double number : numbers) result->columns.add_point(column, number);
    result->columns.finish();
    result->cells = std::make_unique<CellSolver>(result->columns, record);
    CellSolver& cells = *result->cells;
    result->rows.push_back(cells.new_row());
    if (differs) {
        result->differs = result->columns.find_name(*differs);
        result->rows.push_back(result->rows[0]);
        result->rows[1][*result->differs] = cells.new_cell(*result->differs);
    }
    if (many_rules() && !record) add_boxes(*result);
    if (result->boxes) return result;
    std::vector<int> assumed;
    for (const Row& row : result->rows) {
        for (std::size_t d = 0; d < decisions.size(); ++d)
            result->decided.push_back(std::make_unique<DecidedRow>(data(d), views[d], cells, row));
        DecidedRow& first = *result->decided[result->decided.size() - decisions.size()];
        for (const Policy& policy : assumptions) assumed.push_back(policy_literal(policy, first, cells));
        if (missing) continue;
        for (std::size_t c = 0; c < row.size(); ++c)
            if (result->columns.columns()[c].missing) assumed.push_back(cells.from(row[c], 1));
    }
    result->assumption = cells.all(std::move(assumed));
    return result;
}

}  // namespace loh
