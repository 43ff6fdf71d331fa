#include <algorithm>
#include <cmath>
#include <set>

#include "formula/measure.hpp"
#include "model/model_checks.hpp"

namespace loh {

namespace {

// The number of rules and literals of the formulas of a size.
struct PathSize {
    std::size_t rules = 0;
    std::size_t literals = 0;
    friend bool operator==(const PathSize&, const PathSize&) = default;
};

Formula path_formula(const std::string& text, const Limits& limits, const JsonReader& reader) {
    Limits own = formula_limits(limits, text.size());
    Elaboration read = elaborate(Program::parse(text, "'path'", own), {own, {}, {}});
    const Formula& formula = read.outputs[0].formula;
    if (read.outputs.size() != 1 || formula.has_choices() || formula.to_string() != text)
        throw reader.broken("'path' has a formula that is not written as a model writes it");
    return formula;
}

PathSize size_of(const PathStep& step, bool votes, const Limits& limits, const JsonReader& reader) {
    PathSize size;
    for (const auto& [name, text] : step.formulas) {
        Formula formula = path_formula(text, limits, reader);
        size.rules += votes ? 1 : clauses_of(formula).size();
        size.literals += count_literals(formula);
    }
    return size;
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

}  // namespace

void check_path(const DecisionData& decision, const ModelData& record, const Limits& limits,
                const JsonReader& reader) {
    const std::vector<PathStep>& path = record.path;
    if (path.empty()) return;
    check_scores(path, reader);
    bool votes = decision.head->kind() == Head::vote;
    std::set<std::string> classes(decision.classes().begin(), decision.classes().end());
    std::size_t chosen = 0;
    for (std::size_t s = 0; s < path.size(); ++s) {
        const PathStep& step = path[s];
        for (const auto& [name, text] : step.formulas) {
            if (!classes.contains(name)) throw reader.broken("'path' has an unknown class");
        }
        if (step.card.classes != (votes ? decision.classes().size() : 0))
            throw reader.broken("'path' has points that do not fit the classes");
        check_points(step.card, "path", reader);
        if (size_of(step, votes, limits, reader) != PathSize{step.rules, step.literals} ||
            (s > 0 && step.literals <= path[s - 1].literals))
            throw reader.broken("'path' has sizes that differ from those of its formulas");
        chosen += step.chosen ? 1 : 0;
        if (step.chosen && !is_model(step, decision))
            throw reader.broken("'path': the chosen size is not the model");
    }
    if (chosen != 1) throw reader.broken("'path' has no chosen size, or several");
}

}  // namespace loh
