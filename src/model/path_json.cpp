#include "model/path_json.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "model/model_checks.hpp"
#include "model/probabilities_json.hpp"

namespace loh {

namespace {

Json step_to_json(const PathStep& step) {
    Json json = {{"rules", step.rules},           {"literals", step.literals},
                 {"score", step.score},           {"error", step.error},
                 {"below_best", step.below_best}, {"below_best_error", step.below_best_error},
                 {"chosen", step.chosen},         {"formulas", Json::array()}};
    for (const auto& [name, formula] : step.formulas)
        json["formulas"].push_back({{"class", name}, {"formula", formula}});
    if (step.card.classes > 0) json["vote"] = {{"base", step.card.base}, {"points", step.card.points}};
    return json;
}

void add_model(const PathModel& model, Json& json) {
    json["confusions"] = Json::object();
    for (const Model::Part& part : model.parts) json["confusions"][part.name] = part.report.confusion;
    json["counts"] = Json::array();
    for (const Rule& rule : model.rules)
        json["counts"].push_back({rule.statistics.support, rule.statistics.right});
    const Probabilities& probabilities = model.decision->probabilities;
    if (!probabilities.empty())
        json["probabilities"] = probabilities_to_json(probabilities, model.decision->classes().size());
}

// In a list, the class that no formula is of comes last; of two classes with one formula, it is the negative one. Sizes may have
// formulas of different classes.
std::vector<std::string> classes_of(const PathStep& step, const DecisionData& chosen,
                                    const JsonReader& json) {
    if (chosen.head->kind() == Head::vote) return chosen.classes();
    std::vector<std::string> named;
    for (const auto& [name, text] : step.formulas) named.push_back(name);
    std::vector<std::string> others;
    for (const std::string& name : chosen.classes()) {
        if (std::find(named.begin(), named.end(), name) == named.end()) others.push_back(name);
    }
    if (others.size() != 1 || named.size() + 1 != chosen.classes().size())
        throw json.broken("'path' has formulas that do not fit the classes");
    named.insert(chosen.head->kind() == Head::single ? named.begin() : named.end(), others[0]);
    return named;
}

std::shared_ptr<DecisionData> decision_from(const JsonReader& json, const PathStep& step,
                                            const std::vector<Formula>& formulas,
                                            const DecisionData& chosen) {
    auto decision = std::make_shared<DecisionData>();
    decision->target = chosen.target;
    decision->meanings = chosen.meanings;
    for (std::size_t f = 0; f < formulas.size(); ++f)
        decision->formulas.push_back({step.formulas[f].first, formulas[f]});
    Scorecard card = step.card;
    card.votes = chosen.head->card().votes;
    try {
        decision->head = DecisionHead::make(chosen.head->kind(), classes_of(step, chosen, json),
                                            formulas.size(), std::move(card));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::syntax) throw;
        throw json.broken("'path' has formulas that do not fit the classes");
    }
    return decision;
}

// The figures that follow from the confusion matrices, for the rows that the chosen step has figures of.
std::vector<Model::Part> parts_from(const JsonReader& json, const std::string& name,
                                    const DecisionData& decision, const ModelData& record) {
    std::vector<Model::Part> result;
    JsonReader confusions(json.member("confusions"), name);
    for (const Model::Part& part : record.parts) {
        Report given;
        given.classes = decision.classes();
        given.rows = part.report.rows;
        given.faithful = given.rows;
        given.confusion = confusions.get<std::vector<std::vector<std::size_t>>>(part.name.c_str());
        if (!is_confusion(given))
            throw json.broken("'path': a confusion matrix does not fit the classes and rows");
        Report report = recomputed(given);
        report.fidelity_known = true;
        result.push_back({part.name, std::move(report)});
    }
    if (json.member("confusions").size() != result.size())
        throw json.broken("'path' has figures of unknown rows");
    return result;
}

// The rules of the formulas with the statistics that follow from their counts. rows: the report of the rows that are counted.
std::vector<Rule> rules_from(const JsonReader& json, const DecisionData& decision, const Report& rows) {
    std::vector<Rule> result = RuleFigures(decision).rules();
    auto counts = json.get<std::vector<std::vector<std::size_t>>>("counts");
    if (counts.size() != result.size()) throw json.broken("'path' has counts of other rules");
    std::map<std::string, std::size_t> of_class;
    for (std::size_t c = 0; c < decision.classes().size(); ++c) {
        const std::vector<std::size_t>& row = rows.confusion[c];
        of_class[decision.classes()[c]] = std::accumulate(row.begin(), row.end(), std::size_t{0});
    }
    for (std::size_t r = 0; r < result.size(); ++r) {
        if (counts[r].size() != 2) throw json.broken("'path' has counts that are not pairs");
        result[r].statistics =
            rule_statistics(counts[r][0], counts[r][1], of_class.at(result[r].name), rows.rows);
    }
    return result;
}

}  // namespace

Json path_to_json(const ModelData& record) {
    Json json = Json::array();
    for (std::size_t s = 0; s < record.path.size(); ++s) {
        json.push_back(step_to_json(record.path[s]));
        if (!record.path_models.empty() && !record.path[s].chosen) add_model(record.path_models[s], json[s]);
    }
    return json;
}

bool has_path_model(const JsonReader& json) { return json.has("counts"); }

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

PathModel path_model_from(const JsonReader& json, const std::string& name, const PathStep& step,
                          const std::vector<Formula>& formulas, const DecisionData& chosen,
                          const ModelData& record) {
    std::shared_ptr<DecisionData> decision = decision_from(json, step, formulas, chosen);
    if (json.has("probabilities"))
        decision->probabilities =
            probabilities_from(JsonReader(json.member("probabilities"), name), *decision);
    check_columns(*decision, json);
    ModelData own;  // what the checks read
    own.parts = parts_from(json, name, *decision, record);
    own.rules_part = record.rules_part;
    for (const Model::Part& part : own.parts) {
        if (part.name == own.rules_part) own.rules = rules_from(json, *decision, part.report);
    }
    check_rules(*decision, own, json);
    return {std::move(decision), std::move(own.parts), std::move(own.rules)};
}

}  // namespace loh
