#include "decision/heads.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>

#include "base/check.hpp"
#include "base/text.hpp"
#include "decision/scorecard.hpp"
#include "formula/measure.hpp"

namespace loh {

namespace {

// Prints a disjunction with one clause per line.
void print_clauses(std::ostream& out, const Formula& formula) {
    if (formula.kind() != Kind::disjunction) {
        out << "    " << formula << '\n';
        return;
    }
    for (std::size_t i = 0; i < formula.size(); ++i) out << (i == 0 ? "    " : "  | ") << formula[i] << '\n';
}

class SingleHead : public DecisionHead {
public:
    explicit SingleHead(std::vector<std::string> classes)
        : DecisionHead(Head::single, std::move(classes), {}) {}

    void classify(const RuleProgram& program, const RuleInputs& inputs, ThreadPool& pool,
                  std::span<std::uint32_t> result) const override {
        loh::classify(program, inputs, {{1}, 0}, pool, result);
    }
    [[nodiscard]] std::uint32_t class_of(std::size_t /*formula*/) const override { return 1; }
    [[nodiscard]] bool decides_by_rules() const override { return true; }
    void print(std::ostream& out, const std::string& target,
               std::span<const ClassFormula> formulas) const override {
        out << target << " is " << formulas[0].name << " where\n";
        print_clauses(out, formulas[0].formula);
    }
    [[nodiscard]] HeadWords words() const override { return {{}, {}, classes()[0], {}, {}, {}}; }
};

// The common part of `list` and `paper`.
class ClassByClass : public DecisionHead {
public:
    using DecisionHead::DecisionHead;

    void classify(const RuleProgram& program, const RuleInputs& inputs, ThreadPool& pool,
                  std::span<std::uint32_t> result) const override {
        RuleDecision decision;
        decision.classes.resize(program.outputs.size());
        std::iota(decision.classes.begin(), decision.classes.end(), 0U);
        decision.otherwise = static_cast<std::uint32_t>(program.outputs.size());
        loh::classify(program, inputs, decision, pool, result);
    }
    [[nodiscard]] std::uint32_t class_of(std::size_t formula) const override {
        return static_cast<std::uint32_t>(formula);
    }
    void print(std::ostream& out, const std::string& target,
               std::span<const ClassFormula> formulas) const override {
        out << target << ' ' << words().title << '\n';
        for (const ClassFormula& part : formulas) {
            out << part.name << " where\n";
            print_clauses(out, part.formula);
        }
        if (!words().otherwise.empty()) out << words().otherwise << " otherwise\n";
    }
};

class ListHead : public ClassByClass {
public:
    explicit ListHead(std::vector<std::string> classes) : ClassByClass(Head::list, std::move(classes), {}) {}

    [[nodiscard]] bool in_order() const override { return true; }
    [[nodiscard]] bool decides_by_rules() const override { return true; }
    [[nodiscard]] HeadWords words() const override {
        return {"is the first of these that holds",
                "The first class that holds counts.",
                classes().back(),
                {},
                "where no class before holds",
                "The first class of which a rule holds counts."};
    }
};

class PaperHead : public ClassByClass {
public:
    explicit PaperHead(std::vector<std::string> classes)
        : ClassByClass(Head::paper, std::move(classes), {}) {}

    [[nodiscard]] bool needs_network() const override { return true; }
    [[nodiscard]] HeadWords words() const override {
        return {"is the class whose output of the network is largest (head `paper`)",
                "The network decides between the classes; each formula is what one output rounds to.",
                {},
                {},
                {},
                "The network decides between the classes; its rules do not always say the same."};
    }
};

class VoteHeadOfRules : public DecisionHead {
public:
    VoteHeadOfRules(std::vector<std::string> classes, Scorecard card)
        : DecisionHead(Head::vote, std::move(classes), std::move(card)) {}

    void classify(const RuleProgram& program, const RuleInputs& inputs, ThreadPool& pool,
                  std::span<std::uint32_t> result) const override {
        std::vector<std::int64_t> scores(inputs.rows * card().classes);
        score(program, inputs, card(), pool, scores);
        std::vector<std::uint32_t> chosen = most_points(scores, card().classes);
        std::copy(chosen.begin(), chosen.end(), result.begin());
    }
    [[nodiscard]] std::uint32_t class_of(std::size_t formula) const override {
        return static_cast<std::uint32_t>(favoured_class(card(), formula));
    }
    [[nodiscard]] std::vector<Formula> rules_of(const Formula& formula) const override { return {formula}; }
    void print(std::ostream& out, const std::string& target,
               std::span<const ClassFormula> formulas) const override;
    [[nodiscard]] HeadWords words() const override {
        std::string unit = card().votes == Votes::count ? "votes" : "points";
        return {"is the class with the most " + unit, {}, {}, unit, {}, "The most win."};
    }
};

void VoteHeadOfRules::print(std::ostream& out, const std::string& target,
                            std::span<const ClassFormula> formulas) const {
    out << target << ' ' << words().title << '\n';
    std::vector<std::string> points;
    std::vector<std::string> rules;
    bool has_base =
        std::any_of(card().base.begin(), card().base.end(), [](std::int64_t value) { return value != 0; });
    if (has_base) {
        points.push_back(points_text(classes(), card().base));
        rules.emplace_back("to begin with");
    }
    for (std::size_t r = 0; r < card().rules(); ++r) {
        points.push_back(rule_points_text(classes(), card(), r));
        rules.push_back("where " + formulas[r].formula.to_string());
    }
    std::size_t width = 0;
    for (const std::string& text : points) width = std::max(width, count_code_points(text));
    for (std::size_t i = 0; i < points.size(); ++i)
        out << "  " << points[i] << std::string(width + 2 - count_code_points(points[i]), ' ') << rules[i]
            << '\n';
}

bool fits(Head kind, std::size_t formulas, std::size_t classes, const Scorecard& card) {
    switch (kind) {
        case Head::single: return formulas == 1 && classes == 2;
        case Head::list: return classes >= 2 && formulas + 1 == classes;
        case Head::paper: return classes >= 2 && formulas == classes;
        case Head::vote:
            return classes >= 2 && card.classes == classes && card.base.size() == classes &&
                   card.points.size() == formulas * classes;
        case Head::automatic: break;
    }
    return false;
}

}  // namespace

std::vector<Formula> DecisionHead::rules_of(const Formula& formula) const { return clauses_of(formula); }

std::shared_ptr<const DecisionHead> DecisionHead::make(Head kind, std::vector<std::string> classes,
                                                       std::size_t formulas, Scorecard card) {
    if (!fits(kind, formulas, classes.size(), card))
        throw Error(ErrorKind::meaning, "head, formulas and classes are inconsistent");
    switch (kind) {
        case Head::single: return std::make_shared<SingleHead>(std::move(classes));
        case Head::list: return std::make_shared<ListHead>(std::move(classes));
        case Head::paper: return std::make_shared<PaperHead>(std::move(classes));
        default: return std::make_shared<VoteHeadOfRules>(std::move(classes), std::move(card));
    }
}

std::vector<Formula> head_formulas(Head head, const std::vector<Formula>& written, std::uint32_t classes) {
    if (head != Head::list) return written;
    LOH_CHECK(written.size() == classes || written.size() + 1 == classes);
    std::vector<Formula> result;
    Formula none_before = true;
    for (std::uint32_t c = 0; c + 1 < classes; ++c) {
        result.push_back(c == 0 ? written[0] : none_before & written[c]);
        none_before = c == 0 ? !written[0] : none_before & !written[c];
    }
    result.push_back(none_before);
    return result;
}

std::size_t formula_count(Head head, std::size_t outputs, std::size_t classes) {
    return head == Head::list ? classes - 1 : outputs;
}

}  // namespace loh
