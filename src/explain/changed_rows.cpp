#include "explain/changed_rows.hpp"

#include <algorithm>

#include "data/truth_columns.hpp"
#include "formula/measure.hpp"

namespace loh {

namespace {

std::vector<Formula> conditions_of(const Formula& clause) {
    if (clause.kind() != Kind::conjunction) return {clause};
    std::vector<Formula> result;
    for (std::size_t i = 0; i < clause.size(); ++i) result.push_back(clause[i]);
    return result;
}

// What the model reads: for a head that only its formulas decide, what they use.
std::vector<std::string> variables_read(const ModelData& model) {
    std::vector<std::string> result = formula_variables(model);
    if (model.head != Head::paper) return result;
    for (const std::string& name : model.network.inputs) {
        if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
    }
    return result;
}

Atoms atoms_read(const ModelData& model) {
    Atoms result = formula_atoms(model);
    result.insert(model.atoms.begin(), model.atoms.end());
    return result;
}

std::vector<std::size_t> columns_under(const Formula& condition, const Atoms& atoms, const Table& table,
                                       const std::vector<ColumnRegions>& columns) {
    std::vector<std::size_t> result;
    for (const std::string& name : variables(condition)) {
        auto atom = atoms.find(name);
        for (const std::string& spelled :
             atom != atoms.end() ? columns_of(atom->second) : std::vector{name}) {
            std::size_t column = find_input_column(table, spelled).value();
            for (std::size_t c = 0; c < columns.size(); ++c) {
                bool known = std::find(result.begin(), result.end(), c) != result.end();
                if (columns[c].column == column && !known) result.push_back(c);
            }
        }
    }
    return result;
}

std::vector<std::uint32_t> all_rows(std::size_t count) {
    std::vector<std::uint32_t> result(count);
    for (std::size_t row = 0; row < count; ++row) result[row] = static_cast<std::uint32_t>(row);
    return result;
}

}  // namespace

ChangedRows::ChangedRows(const Model& model, const Table& table, std::size_t row) : model_(model) {
    const ModelData& data = model.data();
    Atoms atoms = atoms_read(data);
    columns_ = regions_of(data, variables_read(data), atoms, table, row);
    for (std::size_t f = 0; f < data.formulas.size(); ++f) {
        for (const Formula& clause : rules_of_formula(data, data.formulas[f].formula)) {
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
    return rounded(model(), formula_rows(model(), table_of(rows)), all_rows(rows.size()));
}

std::vector<std::string> ChangedRows::predict(const std::vector<Changes>& rows) const {
    return model_.predict(table_of(rows));
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
