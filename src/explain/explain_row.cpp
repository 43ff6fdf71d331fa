#include <algorithm>

#include "explain/changed_rows.hpp"
#include "explain/flip.hpp"
#include "loh/explain.hpp"

namespace loh {

namespace {

Error no_such_row(const Table& table, std::size_t row) {
    std::string message = table.source() + " has no row " + std::to_string(row + 1);
    std::string rows = std::to_string(table.rows());
    return {
        ErrorKind::usage, message,
        table.rows() == 0 ? "it has no rows" : "its rows are 1 to " + rows + "; the header is not counted"};
}

RowRule explained(const ConditionedRule& rule, const ChangedRows& rows, const std::vector<Bits>& holds) {
    RowRule result{rows.decision().formulas[rule.formula].name, rule.clause.to_string(), rule.number + 1, {}};
    const Scorecard& card = rows.decision().head->card();  // empty unless the head is `vote`
    for (std::size_t c = 0; c < card.classes; ++c) result.points.push_back(card.at(rule.number, c));
    for (std::size_t c = 0; c < rule.conditions.size(); ++c) {
        RowCondition condition{rule.conditions[c].to_string(), bit_at(holds[c], 0), {}};
        for (std::size_t column : rule.columns[c])
            condition.cells.push_back({rows.columns()[column].name, rows.columns()[column].cell});
        result.conditions.push_back(std::move(condition));
    }
    return result;
}

// The rules in the order in which they decide between the two classes with the most points.
void add_up(const Scorecard& card, RowExplanation& explanation) {
    explanation.scores = card.base;
    for (const RowRule& rule : explanation.fired) {
        for (std::size_t c = 0; c < card.classes; ++c) explanation.scores[c] += rule.points[c];
    }
    if (card.classes < 2) return;
    std::size_t best = 0;
    for (std::size_t c = 1; c < card.classes; ++c) {
        if (explanation.scores[c] > explanation.scores[best]) best = c;
    }
    std::size_t second = best == 0 ? 1 : 0;
    for (std::size_t c = 0; c < card.classes; ++c) {
        if (c != best && explanation.scores[c] > explanation.scores[second]) second = c;
    }
    auto matters = [&](const RowRule& rule) { return std::abs(rule.points[best] - rule.points[second]); };
    std::stable_sort(explanation.fired.begin(), explanation.fired.end(),
                     [&](const RowRule& a, const RowRule& b) {
                         return matters(a) != matters(b) ? matters(a) > matters(b) : a.number < b.number;
                     });
}

void explain_rules(const ChangedRows& rows, RowExplanation& explanation) {
    ChangedRows::Truths truths = rows.conditions({{}});
    std::size_t formulas = rows.decision().formulas.size();
    std::vector<bool> holds(formulas, false);
    std::vector<std::optional<RowRule>> nearest(formulas);
    for (const ConditionedRule& rule : rows.rules()) {
        RowRule one = explained(rule, rows, truths[rule.number]);
        std::optional<RowRule>& best = nearest[rule.formula];
        if (one.failing() == 0) {
            holds[rule.formula] = true;
            explanation.fired.push_back(std::move(one));
        } else if (!best || one.failing() < best->failing()) {
            best = std::move(one);
        }
    }
    const Scorecard& card = rows.decision().head->card();
    if (card.classes > 0) return add_up(card, explanation);
    for (std::size_t f = 0; f < formulas; ++f) {
        if (!holds[f] && nearest[f]) explanation.nearest.push_back(std::move(*nearest[f]));
    }
}

}  // namespace

std::size_t RowRule::failing() const {
    return static_cast<std::size_t>(
        std::count_if(conditions.begin(), conditions.end(),
                      [](const RowCondition& condition) { return !condition.holds; }));
}

RowExplanation explain_row(const Decision& decision, const Table& table, std::size_t row,
                           const ExplainOptions& options) {
    if (row >= table.rows()) throw no_such_row(table, row);
    for (const std::string& name : options.fixed)
        static_cast<void>(table.at(name));  // throws if there is none
    RowExplanation result;
    result.row = row;
    result.prediction = decision.predict(table)[row];  // for the whole table, so that errors have their place
    ChangedRows rows(decision, table, row);
    std::vector<std::string> used = decision.columns();
    for (const ColumnRegions& column : rows.columns()) {
        if (result.cells.size() < used.size()) result.cells.push_back({column.name, column.cell});
    }
    explain_rules(rows, result);
    find_flip(rows, options, result);
    return result;
}

}  // namespace loh
