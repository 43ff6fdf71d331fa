// Variants of one row with changed cells, and the predictions and rules for them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "decision/bit_rows.hpp"
#include "decision/decision_data.hpp"
#include "explain/cell_regions.hpp"

namespace loh {

// A rule as a conjunction of conditions.
struct ConditionedRule {
    std::size_t number = 0;   // index among all rules of the model
    std::size_t formula = 0;  // the formula of which it is a clause
    Formula clause;
    std::vector<Formula> conditions;
    std::vector<std::vector<std::size_t>>
        columns;  // [condition]: its columns, as indices of ChangedRows::columns
};

// Changed cells: pairs of a column, as an index of ChangedRows::columns, and a region of it. Sorted, each column at most once.
using Changes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class ChangedRows {
public:
    ChangedRows(const Decision& decision, const Table& table, std::size_t row);

    [[nodiscard]] const DecisionData& decision() const { return decision_.decision_data(); }
    [[nodiscard]] const std::vector<ColumnRegions>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<ConditionedRule>& rules() const { return rules_; }

    // The predicted class of each row.
    [[nodiscard]] std::vector<std::uint32_t> predict(const std::vector<Changes>& rows) const;

    // The values of all conditions: [rule][condition][row].
    using Truths = std::vector<std::vector<Bits>>;
    [[nodiscard]] Truths conditions(const std::vector<Changes>& rows) const;

    // The number of variables of the formulas that differ from the original row: [row].
    [[nodiscard]] std::vector<std::size_t> changed_literals(const std::vector<Changes>& rows) const;

private:
    [[nodiscard]] Table table_of(const std::vector<Changes>& rows) const;
    [[nodiscard]] BitRows bits_of(const std::vector<Changes>& rows) const;

    Decision decision_;
    std::vector<ColumnRegions> columns_;
    std::vector<ConditionedRule> rules_;
};

}  // namespace loh
