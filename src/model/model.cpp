#include "loh/model.hpp"

#include <algorithm>

#include "model/model_data.hpp"
#include "model/schema.hpp"
#include "rules/measure.hpp"

namespace loh {

std::vector<ClassFormula> Model::formulas() const { return data_->formulas; }
const std::vector<std::string>& Model::classes() const { return data_->classes; }
const std::string& Model::target() const { return data_->target; }
Head Model::head() const { return data_->head; }
const std::vector<Model::Part>& Model::parts() const { return data_->parts; }
const std::vector<Rule>& Model::rules() const { return data_->rules; }

std::vector<std::string> Model::columns() const { return formula_columns(*data_); }

std::size_t Model::rule_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : data_->formulas) total += clauses_of(part.formula).size();
    return total;
}

std::size_t Model::literal_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : data_->formulas) total += count_literals(part.formula);
    return total;
}

std::vector<std::string> Model::predict(const Table& table) const {
    std::vector<std::uint32_t> classes =
        head() == Head::paper
            ? classes_by_network(*data_, network_outputs(*data_, network_inputs(*data_, table)))
            : classes_by_formulas(*data_, formula_inputs(*data_, table));
    std::vector<std::string> result;
    result.reserve(classes.size());
    for (std::uint32_t number : classes) result.push_back(data_->classes[number]);
    return result;
}

SoftOutputs Model::soft(const Table& table) const {
    SoftOutputs result;
    result.columns = network_outputs(*data_, network_inputs(*data_, table));
    for (std::size_t o = 0; o < result.columns.size(); ++o)
        result.names.push_back(head() == Head::single ? data_->classes[1] : data_->classes[o]);
    return result;
}

Report Model::evaluate(const Table& table) const {
    std::vector<std::uint32_t> labels = labels_in(data_->classes, table, table.at(data_->target));
    std::vector<std::uint32_t> by_formulas = classes_by_formulas(*data_, formula_inputs(*data_, table));
    const std::vector<std::string>& inputs = data_->network.inputs;
    bool complete = std::all_of(inputs.begin(), inputs.end(), [&](const std::string& name) {
        return find_input_column(table, name).has_value();
    });
    std::vector<std::uint32_t> by_network;
    if (complete || head() == Head::paper)
        by_network = classes_by_network(*data_, network_outputs(*data_, network_inputs(*data_, table)));
    return report_on(*data_, labels, by_formulas,
                     by_network.empty() && table.rows() > 0 ? nullptr : &by_network, all_rows(table.rows()));
}

std::vector<Rule> Model::rules_on(const Table& table) const {
    return loh::rules_on(*data_, formula_inputs(*data_, table),
                         labels_in(data_->classes, table, table.at(data_->target)), all_rows(table.rows()));
}

}  // namespace loh
