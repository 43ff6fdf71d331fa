// The model file: versioned, readable JSON. Numbers are written so that they parse back to the same double.
//
// Version 2 has the decision at the top level (target, classes, head, columns, formulas), then its rules and figures and, if a
// network was trained, the member `network`. Version 1 had the parts of the network at the top level, and every model had
// one; it is rearranged on reading (upgraded_from_1).
#include <algorithm>
#include <map>
#include <optional>

#include "base/file.hpp"
#include "base/text.hpp"
#include "lang/elaborate.hpp"
#include "model/candidates_json.hpp"
#include "model/json.hpp"
#include "model/model_data.hpp"
#include "model/probabilities_json.hpp"

namespace loh {

namespace {

constexpr const char* kModelFormat = "loh-model";
constexpr int kModelVersion = 2;

Json to_json(const Report& report) {
    Json json = {{"rows", report.rows},
                 {"accuracy", report.accuracy},
                 {"macro_f1", report.macro_f1},
                 {"f1", report.f1},
                 {"confusion", report.confusion}};
    if (report.has_network && report.fidelity_known) json["faithful"] = report.faithful;
    return json;
}

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

Json to_json(const Rule& rule) {
    const RuleStatistics& statistics = rule.statistics;
    Json json = {{"class", rule.name},          {"rule", rule.text},
                 {"literals", rule.literals},   {"support", statistics.support},
                 {"right", statistics.right},   {"precision", statistics.precision},
                 {"recall", statistics.recall}, {"lift", statistics.lift}};
    if (!rule.points.empty()) json["points"] = rule.points;
    return json;
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

Json to_json(const PathStep& step) {
    Json json = {{"rules", step.rules},           {"literals", step.literals},
                 {"score", step.score},           {"error", step.error},
                 {"below_best", step.below_best}, {"below_best_error", step.below_best_error},
                 {"chosen", step.chosen},         {"formulas", Json::array()}};
    for (const auto& [name, formula] : step.formulas)
        json["formulas"].push_back({{"class", name}, {"formula", formula}});
    if (step.card.classes > 0) json["vote"] = {{"base", step.card.base}, {"points", step.card.points}};
    return json;
}

PathStep path_step_from(const JsonReader& json, const std::string& name) {
    PathStep step{json.get<std::size_t>("rules"), json.get<std::size_t>("literals"),
                  json.get<double>("score"),      json.get<double>("error"),
                  json.get<double>("below_best"), json.get<double>("below_best_error"),
                  json.get<bool>("chosen")};
    for (const Json& part : json.member("formulas")) {
        JsonReader one(part, name);
        step.formulas.emplace_back(one.get<std::string>("class"), one.get<std::string>("formula"));
    }
    if (!json.has("vote")) return step;
    JsonReader vote(json.member("vote"), name);
    step.card.base = vote.get<std::vector<std::int64_t>>("base");
    step.card.points = vote.get<std::vector<std::int64_t>>("points");
    step.card.classes = step.card.base.size();
    if (step.card.points.size() != step.formulas.size() * step.card.classes)
        throw json.broken("the points of a size do not match its rules");
    return step;
}

Json to_json(const ColumnSchema& column) {
    if (column.form.kind != CellForm::Kind::plain)
        return {{"type", column.form.is_date() ? "date" : "number"}, {"form", column.form.spelled()}};
    if (column.type == ColumnType::number) return {{"type", "number"}};
    return {{"type", "category"}, {"categories", column.categories}};
}

CellForm form_from(const JsonReader& json, const JsonReader& reader) {
    std::optional<CellForm> form = CellForm::of_pattern(json.get<std::string>("form"));
    if (!form) throw reader.broken("the form of a column is unknown");
    return *form;
}

Json to_json(const TargetCuts& target) {
    Json json = {{"cuts", target.cuts}};
    if (target.form.kind != CellForm::Kind::plain) json["form"] = target.form.spelled();
    return json;
}

TargetCuts target_cuts_from(const JsonReader& reader, const std::string& name) {
    JsonReader json(reader.member("target_cuts"), name);
    TargetCuts result{json.get<std::vector<double>>("cuts")};
    if (json.has("form")) result.form = form_from(json, reader);
    bool increasing = std::adjacent_find(result.cuts.begin(), result.cuts.end(),
                                         [](double a, double b) { return !(a < b); }) == result.cuts.end();
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

// The program of a network, elaborated and compiled.
TrainedNetwork program_from(const Json& json, const std::string& name) {
    JsonReader source(json, name);
    ElaborateOptions elaborate_options;
    elaborate_options.constants = source.get<std::map<std::string, std::int64_t>>("constants");
    elaborate_options.limits.max_depth = source.get<std::size_t>("max_depth");
    elaborate_options.limits.max_source_bytes = source.get<std::size_t>("max_bytes");
    elaborate_options.limits.max_expansion = source.get<std::size_t>("max_expansion");
    TrainedNetwork network(Program::parse(source.get<std::string>("text"), source.get<std::string>("name"),
                                          elaborate_options.limits));
    network.elaborate = elaborate_options;
    if (json.contains("offer")) network.candidates = candidates_from_json(json["offer"], name);
    return network;
}

void read_network(const JsonReader& reader, const std::string& name, DecisionData& decision,
                  ModelData& record) {
    JsonReader json(reader.member("network"), name);
    TrainedNetwork network = program_from(json.member("program"), name);
    if (network.candidates) network.candidates->kept_max_literals = record.options.max_literals;
    network.head = record.options.head;
    network.classes = static_cast<std::uint32_t>(decision.classes().size());
    network.semantics = record.options.semantics;
    network.votes = record.options.votes;
    network.elaboration = elaborate(
        network.program, {network.elaborate.limits, network.elaborate.constants, network.candidates});
    network.prepare();
    for (const std::string& text : decision.meanings.plain) network.atoms.erase(text);
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
}

// A formula is not deeper than its program, whose limits may have been raised.
Limits limits_from(const Json& json, const std::string& name) {
    Limits limits;
    if (!json.contains("network")) return limits;
    JsonReader network(json["network"], name);
    JsonReader program(network.member("program"), name);
    limits.max_depth = program.get<std::size_t>("max_depth");
    limits.max_source_bytes = program.get<std::size_t>("max_bytes");
    limits.max_expansion = program.get<std::size_t>("max_expansion");
    return limits;
}

void read_decision(const JsonReader& reader, const std::string& name, const Limits& limits, Head head,
                   Votes votes, DecisionData& decision) {
    auto classes = reader.get<std::vector<std::string>>("classes");
    decision.target = reader.get<std::string>("target");
    decision.meanings = meanings_from(reader, name);
    for (const Json& formula : reader.member("formulas")) {
        JsonReader one(formula, name);
        Elaboration text =
            elaborate(Program::parse(one.get<std::string>("formula"), name, limits), {limits, {}});
        decision.formulas.push_back({one.get<std::string>("class"), text.outputs.at(0).formula});
        if (decision.formulas.back().formula.has_choices()) throw reader.broken("a formula has a choice");
    }
    Scorecard card;
    if (head == Head::vote) {
        JsonReader vote(reader.member("vote"), name);
        card = {classes.size(), votes, vote.get<std::vector<std::int64_t>>("base"),
                vote.get<std::vector<std::int64_t>>("points")};
    }
    try {
        decision.head =
            DecisionHead::make(head, std::move(classes), decision.formulas.size(), std::move(card));
    } catch (const Error&) {
        throw reader.broken("the formulas do not fit the classes");
    }
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        if (decision.formulas[f].name != decision.classes()[decision.head->class_of(f)])
            throw reader.broken("the formulas do not match their classes");
    }
}

void read_figures(const JsonReader& reader, const std::string& name, const DecisionData& decision,
                  ModelData& record) {
    bool has_network = decision.network != nullptr;
    for (const auto& [part, report] : reader.member("metrics").items())
        record.parts.push_back(
            {part, report_from(JsonReader(report, name), decision.classes(), has_network)});
    if (record.parts.empty() || record.parts[0].name != "training")
        throw reader.broken("the metrics are missing");
    if (reader.has("rules_on")) record.rules_part = reader.get<std::string>("rules_on");
    for (const Json& rule : reader.member("rules"))
        record.rules.push_back(rule_from(JsonReader(rule, name), decision.head->kind() == Head::vote));
    if (!reader.has("path")) return;  // of other learners, and in files of older versions
    for (const Json& step : reader.member("path"))
        record.path.push_back(path_step_from(JsonReader(step, name), name));
}

// Whether `pruned` can result from pruning `whole`: a subsequence of its operands, possibly empty.
bool is_part_of(const Formula& pruned, const Formula& whole) {
    if (pruned.to_string() == whole.to_string()) return true;
    bool disjunction = whole.kind() == Kind::disjunction;
    if (!disjunction && whole.kind() != Kind::conjunction) return false;
    if (pruned == Formula(!disjunction)) return true;
    std::vector<std::string> parts;
    if (pruned.kind() == whole.kind()) {
        for (std::size_t i = 0; i < pruned.size(); ++i) parts.push_back(pruned[i].to_string());
    } else {
        parts.push_back(pruned.to_string());
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < whole.size() && found < parts.size(); ++i)
        found += whole[i].to_string() == parts[found] ? 1 : 0;
    return found == parts.size();
}

// The rules of the network that a pruned scorecard still has, with their points.
DecisionData kept_rules(const DecisionData& whole, const DecisionData& decision) {
    const Scorecard& all = whole.head->card();
    Scorecard card{all.classes, all.votes, all.base, {}};
    DecisionData kept{whole.target, nullptr, {}, whole.meanings, nullptr};
    std::size_t next = 0;
    for (std::size_t i = 0; i < whole.formulas.size() && next < decision.formulas.size(); ++i) {
        if (whole.formulas[i].formula.to_string() != decision.formulas[next].formula.to_string()) continue;
        kept.formulas.push_back(whole.formulas[i]);
        for (std::size_t c = 0; c < all.classes; ++c) card.points.push_back(all.at(i, c));
        ++next;
    }
    kept.head = DecisionHead::make(Head::vote, whole.classes(), kept.formulas.size(), std::move(card));
    return kept;
}

// Rejects a file with formulas that were edited by hand or logits from another model.
void check_network(const DecisionData& decision, const ModelData& record, const JsonReader& reader) {
    const TrainedNetwork& network = *decision.network;
    bool votes = network.head == Head::vote;
    bool pruned = record.options.prune != Prune::none;
    DecisionData expected =
        decision_of(network.head, decision.classes(), decision.target,
                    simple_outputs(network, decision.meanings, network.logits, network.temperature),
                    network.points, network.votes, decision.meanings);
    if (votes && pruned) expected = kept_rules(expected, decision);
    bool same = expected.formulas.size() == decision.formulas.size() &&
                expected.head->card() == decision.head->card();
    for (std::size_t i = 0; same && i < expected.formulas.size(); ++i) {
        const Formula& given = decision.formulas[i].formula;
        const Formula& whole = expected.formulas[i].formula;
        same = pruned && !votes ? is_part_of(given, whole) : given.to_string() == whole.to_string();
    }
    if (!same) throw reader.broken("the formulas differ from those that the logits give");
}

// Whether the rules, which are for the reader only, have the points of the scorecard.
bool rules_have_points(const ModelData& record, const Scorecard& card) {
    if (record.rules.size() != card.rules()) return false;
    for (std::size_t r = 0; r < card.rules(); ++r) {
        auto first = card.points.begin() + static_cast<std::ptrdiff_t>(r * card.classes);
        if (record.rules[r].points !=
            std::vector<std::int64_t>(first, first + static_cast<std::ptrdiff_t>(card.classes)))
            return false;
    }
    return true;
}

// Version 1 had the members of the network at the top level, and the points of the network in the scorecard.
Json upgraded_from_1(Json json) {
    Json network = Json::object();
    for (const char* member : {"program", "inputs", "runs", "best_run", "temperature"}) {
        network[member] = json.value(member, Json());
        json.erase(member);
    }
    if (json.contains("vote") && json["vote"].is_object()) {
        network["points"] = json["vote"].value("network_points", Json());
        json["vote"].erase("network_points");
    }
    network["logits"] = json.value("logits", Json());
    json.erase("logits");
    json["learner"] = "gradient";
    json["network"] = std::move(network);
    json["version"] = kModelVersion;
    return json;
}

Json checked_version(Json json, const std::string& name) {
    JsonReader reader(json, name);
    if (!json.is_object() || !json.contains("format") || json["format"] != kModelFormat)
        throw Error(ErrorKind::syntax, name + " is not a model of loh",
                    "models are written by `loh learn -o FILE`");
    int version = reader.get<int>("version");
    if (version == 1) return upgraded_from_1(std::move(json));
    if (version == kModelVersion) return json;
    throw Error(ErrorKind::syntax,
                name + " is a model of version " + std::to_string(version) + "; this is version " +
                    std::to_string(kModelVersion),
                "use the version that wrote it: loh " + reader.get<std::string>("loh"));
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
        json["columns"][column] = loh::to_json(meaning);
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
    if (!data_->path.empty()) json["path"] = Json::array();
    for (const PathStep& step : data_->path) json["path"].push_back(loh::to_json(step));
    json["options"] = options_to_json(data_->options);
    if (decision.network) json["network"] = network_to_json(*decision.network, *data_);
    return write_json(json);
}

Model Model::read(const std::string& path) { return parse(read_whole_file(path), path); }

void Model::write(const std::string& path) const { write_file_atomically(path, to_json()); }

Model Model::parse(const std::string& text, const std::string& name) {
    Json json = checked_version(read_json(text, name), name);
    JsonReader reader(json, name);
    auto record = std::make_shared<ModelData>();
    record->written_by = reader.get<std::string>("loh");
    record->learner = reader.get<std::string>("learner");
    JsonReader options(reader.member("options"), name);
    for (const OptionInfo& option : learn_option_table()) {
        if (option.flag != "threads")
            set_option(record->options, option.flag, options.get<std::string>(option.flag.c_str()));
    }
    auto decision = std::make_shared<DecisionData>();
    read_decision(reader, name, limits_from(json, name), record->options.head, record->options.votes,
                  *decision);
    if (json.contains("network")) read_network(reader, name, *decision, *record);
    if (decision->head->needs_network() && !decision->network) throw reader.broken("'network' is missing");
    if (reader.has("probabilities"))  // older files have none
        decision->probabilities =
            probabilities_from(JsonReader(reader.member("probabilities"), name), *decision);
    read_figures(reader, name, *decision, *record);
    if (decision->network) check_network(*decision, *record, reader);
    if (record->options.head == Head::vote && !rules_have_points(*record, decision->head->card()))
        throw reader.broken("the points of the rules differ from those of the scorecard");
    Model model(Decision(decision), record);
    // The rest of the file must equal what a model with these parts writes.
    if (nlohmann::json(read_json(model.to_json(), name)) != nlohmann::json(json))
        throw reader.broken("its parts are inconsistent");
    return model;
}

}  // namespace loh
