#include "model/candidates_json.hpp"

#include "formula/graph.hpp"
#include "loh/program.hpp"
#include "model/model_checks.hpp"

namespace loh {

namespace {

Json constant_to_json(const Constant& value) {
    return std::visit([](const auto& content) { return Json(content); }, value);
}

// Parses candidates: all numbers or all texts, at least one.
std::vector<Constant> constants_from_json(const Json& json, const JsonReader& reader) {
    if (!json.is_array() || json.empty()) throw reader.broken("a hole has no candidates");
    bool numbers = json[0].is_number();
    std::vector<Constant> result;
    for (const Json& value : json) {
        if (numbers ? !value.is_number() : !value.is_string())
            throw reader.broken("a hole has candidates of two types");
        numbers ? result.emplace_back(value.get<double>()) : result.emplace_back(value.get<std::string>());
    }
    return result;
}

Atom literal_from_text(const std::string& text, const std::string& name, const JsonReader& reader) {
    Limits limits = formula_limits({}, text.size());
    Elaboration read = elaborate(Program::parse(text, name, limits), {limits, {}, {}});
    const Formula& formula = read.outputs.at(0).formula;
    const Atom* atom =
        formula.kind() == Kind::variable ? read.graph.data()->leaf_atom(formula.id()) : nullptr;
    if (atom == nullptr) throw reader.broken("a literal is not an atom");
    return *atom;
}

}  // namespace

Json candidates_to_json(const StoredCandidates& candidates) {
    Json json = {{"candidates", Json::object()}, {"literals", Json::array()}};
    for (const auto& [column, values] : candidates.kept_candidates) {
        Json& list = json["candidates"][column] = Json::array();
        for (const Constant& value : values) list.push_back(constant_to_json(value));
    }
    if (!candidates.kept_dates.empty()) json["dates"] = candidates.kept_dates;
    for (const Atom& atom : candidates.kept_literals) json["literals"].push_back(spell(atom));
    return json;
}

std::shared_ptr<StoredCandidates> candidates_from_json(const Json& json, const std::string& name) {
    JsonReader reader(json, name);
    auto result = std::make_shared<StoredCandidates>();
    for (const auto& [column, values] : reader.member("candidates").items())
        result->kept_candidates.emplace(column, constants_from_json(values, reader));
    if (reader.has("dates")) result->kept_dates = reader.get<std::set<std::string>>("dates");
    for (const auto& text : reader.get<std::vector<std::string>>("literals"))
        result->kept_literals.push_back(literal_from_text(text, name, reader));
    return result;
}

}  // namespace loh
