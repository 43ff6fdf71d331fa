#include "explain_markdown.hpp"

#include <ostream>

#include "aligned.hpp"
#include "markdown.hpp"

namespace loh::cli {

namespace {

std::vector<Formula> clauses(const Formula& formula) {
    if (formula.kind() == Kind::falsum) return {};
    if (formula.kind() != Kind::disjunction) return {formula};
    std::vector<Formula> result;
    for (std::size_t i = 0; i < formula.size(); ++i) result.push_back(formula[i]);
    return result;
}

// `number` counts the rules of all classes, as in the table of statistics.
void print_class(std::ostream& out, const std::string& head, const Formula& formula, std::size_t& number) {
    std::vector<Formula> rules = clauses(formula);
    out << '\n'
        << head
        << (rules.empty()       ? " never.\n"
            : rules.size() == 1 ? " where\n\n"
                                : " where one of these holds:\n\n");
    for (const Formula& rule : rules) out << ++number << ". " << plain(in_words(rule)) << '\n';
}

// The complete scorecard: the table determines every prediction of the model.
void print_scorecard_table(std::ostream& out, const Model& model) {
    const Scorecard& card = model.scorecard();
    std::vector<ClassFormula> formulas = model.formulas();
    std::vector<std::vector<std::string>> rows = {{"rule", "where"}};
    rows.push_back({"", "to begin with"});
    for (std::size_t r = 0; r < card.rules(); ++r)
        rows.push_back({std::to_string(r + 1), plain(in_words(formulas[r].formula))});
    for (std::size_t c = 0; c < card.classes; ++c) {
        rows[0].push_back(plain(model.classes()[c]));
        rows[1].push_back(std::to_string(card.base[c]));
        for (std::size_t r = 0; r < card.rules(); ++r) rows[r + 2].push_back(std::to_string(card.at(r, c)));
    }
    std::string what = model.words().unit;
    out << "\nEvery rule that holds gives " << what << ". **" << plain(model.target())
        << "** is the class with the most " << what << "; ties go to the first class.\n\n";
    print_table(out, "rl" + std::string(card.classes, 'r'), rows);
}

void print_rules_in_words(std::ostream& out, const Model& model) {
    HeadWords words = model.words();
    if (!words.unit.empty()) return print_scorecard_table(out, model);
    std::size_t number = 0;
    std::string target = plain(model.target());
    if (!words.note.empty()) out << '\n' << words.note << '\n';
    for (const ClassFormula& part : model.formulas())
        print_class(out, "**" + target + " is " + plain(part.name) + "**", part.formula, number);
    if (!words.otherwise.empty())
        out << "\n**" << target << " is " << plain(words.otherwise) << "** otherwise.\n";
}

void print_statistics(std::ostream& out, const std::vector<Rule>& rules) {
    std::vector<std::vector<std::string>> rows = {
        {"rule", "class", "support", "precision", "recall", "lift", "formula"}};
    for (const Rule& rule : rules) {
        const RuleStatistics& statistics = rule.statistics;
        rows.push_back({std::to_string(rows.size()), plain(rule.name), std::to_string(statistics.support),
                        fixed(statistics.precision, 3), fixed(statistics.recall, 3),
                        fixed(statistics.lift, 2), code(rule.text)});
    }
    print_table(out, "rlrrrrl", rows);
}

void print_figures(std::ostream& out, const Model& model) {
    std::vector<std::vector<std::string>> rows = {{"rows of", "rows", "accuracy", "macro F1"}};
    if (model.has_network()) rows[0].emplace_back("fidelity");
    for (const Model::Part& part : model.parts()) {
        const Report& report = part.report;
        rows.push_back(
            {part.name, std::to_string(report.rows), fixed(report.accuracy, 4), fixed(report.macro_f1, 4)});
        if (model.has_network())
            rows.back().push_back(std::to_string(report.faithful) + "/" + std::to_string(report.rows));
    }
    print_table(out, model.has_network() ? "lrrrr" : "lrrr", rows);
    if (model.has_network())
        out << "\nFidelity is the number of rows on which the rules and the network predict the same "
               "class.\n";
}

}  // namespace

void print_markdown(std::ostream& out, const Model& model, const std::vector<Rule>& rules,
                    const std::string& where) {
    out << "# Rules for " << plain(model.target()) << "\n\n## Rules\n";
    print_rules_in_words(out, model);
    out << "\nA missing cell satisfies a condition only if the condition mentions missing.\n";
    out << "\n## Statistics\n\nOn " << plain(where) << (model.words().statistics.empty() ? "" : ", ")
        << model.words().statistics << ".\n\n";
    print_statistics(out, rules);
    out << "\n- support: rows that satisfy the rule\n- precision: share of these that have its class\n"
           "- recall: share of its class that it finds\n- lift: precision over the share of the class among "
           "all "
           "rows\n\n## Figures\n\n";
    print_figures(out, model);
}

}  // namespace loh::cli
