// The model file: versioned JSON that a person can read. Numbers are written so that they read back as the same double.
#include <map>

#include "base/file.hpp"
#include "base/text.hpp"
#include "lang/elaborate.hpp"
#include "model/json.hpp"
#include "model/model_data.hpp"
#include "model/offer_json.hpp"

namespace loh {

namespace {

constexpr const char* kModelFormat = "loh-model";
constexpr int kModelVersion = 1;

Json to_json(const Report& report) {
    Json json = {{"rows", report.rows},
                 {"accuracy", report.accuracy},
                 {"macro_f1", report.macro_f1},
                 {"f1", report.f1},
                 {"confusion", report.confusion}};
    if (report.fidelity_known) json["faithful"] = report.faithful;
    return json;
}

Report report_from(const JsonReader& json, const std::vector<std::string>& classes) {
    Report report;
    report.rows = json.get<std::size_t>("rows");
    report.accuracy = json.get<double>("accuracy");
    report.macro_f1 = json.get<double>("macro_f1");
    report.f1 = json.get<std::vector<double>>("f1");
    report.confusion = json.get<std::vector<std::vector<std::size_t>>>("confusion");
    report.faithful = json.get<std::size_t>("faithful");
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

Json to_json(const ColumnSchema& column) {
    if (column.type == ColumnType::number) return {{"type", "number"}};
    return {{"type", "category"}, {"categories", column.categories}};
}

ColumnMeanings meanings_from(const JsonReader& reader, const std::string& name) {
    ColumnMeanings result;
    for (const auto& [column, meaning] : reader.member("columns").items()) {
        JsonReader one(meaning, name);
        auto type = one.get<std::string>("type");
        if (type != "number" && type != "category") throw reader.broken("a column has no type");
        ColumnSchema& schema = result.columns[column];
        if (type == "number") continue;
        schema.type = ColumnType::category;
        schema.categories = one.get<std::vector<std::string>>("categories");
    }
    result.missing = reader.get<std::vector<std::string>>("missing");
    result.plain = reader.get<std::vector<std::string>>("plain");
    return result;
}

// Without its folders, which say nothing on another machine.
std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

void read_votes(const JsonReader& reader, const std::string& name, ModelData& model) {
    JsonReader votes(reader.member("vote"), name);
    model.points = votes.get<std::vector<std::int32_t>>("network_points");
    if (model.points.size() != (model.elaboration.outputs.size() + 1) * model.classes.size())
        throw reader.broken("the points do not fit the program");
    model.scorecard.classes = model.classes.size();
    model.scorecard.base = votes.get<std::vector<std::int64_t>>("base");
    model.scorecard.points = votes.get<std::vector<std::int64_t>>("points");
}

void read_learned(const JsonReader& reader, const std::string& name, ModelData& model) {
    for (const Json& run : reader.member("runs")) {
        JsonReader one(run, name);
        model.runs.push_back(
            {one.get<std::uint32_t>("epochs"), one.get<double>("macro_f1"), one.get<double>("loss")});
    }
    model.best_run = reader.get<std::size_t>("best_run");
    model.temperature = reader.get<double>("temperature");
    model.logits = reader.get<std::vector<double>>("logits");
    if (model.logits.size() != model.network.logit_count || !(model.temperature > 0))
        throw reader.broken("the logits do not fit the program");
    if (model.head == Head::vote) read_votes(reader, name, model);
    for (const Json& formula : reader.member("formulas")) {
        JsonReader one(formula, name);
        Elaboration text =
            elaborate(Program::parse(one.get<std::string>("formula"), name, model.elaborate.limits),
                      {model.elaborate.limits, {}});
        model.formulas.push_back({one.get<std::string>("class"), text.outputs.at(0).formula});
    }
    for (const auto& [part, report] : reader.member("metrics").items())
        model.parts.push_back({part, report_from(JsonReader(report, name), model.classes)});
    if (model.parts.empty() || model.parts[0].name != "training")
        throw reader.broken("the metrics are missing");
    for (const Json& rule : reader.member("rules"))
        model.rules.push_back(rule_from(JsonReader(rule, name), model.head == Head::vote));
}

// Whether pruning can have made `pruned` of `whole`: some of its clauses or conditions, in order.
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

// Of the rules that are meant, those that a pruned model still has.
Meaning kept_rules(const Meaning& meant, const ModelData& model) {
    Meaning kept;
    kept.scorecard = {meant.scorecard.classes, meant.scorecard.base, {}};
    std::size_t next = 0;
    for (std::size_t i = 0; i < meant.formulas.size() && next < model.formulas.size(); ++i) {
        if (meant.formulas[i].formula.to_string() != model.formulas[next].formula.to_string()) continue;
        kept.formulas.push_back(meant.formulas[i]);
        for (std::size_t c = 0; c < meant.scorecard.classes; ++c)
            kept.scorecard.points.push_back(meant.scorecard.at(i, c));
        ++next;
    }
    return kept;
}

// Whether the rules, which are there for the reader, have the points that count.
bool points_are_told(const ModelData& model) {
    const Scorecard& card = model.scorecard;
    if (model.rules.size() != card.rules()) return false;
    for (std::size_t r = 0; r < card.rules(); ++r) {
        auto first = card.points.begin() + static_cast<std::ptrdiff_t>(r * card.classes);
        if (model.rules[r].points !=
            std::vector<std::int64_t>(first, first + static_cast<std::ptrdiff_t>(card.classes)))
            return false;
    }
    return true;
}

// A formula that was edited by hand, or logits from elsewhere, would make the file say two things.
void check_formulas(const ModelData& model, const JsonReader& reader) {
    Meaning meaning = meaning_of(model, model.logits, model.temperature, model.points);
    if (model.head == Head::vote && model.options.prune != Prune::none) meaning = kept_rules(meaning, model);
    const std::vector<ClassFormula>& meant = meaning.formulas;
    bool same = meant.size() == model.formulas.size() && meaning.scorecard == model.scorecard;
    for (std::size_t i = 0; same && i < meant.size(); ++i) {
        const Formula& given = model.formulas[i].formula;
        bool pruned = model.options.prune != Prune::none && model.head != Head::vote;
        same = meant[i].name == model.formulas[i].name && !given.has_choices() &&
               (pruned ? is_part_of(given, meant[i].formula)
                       : given.to_string() == meant[i].formula.to_string());
    }
    if (!same) throw reader.broken("the formulas are not what the logits stand for");
    if (model.head == Head::vote && !points_are_told(model))
        throw reader.broken("the rules have points that the scorecard has not");
}

}  // namespace

std::string Model::to_json() const {
    const ModelData& model = *data_;
    const Source& source = model.program.shared_data()->source;
    Json json = {{"format", kModelFormat}, {"version", kModelVersion}, {"loh", model.written_by}};
    json["target"] = model.target;
    json["classes"] = model.classes;
    json["head"] = get_option(model.options, "head");
    json["inputs"] = model.network.inputs;
    json["columns"] = Json::object();
    for (const auto& [column, meaning] : model.meanings.columns)
        json["columns"][column] = loh::to_json(meaning);
    json["missing"] = model.meanings.missing;
    json["plain"] = model.meanings.plain;
    if (model.head == Head::vote)
        json["vote"] = {{"base", model.scorecard.base},
                        {"points", model.scorecard.points},
                        {"network_points", model.points}};
    json["formulas"] = Json::array();
    for (const ClassFormula& part : model.formulas)
        json["formulas"].push_back({{"class", part.name}, {"formula", part.formula.to_string()}});
    json["rules"] = Json::array();
    for (const Rule& rule : model.rules) json["rules"].push_back(loh::to_json(rule));
    json["metrics"] = Json::object();
    for (const Part& part : model.parts) json["metrics"][part.name] = loh::to_json(part.report);
    const Limits& limits = model.elaborate.limits;
    json["program"] = {{"name", file_name(source.name())},       {"text", source.text()},
                       {"constants", model.elaborate.constants}, {"max_depth", limits.max_depth},
                       {"max_bytes", limits.max_source_bytes},   {"max_expansion", limits.max_expansion}};
    if (model.offer) json["program"]["offer"] = offer_to_json(*model.offer);
    json["options"] = options_to_json(model.options);
    json["runs"] = Json::array();
    for (const ModelData::RunSummary& run : model.runs)
        json["runs"].push_back({{"epochs", run.epochs}, {"macro_f1", run.macro_f1}, {"loss", run.loss}});
    json["best_run"] = model.best_run;
    json["temperature"] = model.temperature;
    json["logits"] = model.logits;
    return write_json(json);
}

Model Model::read(const std::string& path) { return parse(read_whole_file(path), path); }

void Model::write(const std::string& path) const { write_file_atomically(path, to_json()); }

Model Model::parse(const std::string& text, const std::string& name) {
    Json json = read_json(text, name);
    JsonReader reader(json, name);
    if (!json.contains("format") || json["format"] != kModelFormat)
        throw Error(ErrorKind::syntax, name + " is not a model of loh",
                    "models are written by `loh learn -o FILE`");
    if (int version = reader.get<int>("version"); version != kModelVersion)
        throw Error(ErrorKind::syntax,
                    name + " is a model of version " + std::to_string(version) + "; this is version " +
                        std::to_string(kModelVersion),
                    "use the loh that wrote it, " + reader.get<std::string>("loh"));
    const Json& program = reader.member("program");
    JsonReader source(program, name);
    ElaborateOptions elaborate;
    elaborate.constants = source.get<std::map<std::string, std::int64_t>>("constants");
    elaborate.limits.max_depth = source.get<std::size_t>("max_depth");
    elaborate.limits.max_source_bytes = source.get<std::size_t>("max_bytes");
    elaborate.limits.max_expansion = source.get<std::size_t>("max_expansion");
    auto model = std::make_shared<ModelData>(
        Program::parse(source.get<std::string>("text"), source.get<std::string>("name"), elaborate.limits));
    model->elaborate = elaborate;
    if (program.contains("offer")) model->offer = offer_from_json(program["offer"], name);
    model->target = reader.get<std::string>("target");
    model->classes = reader.get<std::vector<std::string>>("classes");
    const Json& options = reader.member("options");
    JsonReader option_reader(options, name);
    for (const OptionInfo& option : learn_option_table()) {
        if (option.flag != "threads")
            set_option(model->options, option.flag, option_reader.get<std::string>(option.flag.c_str()));
    }
    if (model->offer) model->offer->kept_max_literals = model->options.max_literals;
    model->head = model->options.head;
    if (model->head == Head::automatic || model->classes.size() < 2)
        throw reader.broken("the head is not decided");
    model->written_by = reader.get<std::string>("loh");
    prepare(*model);
    use_meanings(*model, meanings_from(reader, name));
    read_learned(reader, name, *model);
    check_formulas(*model, reader);
    // Whatever else the file says must be what a model with these parts says of itself.
    if (nlohmann::json(read_json(Model(model).to_json(), name)) != nlohmann::json(json))
        throw reader.broken("its parts do not belong together");
    return Model(model);
}

}  // namespace loh
