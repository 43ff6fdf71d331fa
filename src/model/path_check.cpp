#include <algorithm>

#include "formula/measure.hpp"
#include "lang/elaborate.hpp"
#include "model/model_checks.hpp"
#include "model/path_json.hpp"

namespace loh {

namespace {

Formula path_formula(const std::string& text, const Limits& limits, const JsonReader& reader) {
    Limits own = formula_limits(limits, text.size());
    Elaboration read = elaborate(Program::parse(text, "'path'", own), {own, {}, {}});
    const Formula& formula = read.outputs[0].formula;
    if (read.outputs.size() != 1 || formula.has_choices() || formula.to_string() != text)
        throw reader.broken("'path' has a formula that is not written as a model writes it");
    return formula;
}

// Throws if the numbers of rules and literals are not those of the formulas.
void check_size(const PathStep& step, const std::vector<Formula>& formulas, bool votes,
                const JsonReader& reader) {
    std::size_t rules = 0;
    std::size_t literals = 0;
    for (const Formula& formula : formulas) {
        rules += votes ? 1 : clauses_of(formula).size();
        literals += count_literals(formula);
    }
    if (rules != step.rules || literals != step.literals)
        throw reader.broken("'path' has sizes that differ from those of its formulas");
}

bool is_share(double value) { return value >= 0 && value <= 1; }

// Scores are shares, or -1 in all sizes; the other figures follow from them or are standard errors.
void check_scores(const std::vector<PathStep>& path, const JsonReader& reader) {
    double best = -1;
    for (const PathStep& step : path) best = std::max(best, step.score);
    for (const PathStep& step : path) {
        bool possible = is_share(step.score) || (step.score == -1 && best == -1);
        if (!possible || !is_share(step.error) || !is_share(step.below_best_error) ||
            step.below_best != best - step.score)
            throw reader.broken("'path' has scores that are impossible");
    }
}

// Whether the formulas of the chosen size are those of the model.
bool is_model(const PathStep& step, const DecisionData& decision) {
    if (step.formulas.size() != decision.formulas.size()) return false;
    for (std::size_t f = 0; f < step.formulas.size(); ++f) {
        const ClassFormula& part = decision.formulas[f];
        if (step.formulas[f].first != part.name || step.formulas[f].second != part.formula.to_string())
            return false;
    }
    const Scorecard& card = decision.head->card();
    return step.card.classes == card.classes && step.card.base == card.base &&
           step.card.points == card.points;
}

void check_step(const PathStep& step, const std::vector<Formula>& formulas, const DecisionData& chosen,
                const JsonReader& reader) {
    bool votes = chosen.head->kind() == Head::vote;
    const std::vector<std::string>& classes = chosen.classes();
    for (const auto& [name, text] : step.formulas) {
        if (std::find(classes.begin(), classes.end(), name) == classes.end())
            throw reader.broken("'path' has an unknown class");
    }
    if (step.card.classes != (votes ? classes.size() : 0))
        throw reader.broken("'path' has points that do not fit the classes");
    check_points(step.card, "path", reader);
    check_size(step, formulas, votes, reader);
    if (step.chosen && !is_model(step, chosen))
        throw reader.broken("'path': the chosen size is not the model");
}

// Whether the file has the models of all steps but the chosen one; otherwise it must have none.
bool has_path_models(const Json& path, const std::string& name, const std::vector<PathStep>& steps) {
    std::size_t models = 0;
    std::size_t others = 0;
    for (std::size_t s = 0; s < steps.size(); ++s) {
        models += has_path_model(JsonReader(path[s], name)) ? 1 : 0;
        others += steps[s].chosen ? 0 : 1;
    }
    if (models != 0 && models != others)
        throw JsonReader(path, name).broken("'path' has figures of some sizes only");
    return models == others;
}

}  // namespace

void read_path(const Json& path, const std::string& name, const std::shared_ptr<const DecisionData>& chosen,
               const Limits& limits, ModelData& record) {
    JsonReader reader(path, name);
    for (const Json& step : path) record.path.push_back(path_step_from(JsonReader(step, name), name));
    if (record.path.empty()) throw reader.broken("'path' is empty");
    check_scores(record.path, reader);
    bool has_models = has_path_models(path, name, record.path);
    std::size_t chosen_steps = 0;
    for (std::size_t s = 0; s < record.path.size(); ++s) {
        const PathStep& step = record.path[s];
        std::vector<Formula> formulas;
        for (const auto& [class_name, text] : step.formulas)
            formulas.push_back(path_formula(text, limits, reader));
        check_step(step, formulas, *chosen, reader);
        if (s > 0 && step.literals <= record.path[s - 1].literals)
            throw reader.broken("'path' has sizes that do not increase");
        chosen_steps += step.chosen ? 1 : 0;
        if (!has_models) continue;
        record.path_models.push_back(
            step.chosen ? PathModel{chosen, record.parts, record.rules}
                        : path_model_from(JsonReader(path[s], name), name, step, formulas, *chosen, record));
    }
    if (chosen_steps != 1) throw reader.broken("'path' has no chosen size, or several");
}

}  // namespace loh
