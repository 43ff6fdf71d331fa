// The JSON of a model file. Numbers are written so that they parse back to the same double.
#include "lang/elaborate.hpp"
#include "model/candidates_json.hpp"
#include "model/json.hpp"
#include "model/model_data.hpp"
#include "model/model_versions.hpp"
#include "model/path_json.hpp"
#include "model/probabilities_json.hpp"

namespace loh {

namespace {

Json to_json(const Report& report) {
    Json json = {{"rows", report.rows},
                 {"accuracy", report.accuracy},
                 {"macro_f1", report.macro_f1},
                 {"f1", report.f1},
                 {"confusion", report.confusion}};
    if (report.has_network && report.fidelity_known) json["faithful"] = report.faithful;
    return json;
}

Json to_json(const Rule& rule) {
    const RuleStatistics& statistics = rule.statistics;
    Json json = {{"class", rule.name},          {"rule", rule.text},
                 {"literals", rule.literals},   {"support", statistics.support},
                 {"right", statistics.right},   {"precision", statistics.precision},
                 {"recall", statistics.recall}, {"lift", statistics.lift}};
    if (!rule.points.empty()) json["points"] = rule.points;
    return json;
}

Json to_json(const ColumnSchema& column) {
    if (column.form.kind != CellForm::Kind::plain)
        return {{"type", column.form.is_date() ? "date" : "number"}, {"form", column.form.spelled()}};
    if (column.type == ColumnType::number) return {{"type", "number"}};
    return {{"type", "category"}, {"categories", column.categories}};
}

Json to_json(const TargetCuts& target) {
    Json json = {{"cuts", target.cuts}};
    if (target.form.kind != CellForm::Kind::plain) json["form"] = target.form.spelled();
    return json;
}

// The name without folders, which have no meaning on another machine.
std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

Json program_to_json(const TrainedNetwork& network) {
    const Source& source = network.program.shared_data()->source;
    const Limits& limits = network.elaborate.limits;
    Json json = {{"name", file_name(source.name())},         {"text", source.text()},
                 {"constants", network.elaborate.constants}, {"max_depth", limits.max_depth},
                 {"max_bytes", limits.max_source_bytes},     {"max_expansion", limits.max_expansion}};
    if (network.candidates) json["offer"] = candidates_to_json(*network.candidates);
    return json;
}

Json network_to_json(const TrainedNetwork& network, const ModelData& record) {
    Json json = {{"program", program_to_json(network)},
                 {"inputs", network.compiled.inputs},
                 {"runs", Json::array()},
                 {"best_run", record.best_run},
                 {"temperature", network.temperature}};
    for (const ModelData::RunSummary& run : record.runs)
        json["runs"].push_back({{"epochs", run.epochs}, {"macro_f1", run.macro_f1}, {"loss", run.loss}});
    if (network.head == Head::vote) json["points"] = network.points;
    json["logits"] = network.logits;
    return json;
}

}  // namespace

std::string Model::to_json() const {
    const DecisionData& decision = decision_data();
    Json json = {{"format", kModelFormat}, {"version", kModelVersion}, {"loh", data_->written_by}};
    json["learner"] = data_->learner;
    json["target"] = decision.target;
    json["classes"] = decision.classes();
    json["head"] = get_option(data_->options, "head");
    json["columns"] = Json::object();
    for (const auto& [column, meaning] : decision.meanings.columns)
        append_member(json["columns"], column, loh::to_json(meaning));
    const MissingRules& missing = decision.meanings.missing;
    json["missing"] = missing.texts;
    if (!missing.unless_category.empty()) json["missing_unless_category"] = missing.unless_category;
    if (!missing.in_numbers.empty()) json["missing_in_numbers"] = missing.in_numbers;
    if (!decision.meanings.target.cuts.empty()) json["target_cuts"] = loh::to_json(decision.meanings.target);
    json["plain"] = decision.meanings.plain;
    const Scorecard& card = decision.head->card();
    if (head() == Head::vote) json["vote"] = {{"base", card.base}, {"points", card.points}};
    json["formulas"] = Json::array();
    for (const ClassFormula& part : decision.formulas)
        json["formulas"].push_back({{"class", part.name}, {"formula", part.formula.to_string()}});
    if (data_->rules_part != "training") json["rules_on"] = data_->rules_part;
    json["rules"] = Json::array();
    for (const Rule& rule : data_->rules) json["rules"].push_back(loh::to_json(rule));
    if (!decision.probabilities.empty())
        json["probabilities"] = probabilities_to_json(decision.probabilities, decision.classes().size());
    json["metrics"] = Json::object();
    for (const Part& part : data_->parts) json["metrics"][part.name] = loh::to_json(part.report);
    if (!data_->path.empty()) json["path"] = path_to_json(*data_);
    json["options"] = options_to_json(data_->options);
    if (decision.network) json["network"] = network_to_json(*decision.network, *data_);
    return write_json(json);
}

}  // namespace loh
