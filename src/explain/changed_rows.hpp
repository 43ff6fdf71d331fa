// One row of a table with some of its cells changed, many times over, and what a model and its rules say to that.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "decision/bit_rows.hpp"
#include "decision/decision_data.hpp"
#include "explain/cell_regions.hpp"

namespace loh {

// A rule in its conditions, all of which must hold.
struct ConditionedRule {
    std::size_t number = 0;   // among all rules of the model, from 0
    std::size_t formula = 0;  // whose clause it is
    Formula clause;
    std::vector<Formula> conditions;
    std::vector<std::vector<std::size_t>> columns;  // [condition]: those it looks at, in ChangedRows::columns
};

// Cells that are changed: each a column, in ChangedRows::columns, and a region of it. Sorted, every column once.
using Changes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class ChangedRows {
public:
    ChangedRows(const Decision& decision, const Table& table, std::size_t row);

    [[nodiscard]] const DecisionData& decision() const { return decision_.decision_data(); }
    [[nodiscard]] const std::vector<ColumnRegions>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<ConditionedRule>& rules() const { return rules_; }

    // The predicted class of each.
    [[nodiscard]] std::vector<std::uint32_t> predict(const std::vector<Changes>& rows) const;

    // Which conditions hold: [rule][condition][row].
    using Truths = std::vector<std::vector<Bits>>;
    [[nodiscard]] Truths conditions(const std::vector<Changes>& rows) const;

    // How many variables of the formulas are other than in the unchanged row: [row].
    [[nodiscard]] std::vector<std::size_t> changed_literals(const std::vector<Changes>& rows) const;

private:
    [[nodiscard]] Table table_of(const std::vector<Changes>& rows) const;
    [[nodiscard]] BitRows bits_of(const std::vector<Changes>& rows) const;

    Decision decision_;
    std::vector<ColumnRegions> columns_;
    std::vector<ConditionedRule> rules_;
};

}  // namespace loh
