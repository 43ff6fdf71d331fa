#include "model/model_data.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "compile/compile.hpp"
#include "kernels/batch.hpp"
#include "model/schema.hpp"
#include "rules/extract.hpp"
#include "rules/measure.hpp"
#include "rules/simplify.hpp"
#include "train/head.hpp"
#include "train/trainer.hpp"

namespace loh {

namespace {

// Formulas that speak: for `single` and `paper` one for each output; in a list the last class is what remains.
std::size_t formula_count(const ModelData& model) {
    switch (model.head) {
        case Head::single: return 1;
        case Head::list: return model.classes.size() - 1;
        default: return model.classes.size();
    }
}

bool head_fits(Head head, std::size_t outputs, std::size_t classes) {
    switch (head) {
        case Head::single: return outputs == 1 && classes == 2;
        case Head::list: return classes >= 2 && (classes == outputs || classes == outputs + 1);
        case Head::paper: return classes >= 2 && classes == outputs;
        case Head::automatic: break;
    }
    return false;
}

const std::string& class_of_formula(const ModelData& model, std::size_t index) {
    return model.head == Head::single ? model.classes[1] : model.classes[index];
}

}  // namespace

void prepare(ModelData& model) {
    model.elaboration = elaborate(model.program, model.elaborate);
    std::vector<Formula> written = model.elaboration.formulas();
    if (!head_fits(model.head, written.size(), model.classes.size()))
        throw Error(ErrorKind::meaning, "head, outputs and classes do not fit together");
    auto classes = static_cast<std::uint32_t>(model.classes.size());
    model.network = compile(head_formulas(model.head, written, classes), written);
}

std::vector<ClassFormula> formulas_of_logits(const ModelData& model, const std::vector<double>& logits,
                                             double temperature) {
    Weights weights(model.network);
    weights.compute(logits, temperature, std::nullopt);
    std::vector<Formula> extracted =
        extract(model.elaboration.formulas(), model.network, weights.selection());
    std::vector<ClassFormula> result;
    for (std::size_t i = 0; i < formula_count(model); ++i)
        result.push_back({class_of_formula(model, i), simplify(extracted[i])});
    return result;
}

ModelInputs network_inputs(const ModelData& model, const Table& table) {
    ModelInputs inputs{{}, table.rows()};
    for (std::size_t column : input_columns(model.network.inputs, table, model.target))
        inputs.columns.push_back(truth_column(table, column));
    return inputs;
}

BitRows rounded(const std::vector<std::string>& names, const std::vector<std::vector<float>>& columns,
                std::size_t rows) {
    BitRows result{rows, {}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        Bits& bits = result.columns[names[i]];
        bits.assign(bit_words(rows), 0);
        for (std::size_t row = 0; row < rows; ++row) {
            if (rounds_to_true(columns[i][row])) set_bit(bits, row);
        }
    }
    return result;
}

std::vector<std::string> formula_columns(const ModelData& model) {
    std::vector<std::string> names;
    for (const ClassFormula& part : model.formulas) {
        for (const std::string& name : variables(part.formula)) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

BitRows formula_inputs(const ModelData& model, const Table& table) {
    std::vector<std::string> names = formula_columns(model);
    std::vector<std::vector<float>> columns;
    for (std::size_t column : input_columns(names, table, model.target))
        columns.push_back(truth_column(table, column));
    return rounded(names, columns, table.rows());
}

std::vector<std::vector<float>> network_outputs(const ModelData& model, const ModelInputs& inputs) {
    constexpr std::size_t kRows = 256;
    CompiledProgram program = trainable(model.network, model.options.semantics);
    Weights weights(program);
    weights.compute(model.logits, model.temperature, std::nullopt);
    Batch batch(program, model.options.semantics, kRows);
    std::vector<std::vector<float>> outputs(program.outputs.size());
    for (std::size_t begin = 0; begin < inputs.rows; begin += kRows) {
        std::size_t rows = std::min(kRows, inputs.rows - begin);
        batch.set_rows(rows);
        for (std::size_t i = 0; i < inputs.columns.size(); ++i)
            std::copy_n(inputs.columns[i].begin() + static_cast<std::ptrdiff_t>(begin), rows,
                        batch.input(i).begin());
        batch.forward(weights.floats(), Batch::Then::nothing);
        for (std::size_t o = 0; o < outputs.size(); ++o)
            outputs[o].insert(outputs[o].end(), batch.output(o).begin(), batch.output(o).end());
    }
    return outputs;
}

std::vector<std::uint32_t> classes_by_network(const ModelData& model,
                                              const std::vector<std::vector<float>>& outputs) {
    std::vector<std::uint32_t> classes;
    for (std::size_t row = 0; row < outputs[0].size(); ++row) {
        auto value = [&](std::size_t o) { return outputs[o][row]; };
        classes.push_back(predicted_class(model.head, outputs.size(), value));
    }
    return classes;
}

std::vector<std::uint32_t> classes_by_formulas(const ModelData& model, const BitRows& rows) {
    std::vector<Formula> formulas;
    for (const ClassFormula& part : model.formulas) formulas.push_back(part.formula);
    if (model.head == Head::single) return classify_rows(formulas, {{1}, 0}, rows);
    RuleDecision decision;
    for (std::uint32_t f = 0; f < formulas.size(); ++f) decision.classes.push_back(f);
    decision.otherwise = static_cast<std::uint32_t>(formulas.size());
    return classify_rows(formulas, decision, rows);
}

Report report_on(const ModelData& model, const std::vector<std::uint32_t>& labels,
                 const std::vector<std::uint32_t>& by_formulas, const std::vector<std::uint32_t>* by_network,
                 const RowList& rows) {
    const std::vector<std::uint32_t>& predicted = model.head == Head::paper ? *by_network : by_formulas;
    auto classes = static_cast<std::uint32_t>(model.classes.size());
    Confusion confusion(classes);
    Report report;
    report.rows = rows.size();
    report.classes = model.classes;
    for (std::uint32_t row : rows) {
        confusion.add(labels[row], predicted[row]);
        if (by_network != nullptr && (*by_network)[row] == by_formulas[row]) ++report.faithful;
    }
    report.fidelity_known = by_network != nullptr;
    report.accuracy = confusion.accuracy();
    report.macro_f1 = confusion.macro_f1();
    for (std::uint32_t truth = 0; truth < classes; ++truth) {
        report.f1.push_back(confusion.f1(truth));
        std::vector<std::size_t>& counts = report.confusion.emplace_back();
        for (std::uint32_t other = 0; other < classes; ++other)
            counts.push_back(confusion.count(truth, other));
    }
    return report;
}

std::vector<Rule> rules_on(const ModelData& model, const BitRows& columns,
                           const std::vector<std::uint32_t>& labels, const RowList& rows) {
    std::vector<Rule> rules;
    Bits open(bit_words(columns.rows), 0);  // rows that no class before claims
    for (std::uint32_t row : rows) set_bit(open, row);
    for (std::size_t f = 0; f < model.formulas.size(); ++f) {
        const ClassFormula& part = model.formulas[f];
        auto label = static_cast<std::uint32_t>(
            std::find(model.classes.begin(), model.classes.end(), part.name) - model.classes.begin());
        std::size_t of_class = 0;
        for (std::uint32_t row : rows) of_class += labels[row] == label ? 1 : 0;
        std::vector<Formula> clauses = clauses_of(part.formula);
        std::vector<Bits> holds = evaluate_rows(clauses, columns);
        for (std::size_t c = 0; c < clauses.size(); ++c) {
            RuleStatistics statistics;
            for (std::uint32_t row : rows) {
                if (!bit_at(open, row) || !bit_at(holds[c], row)) continue;
                ++statistics.support;
                statistics.right += labels[row] == label ? 1 : 0;
            }
            auto right = static_cast<double>(statistics.right);
            if (statistics.support > 0)
                statistics.precision = right / static_cast<double>(statistics.support);
            if (of_class > 0) {
                statistics.recall = right / static_cast<double>(of_class);
                statistics.lift =
                    statistics.precision * static_cast<double>(rows.size()) / static_cast<double>(of_class);
            }
            rules.push_back({part.name, clauses[c].to_string(), count_literals(clauses[c]), statistics});
        }
        if (model.head != Head::list) continue;
        for (const Bits& bits : holds) {
            for (std::size_t w = 0; w < open.size(); ++w) open[w] &= ~bits[w];
        }
    }
    return rules;
}

}  // namespace loh
