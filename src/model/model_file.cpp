// Reading the model file: versioned, readable JSON (model_versions.hpp, model_write.cpp). The file is not trusted: it is read
// within the limits of the reader, and rejected if its parts do not agree (model_checks.hpp).
#include <algorithm>
#include <map>
#include <optional>

#include "base/file.hpp"
#include "base/text.hpp"
#include "lang/elaborate.hpp"
#include "model/candidates_json.hpp"
#include "model/json.hpp"
#include "model/model_checks.hpp"
#include "model/model_data.hpp"
#include "model/model_versions.hpp"
#include "model/path_json.hpp"
#include "model/probabilities_json.hpp"

namespace loh {

namespace {

Report report_from(const JsonReader& json, const std::vector<std::string>& classes, bool has_network) {
    Report report;
    report.rows = json.get<std::size_t>("rows");
    report.accuracy = json.get<double>("accuracy");
    report.macro_f1 = json.get<double>("macro_f1");
    report.f1 = json.get<std::vector<double>>("f1");
    report.confusion = json.get<std::vector<std::vector<std::size_t>>>("confusion");
    report.has_network = has_network;
    report.faithful = has_network ? json.get<std::size_t>("faithful") : report.rows;
    report.fidelity_known = true;
    report.classes = classes;
    return report;
}

Rule rule_from(const JsonReader& json, bool with_points) {
    Rule rule{json.get<std::string>("class"),
              json.get<std::string>("rule"),
              json.get<std::size_t>("literals"),
              {json.get<std::size_t>("support"), json.get<std::size_t>("right"),
               json.get<double>("precision"), json.get<double>("recall"), json.get<double>("lift")}};
    if (with_points) rule.points = json.get<std::vector<std::int64_t>>("points");
    return rule;
}

CellForm form_from(const JsonReader& json, const JsonReader& reader) {
    std::optional<CellForm> form = CellForm::of_pattern(json.get<std::string>("form"));
    if (!form) throw reader.broken("the form of a column is unknown");
    return *form;
}

TargetCuts target_cuts_from(const JsonReader& reader, const std::string& name) {
    JsonReader json(reader.member("target_cuts"), name);
    TargetCuts result{json.get<std::vector<double>>("cuts")};
    if (json.has("form")) result.form = form_from(json, reader);
    bool increasing = std::adjacent_find(result.cuts.begin(), result.cuts.end(),
                                         [](double a, double b) { return !(a < b); }) == result.cuts.end();
    constexpr std::size_t kMostCuts = 10'000;  // the class of a cell is found among the names of all
    if (result.cuts.size() > kMostCuts) throw reader.broken("the target has too many cut points");
    if (result.cuts.empty() || !increasing)
        throw reader.broken("the cut points of the target do not increase");
    return result;
}

ColumnMeanings meanings_from(const JsonReader& reader, const std::string& name) {
    ColumnMeanings result;
    for (const auto& [column, meaning] : reader.member("columns").items()) {
        JsonReader one(meaning, name);
        auto type = one.get<std::string>("type");
        if (type != "number" && type != "category" && type != "date")
            throw reader.broken("a column has no type");
        ColumnSchema& schema = result.columns[column];
        if (one.has("form")) schema.form = form_from(one, reader);
        if ((type == "date") != schema.form.is_date()) throw reader.broken("the form of a column is unknown");
        if (type != "category") continue;
        schema.type = ColumnType::category;
        schema.categories = one.get<std::vector<std::string>>("categories");
    }
    result.missing.texts = reader.get<std::vector<std::string>>("missing");
    // Older files have neither these texts nor cut points.
    if (reader.has("missing_unless_category"))
        result.missing.unless_category = reader.get<std::vector<std::string>>("missing_unless_category");
    if (reader.has("missing_in_numbers"))
        result.missing.in_numbers = reader.get<std::vector<std::string>>("missing_in_numbers");
    if (reader.has("target_cuts")) result.target = target_cuts_from(reader, name);
    result.plain = reader.get<std::vector<std::string>>("plain");
    return result;
}

// The error of a program inside of the file.
Error in_program(const std::string& name, const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.message = name + ": in the program of the network: " + diagnostic.message;
    return Error(std::move(diagnostic));
}

// The program of a network. The limits that the file states are kept in the record only.
TrainedNetwork program_from(const Json& json, const std::string& name, const Limits& limits) {
    JsonReader source(json, name);
    TrainedNetwork network(
        Program::parse(source.get<std::string>("text"), source.get<std::string>("name"), limits));
    network.elaborate.constants = source.get<std::map<std::string, std::int64_t>>("constants");
    network.elaborate.limits.max_depth = source.get<std::size_t>("max_depth");
    network.elaborate.limits.max_source_bytes = source.get<std::size_t>("max_bytes");
    network.elaborate.limits.max_expansion = source.get<std::size_t>("max_expansion");
    if (json.contains("offer")) network.candidates = candidates_from_json(json["offer"], name);
    return network;
}

TrainedNetwork prepared_network(const JsonReader& json, const std::string& name, const Limits& limits,
                                const DecisionData& decision, const LearnOptions& options) {
    try {
        TrainedNetwork network = program_from(json.member("program"), name, limits);
        if (network.candidates) network.candidates->kept_max_literals = options.max_literals;
        network.head = options.head;
        network.classes = static_cast<std::uint32_t>(decision.classes().size());
        network.semantics = options.semantics;
        network.votes = options.votes;
        network.elaboration =
            elaborate(network.program, {limits, network.elaborate.constants, network.candidates});
        network.prepare();
        for (const std::string& text : decision.meanings.plain) network.atoms.erase(text);
        return network;
    } catch (const Error& error) {
        if (error.diagnostic().message.starts_with(name)) throw;
        throw in_program(name, error);
    }
}

void read_network(const JsonReader& reader, const std::string& name, const Limits& limits,
                  DecisionData& decision, ModelData& record) {
    JsonReader json(reader.member("network"), name);
    TrainedNetwork network = prepared_network(json, name, limits, decision, record.options);
    for (const Json& run : json.member("runs")) {
        JsonReader one(run, name);
        record.runs.push_back(
            {one.get<std::uint32_t>("epochs"), one.get<double>("macro_f1"), one.get<double>("loss")});
    }
    record.best_run = json.get<std::size_t>("best_run");
    network.temperature = json.get<double>("temperature");
    network.logits = json.get<std::vector<double>>("logits");
    if (network.logits.size() != network.compiled.logit_count || !(network.temperature > 0))
        throw reader.broken("the logits do not fit the program");
    if (network.head == Head::vote) network.points = json.get<std::vector<std::int32_t>>("points");
    if (network.head == Head::vote &&
        network.points.size() != (network.elaboration.outputs.size() + 1) * network.classes)
        throw reader.broken("the points do not fit the program");
    decision.network = std::make_shared<const TrainedNetwork>(std::move(network));
    check_runs(record, reader);
}

Formula formula_from(const std::string& text, const std::string& name, const Limits& limits,
                     const JsonReader& reader) {
    Limits own = formula_limits(limits, text.size());
    Elaboration read = elaborate(Program::parse(text, name, own), {own, {}, {}});
    const Formula& formula = read.outputs.at(0).formula;
    if (formula.has_choices()) throw reader.broken("a formula has a choice");
    return formula;
}

void read_decision(const JsonReader& reader, const std::string& name, const Limits& limits,
                   const LearnOptions& options, DecisionData& decision) {
    auto classes = reader.get<std::vector<std::string>>("classes");
    decision.target = reader.get<std::string>("target");
    decision.meanings = meanings_from(reader, name);
    for (const Json& formula : reader.member("formulas")) {
        JsonReader one(formula, name);
        decision.formulas.push_back({one.get<std::string>("class"),
                                     formula_from(one.get<std::string>("formula"), name, limits, reader)});
    }
    Scorecard card;
    if (options.head == Head::vote) {
        JsonReader vote(reader.member("vote"), name);
        card = {classes.size(), options.votes, vote.get<std::vector<std::int64_t>>("base"),
                vote.get<std::vector<std::int64_t>>("points")};
        check_points(card, "vote", reader);
    }
    try {
        decision.head =
            DecisionHead::make(options.head, std::move(classes), decision.formulas.size(), std::move(card));
    } catch (const Error&) {
        throw reader.broken("the formulas do not fit the classes");
    }
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        if (decision.formulas[f].name != decision.classes()[decision.head->class_of(f)])
            throw reader.broken("the formulas do not match their classes");
    }
    check_classes(decision, reader);
}

void read_figures(const JsonReader& reader, const std::string& name, const DecisionData& decision,
                  ModelData& record) {
    bool has_network = decision.network != nullptr;
    constexpr std::size_t kMostParts = 3;  // training, validation, holdout
    const Json& metrics = reader.member("metrics");
    if (metrics.size() > kMostParts) throw reader.broken("'metrics' has figures of unknown rows");
    for (const auto& [part, report] : metrics.items())
        record.parts.push_back(
            {part, report_from(JsonReader(report, name), decision.classes(), has_network)});
    if (record.parts.empty() || record.parts[0].name != "training")
        throw reader.broken("the metrics are missing");
    if (reader.has("rules_on")) record.rules_part = reader.get<std::string>("rules_on");
    for (const Json& rule : reader.member("rules"))
        record.rules.push_back(rule_from(JsonReader(rule, name), decision.head->kind() == Head::vote));
}

void read_record(const JsonReader& reader, const std::string& name, ModelData& record) {
    record.written_by = reader.get<std::string>("loh");
    if (!is_version_text(record.written_by)) throw reader.broken("'loh' is not a version");
    record.learner = reader.get<std::string>("learner");
    bool known = record.learner == "gradient" || record.learner == "search" || record.learner == "distil" ||
                 record.learner == "blend";
    if (!known) throw reader.broken("'learner' is unknown");
    if ((record.learner == "gradient") != reader.has("network"))
        throw reader.broken(reader.has("network") ? "'learner' has no network, but 'network' is given"
                                                  : "'network' is missing");
    JsonReader options(reader.member("options"), name);
    for (const OptionInfo& option : learn_option_table()) {
        if (option.flag == "threads") continue;
        try {
            set_option(record.options, option.flag, options.get<std::string>(option.flag.c_str()));
        } catch (const Error& error) {
            if (error.diagnostic().message.starts_with(name)) throw;
            throw reader.broken("'options." + option.flag + "' has a value that is not allowed");
        }
    }
}

// The first member that differs, or that only one of the two has.
std::string different_member(const Json& a, const Json& b) {
    for (const auto& [key, value] : a.items()) {
        auto other = b.find(key);
        if (other == b.end() || nlohmann::json(*other) != nlohmann::json(value)) return key;
    }
    for (const auto& [key, value] : b.items()) {
        if (!a.contains(key)) return key;
    }
    return {};
}

}  // namespace

Model Model::read(const std::string& path, const ModelLimits& limits) {
    std::string text = read_whole_file(path, std::max(limits.max_bytes, limits.max_bytes + 1));
    return parse(text, path, limits);
}

void Model::write(const std::string& path) const { write_file_atomically(path, to_json()); }

Model Model::parse(const std::string& text, const std::string& name, const ModelLimits& limits) {
    if (text.size() > limits.max_bytes)
        throw Error(ErrorKind::limit, name + " is longer than " + std::to_string(limits.max_bytes) + " bytes",
                    "raise the limit (--max-bytes) if it is a model that you trust");
    Json json = in_current_version(
        read_json(text, name, kDamaged, {JsonLimits().max_depth, limits.max_values}), name);
    JsonReader reader(json, name);
    auto record = std::make_shared<ModelData>();
    read_record(reader, name, *record);
    auto decision = std::make_shared<DecisionData>();
    read_decision(reader, name, limits.program, record->options, *decision);
    if (json.contains("network")) read_network(reader, name, limits.program, *decision, *record);
    if (decision->head->needs_network() && !decision->network) throw reader.broken("'network' is missing");
    if (reader.has("probabilities"))  // older files have none
        decision->probabilities =
            probabilities_from(JsonReader(reader.member("probabilities"), name), *decision);
    read_figures(reader, name, *decision, *record);
    check_columns(*decision, reader);
    if (decision->network) check_network(*decision, *record, reader);
    check_reports(*record, reader);
    check_rules(*decision, *record, reader);
    if (reader.has("path"))  // not of other learners, and not in files of older versions
        read_path(reader.member("path"), name, decision, limits.program, *record);
    Model model(Decision(decision), record);
    // The rest of the file must equal what a model with these parts writes.
    std::string different = different_member(json, read_json(model.to_json(), name));
    if (!different.empty()) throw reader.broken("'" + different + "' is inconsistent with the other parts");
    return model;
}

}  // namespace loh
