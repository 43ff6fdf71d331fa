#include "explain/changed_rows.hpp"

#include <algorithm>

#include "formula/measure.hpp"

namespace loh {

namespace {

std::vector<Formula> conditions_of(const Formula& clause) {
    if (clause.kind() != Kind::conjunction) return {clause};
    std::vector<Formula> result;
    for (std::size_t i = 0; i < clause.size(); ++i) result.push_back(clause[i]);
    return result;
}

// The variables that the prediction depends on. If the head needs the network, they include its inputs.
std::vector<std::string> variables_read(const DecisionData& decision) {
    std::vector<std::string> result = decision.variables();
    if (!decision.head->needs_network()) return result;
    for (const std::string& name : decision.network->compiled.inputs) {
        if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
    }
    return result;
}

Atoms atoms_read(const DecisionData& decision) {
    Atoms result = decision.atoms();
    if (decision.head->needs_network())
        result.insert(decision.network->atoms.begin(), decision.network->atoms.end());
    return result;
}

std::vector<std::size_t> columns_under(const Formula& condition, const Atoms& atoms, const Table& table,
                                       const std::vector<ColumnRegions>& columns) {
    std::vector<std::size_t> result;
    for (const std::string& name : variables(condition)) {
        auto atom = atoms.find(name);
        for (const std::string& spelled :
             atom != atoms.end() ? columns_of(atom->second) : std::vector{name}) {
            std::size_t column = TableColumns(table).find_input(spelled).value();
            for (std::size_t c = 0; c < columns.size(); ++c) {
                bool known = std::find(result.begin(), result.end(), c) != result.end();
                if (columns[c].column == column && !known) result.push_back(c);
            }
        }
    }
    return result;
}

}  // namespace

ChangedRows::ChangedRows(const Decision& decision, const Table& table, std::size_t row)
    : decision_(decision) {
    const DecisionData& data = decision.decision_data();
    Atoms atoms = atoms_read(data);
    columns_ = regions_of(data, variables_read(data), atoms, table, row);
    for (std::size_t f = 0; f < data.formulas.size(); ++f) {
        for (const Formula& clause : data.head->rules_of(data.formulas[f].formula)) {
            ConditionedRule rule{rules_.size(), f, clause, conditions_of(clause), {}};
            for (const Formula& condition : rule.conditions)
                rule.columns.push_back(columns_under(condition, atoms, table, columns_));
            rules_.push_back(std::move(rule));
        }
    }
}

Table ChangedRows::table_of(const std::vector<Changes>& rows) const {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;
    for (const ColumnRegions& column : columns_) {
        names.push_back(column.name);
        cells.emplace_back(rows.size(), column.cell);
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (auto [column, region] : rows[row]) cells[column][row] = columns_[column].regions[region].example;
    }
    if (names.empty()) return Table::from_columns({"none"}, {std::vector<std::string>(rows.size())});
    return Table::from_columns(names, cells);
}

BitRows ChangedRows::bits_of(const std::vector<Changes>& rows) const {
    Table table = table_of(rows);
    return variable_bits(decision(), TableColumns(table));
}

std::vector<std::uint32_t> ChangedRows::predict(const std::vector<Changes>& rows) const {
    return decision_.classify(table_of(rows));
}

ChangedRows::Truths ChangedRows::conditions(const std::vector<Changes>& rows) const {
    BitRows bits = bits_of(rows);
    Truths result;
    for (const ConditionedRule& rule : rules_) result.push_back(evaluate_rows(rule.conditions, bits));
    return result;
}

std::vector<std::size_t> ChangedRows::changed_literals(const std::vector<Changes>& rows) const {
    std::vector<Changes> with_original = rows;
    with_original.emplace_back();
    std::vector<std::size_t> result(rows.size(), 0);
    for (const auto& [name, bits] : bits_of(with_original).columns) {
        bool before = bit_at(bits, rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row)
            result[row] += bit_at(bits, row) != before ? 1 : 0;
    }
    return result;
}

}  // namespace loh
