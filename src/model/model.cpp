#include "loh/model.hpp"

#include <algorithm>

#include "formula/measure.hpp"
#include "model/model_data.hpp"
#include "model/schema.hpp"

namespace loh {

std::vector<ClassFormula> Model::formulas() const { return data_->formulas; }
const std::vector<std::string>& Model::classes() const { return data_->classes; }
const std::string& Model::target() const { return data_->target; }
Head Model::head() const { return data_->head; }
const LearnOptions& Model::options() const { return data_->options; }
const std::vector<Model::Part>& Model::parts() const { return data_->parts; }
const std::vector<Rule>& Model::rules() const { return data_->rules; }
const Scorecard& Model::scorecard() const { return data_->scorecard; }

std::vector<std::string> Model::columns() const {
    std::vector<std::string> result;
    Atoms atoms = formula_atoms(*data_);
    for (const std::string& name : formula_variables(*data_)) {
        auto atom = atoms.find(name);
        for (const std::string& column : atom == atoms.end() ? std::vector{name} : columns_of(atom->second)) {
            if (std::find(result.begin(), result.end(), column) == result.end()) result.push_back(column);
        }
    }
    return result;
}

std::size_t Model::rule_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : data_->formulas) total += rules_of_formula(*data_, part.formula).size();
    return total;
}

std::size_t Model::literal_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : data_->formulas) total += count_literals(part.formula);
    return total;
}

std::vector<std::string> Model::predict(const Table& table) const {
    ModelRows rows = head() == Head::paper ? network_rows(*data_, table) : formula_rows(*data_, table);
    std::vector<std::string> result;
    result.reserve(table.rows());
    for (std::uint32_t number : predicted_classes(*data_, rows)) result.push_back(data_->classes[number]);
    return result;
}

SoftOutputs Model::soft(const Table& table) const {
    SoftOutputs result;
    result.columns = network_outputs(*data_, network_rows(*data_, table));
    for (std::size_t o = 0; o < result.columns.size(); ++o)
        result.names.push_back(head() == Head::vote     ? data_->elaboration.outputs[o].name
                               : head() == Head::single ? data_->classes[1]
                                                        : data_->classes[o]);
    return result;
}

Report Model::evaluate(const Table& table) const {
    std::vector<std::uint32_t> labels = labels_in(data_->classes, table, table.at(data_->target));
    bool with_network = has_columns(data_->network.inputs, data_->atoms, table) || head() == Head::paper;
    ModelRows rows = with_network ? network_rows(*data_, table) : formula_rows(*data_, table);
    return report_on(*data_, rows, labels, Rows::all(table.rows()), with_network);
}

std::vector<Rule> Model::rules_on(const Table& table) const {
    return loh::rules_on(*data_, formula_rows(*data_, table),
                         labels_in(data_->classes, table, table.at(data_->target)), Rows::all(table.rows()));
}

}  // namespace loh
