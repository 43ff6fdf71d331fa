// Compares the rules of two decisions. Rules with the same text are the same. Of the others, a solver decides which contain each
// other; old and new rules of one class are then paired: equal ones first, then those that became wider, then narrower.
#include "loh/decision_diff.hpp"

#include <algorithm>
#include <optional>

#include "prove/claim.hpp"

namespace loh {

namespace {

struct SomeRule {
    std::string name;
    Formula formula = true;
    std::string text = {};
    std::vector<std::int64_t> points = {};
    bool paired = false;
};

std::vector<SomeRule> rules_of(const DecisionData& decision) {
    std::vector<SomeRule> result;
    const Scorecard& card = decision.head->card();
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        for (const Formula& clause : decision.head->rules_of(decision.formulas[f].formula)) {
            if (clause == Formula(false)) continue;
            SomeRule& rule = result.emplace_back();
            rule.name = decision.classes()[decision.head->class_of(f)];
            rule.formula = clause;
            rule.text = clause.to_string();
            for (std::size_t c = 0; c < card.classes; ++c) rule.points.push_back(card.at(f, c));
        }
    }
    return result;
}

class RulePairs {
public:
    RulePairs(const ClaimContext& context, std::vector<SomeRule> before, std::vector<SomeRule> after)
        : before_(std::move(before)),
          after_(std::move(after)),
          cells_(context.cells({}, std::nullopt, {}, false)) {}

    std::vector<RuleChange> changes(std::size_t max_pairs) {
        std::vector<RuleChange> result(before_.size());
        pair_up(result, RuleChange::Kind::same,
                [](const SomeRule& a, const SomeRule& b) { return a.text == b.text; });
        std::size_t open[2] = {0, 0};
        for (const SomeRule& rule : before_) open[0] += rule.paired ? 0 : 1;
        for (const SomeRule& rule : after_) open[1] += rule.paired ? 0 : 1;
        if (open[0] * open[1] > max_pairs)
            throw Error(ErrorKind::limit,
                        std::to_string(open[0]) + " and " + std::to_string(open[1]) +
                            " rules differ, which are too many pairs to compare",
                        "loh prove MODEL --equivalent OTHER compares the decisions only");
        pair_up(result, RuleChange::Kind::rewritten,
                [&](const SomeRule& a, const SomeRule& b) { return contains(b, a, 1) && contains(a, b, 0); });
        pair_up(result, RuleChange::Kind::widened,
                [&](const SomeRule& a, const SomeRule& b) { return contains(b, a, 1); });
        pair_up(result, RuleChange::Kind::narrowed,
                [&](const SomeRule& a, const SomeRule& b) { return contains(a, b, 0); });
        for (std::size_t r = 0; r < before_.size(); ++r)
            if (!before_[r].paired)
                result[r] = {
                    RuleChange::Kind::removed, before_[r].name, before_[r].text, "", before_[r].points, {}};
        for (const SomeRule& rule : after_)
            if (!rule.paired)
                result.push_back({RuleChange::Kind::added, rule.name, "", rule.text, {}, rule.points});
        return result;
    }

private:
    template <class Fits>
    void pair_up(std::vector<RuleChange>& result, RuleChange::Kind kind, const Fits& fits) {
        for (std::size_t r = 0; r < before_.size(); ++r) {
            if (before_[r].paired) continue;
            for (SomeRule& candidate : after_) {
                if (candidate.paired || candidate.name != before_[r].name || !fits(before_[r], candidate))
                    continue;
                result[r] = {kind,           candidate.name,    before_[r].text,
                             candidate.text, before_[r].points, candidate.points};
                before_[r].paired = true;
                candidate.paired = true;
                break;
            }
        }
    }

    // Whether `wide`, a rule of the decision `of_wide`, holds wherever `narrow`, a rule of the other one, does.
    bool contains(const SomeRule& wide, const SomeRule& narrow, std::size_t of_wide) {
        const int assumed[] = {cells_->assumption, cells_->decided[1 - of_wide]->holds(narrow.formula),
                               -cells_->decided[of_wide]->holds(wide.formula)};
        return !cells_->cells->solve(assumed);
    }

    std::vector<SomeRule> before_;
    std::vector<SomeRule> after_;
    std::unique_ptr<ClaimCells> cells_;
};

}  // namespace

std::size_t DecisionDiff::count(RuleChange::Kind kind) const {
    return static_cast<std::size_t>(std::count_if(
        rules.begin(), rules.end(), [&](const RuleChange& change) { return change.kind == kind; }));
}

DecisionDiff compare_decisions(const Decision& before, const Decision& after, const DiffOptions& options) {
    ClaimContext context({before, after}, options.proof);
    context.max_sum_rules = SIZE_MAX;  // rules are compared without sums
    DecisionDiff result;
    result.rules =
        RulePairs(context, rules_of(context.data(0)), rules_of(context.data(1))).changes(options.max_pairs);
    try {
        result.difference = prove_equivalent(before, after, options.proof);
        result.agreement = result.difference.holds ? Agreement::proved : Agreement::refuted;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::limit) throw;
    }
    return result;
}

std::vector<ChangedDecision> changed_decisions(const Decision& before, const Decision& after,
                                               const Table& table) {
    std::vector<std::string> first = before.predict(table);
    std::vector<std::string> second = after.predict(table);
    std::vector<ChangedDecision> result;
    for (std::size_t row = 0; row < first.size(); ++row)
        if (first[row] != second[row]) result.push_back({row, first[row], second[row]});
    return result;
}

}  // namespace loh
