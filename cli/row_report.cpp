#include "row_report.hpp"

#include <algorithm>
#include <ostream>

#include "aligned.hpp"
#include "markdown.hpp"

namespace loh::cli {

namespace {

std::string cell_text(const std::string& cell) { return cell.empty() ? "(empty)" : cell; }

std::string title(const ExplainedRow& row) {
    return "Row " + std::to_string(row.explanation.row + 1) + " of " + row.table + ": " + row.model.target() +
           " is " + row.explanation.prediction;
}

// `age is 37, job is clerk`
std::string cells_of(const RowCondition& condition) {
    std::string result;
    for (const RowCell& cell : condition.cells)
        result += (result.empty() ? "" : ", ") + cell.column + " is " + cell_text(cell.text);
    return result;
}

// Explains the prediction if the list of rules that hold does not determine it. May be empty.
std::string remark(const ExplainedRow& row) {
    const RowExplanation& why = row.explanation;
    bool own = std::any_of(why.fired.begin(), why.fired.end(),
                           [&](const RowRule& rule) { return rule.name == why.prediction; });
    bool others = std::any_of(why.fired.begin(), why.fired.end(),
                              [&](const RowRule& rule) { return rule.name != why.prediction; });
    HeadWords words = row.model.words();
    if (!words.unit.empty()) {
        std::string unit = words.unit == "votes" ? "votes" : "points";
        return "Total " + unit + ": " + points_text(row.model.classes(), why.scores, true) + ". " + words.tie;
    }
    if (words.otherwise.empty()) return words.tie;
    if (!own) return "No rule holds, so it is " + why.prediction + ".";
    return others ? words.tie : "";
}

// The rules that are shown: of a scorecard, those that matter most.
std::size_t shown_rules(const ExplainedRow& row) {
    constexpr std::size_t kShownRules = 10;
    std::size_t rules = row.explanation.fired.size();
    bool long_card = row.model.head() == Head::vote && rules > kShownRules + 1 && !row.all_rules;
    return long_card ? kShownRules : rules;
}

// `and 54 more rules: no +120, yes -30`; empty if all are shown.
std::string more_rules(const ExplainedRow& row) {
    const std::vector<RowRule>& fired = row.explanation.fired;
    std::size_t shown = shown_rules(row);
    if (shown == fired.size()) return "";
    std::vector<std::int64_t> sum(row.model.classes().size(), 0);
    for (std::size_t r = shown; r < fired.size(); ++r) {
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += fired[r].points[c];
    }
    return "and " + counted(fired.size() - shown, "more rule") + ", together " +
           points_text(row.model.classes(), sum, true) + " (--all-rules shows them)";
}

std::string rule_title(const ExplainedRow& row, const RowRule& rule) {
    std::string number = "rule " + std::to_string(rule.number);
    if (rule.points.empty()) return number + ", for " + rule.name;
    return number + ", " + rule_points_text(row.model.classes(), row.model.scorecard(), rule.number - 1);
}

std::string nearest_title(const ExplainedRow& row, const RowRule& rule) {
    return rule_title(row, rule) + ": " + std::to_string(rule.failing()) + " of " +
           counted(rule.conditions.size(), "condition") + (rule.failing() == 1 ? " fails" : " fail");
}

std::string flip_title(const ExplainedRow& row) {
    const RowExplanation& why = row.explanation;
    if (why.flip)
        return "Smallest change that makes it " + why.flip->prediction + ": " +
               counted(why.flip->changes.size(), "column");
    std::string fixed;
    for (const std::string& column : row.fixed) fixed += (fixed.empty() ? " other than " : ", ") + column;
    if (why.tried_all)
        return "No change of the columns that the model reads" + fixed + " changes the prediction.";
    std::string none = why.tried_columns == 0 ? "No other prediction was found"
                                              : "No change of up to " + counted(why.tried_columns, "column") +
                                                    " changes the prediction";
    return none + " (" + counted(why.tried, "changed row") + " tried). The search was not exhaustive.";
}

void print_conditions(std::ostream& out, const RowRule& rule) {
    std::size_t width = 0;
    for (const RowCondition& condition : rule.conditions) width = std::max(width, characters(condition.text));
    for (const RowCondition& condition : rule.conditions)
        out << (condition.holds ? "    holds  " : "    fails  ")
            << left(condition.text, std::min<std::size_t>(width, 60)) << "   " << cells_of(condition) << '\n';
}

void print_cells(std::ostream& out, const std::vector<RowCell>& cells) {
    std::size_t width = 0;
    for (const RowCell& cell : cells) width = std::max(width, characters(cell.column));
    for (const RowCell& cell : cells)
        out << "  " << left(cell.column, width) << "  " << cell_text(cell.text) << '\n';
}

void print_conditions_markdown(std::ostream& out, const RowRule& rule) {
    std::vector<std::vector<std::string>> rows = {{"condition", "holds", "cells"}};
    for (const RowCondition& condition : rule.conditions)
        rows.push_back(
            {code(condition.text), condition.holds ? "yes" : "**no**", plain(cells_of(condition))});
    print_table(out, "lll", rows);
}

Json to_json(const std::vector<RowCell>& cells) {
    Json json = Json::object();
    for (const RowCell& cell : cells) json[cell.column] = cell.text;
    return json;
}

Json to_json(const std::vector<RowRule>& rules) {
    Json json = Json::array();
    for (const RowRule& rule : rules) {
        Json conditions = Json::array();
        for (const RowCondition& condition : rule.conditions)
            conditions.push_back({{"condition", condition.text},
                                  {"holds", condition.holds},
                                  {"cells", to_json(condition.cells)}});
        json.push_back({{"number", rule.number},
                        {"class", rule.name},
                        {"rule", rule.text},
                        {"failing", rule.failing()},
                        {"conditions", conditions}});
        if (!rule.points.empty()) json.back()["points"] = rule.points;
    }
    return json;
}

Json to_json(const Flip& flip) {
    Json json = {{"prediction", flip.prediction}, {"changes", Json::array()}};
    for (const CellChange& change : flip.changes)
        json["changes"].push_back({{"column", change.column},
                                   {"from", change.from},
                                   {"condition", change.condition},
                                   {"to", change.to}});
    return json;
}

}  // namespace

void print_row(std::ostream& out, const ExplainedRow& row) {
    const RowExplanation& why = row.explanation;
    out << title(row) << '\n';
    if (!why.cells.empty()) out << '\n';
    print_cells(out, why.cells);
    if (!why.fired.empty()) out << "\nRules that hold\n";
    for (std::size_t r = 0; r < shown_rules(row); ++r) {
        out << "  " << rule_title(row, why.fired[r]) << '\n';
        print_conditions(out, why.fired[r]);
    }
    if (std::string more = more_rules(row); !more.empty()) out << "  " << more << '\n';
    if (std::string text = remark(row); !text.empty()) out << '\n' << text << '\n';
    if (!why.nearest.empty())
        out << "\nNearest " << (why.nearest.size() == 1 ? "rule" : "rules")
            << " of the classes without a rule that holds\n";
    for (const RowRule& rule : why.nearest) {
        out << "  " << nearest_title(row, rule) << '\n';
        print_conditions(out, rule);
    }
    out << '\n' << flip_title(row) << '\n';
    if (!why.flip) return;
    for (const CellChange& change : why.flip->changes)
        out << "  " << change.column << ": " << cell_text(change.from) << " -> " << change.condition << '\n';
}

void print_row_markdown(std::ostream& out, const ExplainedRow& row) {
    const RowExplanation& why = row.explanation;
    out << "# " << plain(title(row)) << "\n\n";
    std::vector<std::vector<std::string>> cells = {{"column", "value"}};
    for (const RowCell& cell : why.cells) cells.push_back({plain(cell.column), plain(cell_text(cell.text))});
    if (!why.cells.empty()) print_table(out, "ll", cells);
    out << "\n## Rules that hold\n";
    if (why.fired.empty()) out << "\nNone.\n";
    for (std::size_t r = 0; r < shown_rules(row); ++r) {
        out << "\n**" << plain(rule_title(row, why.fired[r])) << "**\n\n";
        print_conditions_markdown(out, why.fired[r]);
    }
    if (std::string more = more_rules(row); !more.empty()) out << '\n' << plain(more) << '\n';
    if (std::string text = remark(row); !text.empty()) out << '\n' << plain(text) << '\n';
    if (!why.nearest.empty()) out << "\n## Nearest rules of the classes without a rule that holds\n";
    for (const RowRule& rule : why.nearest) {
        out << "\n**" << plain(nearest_title(row, rule)) << "**\n\n";
        print_conditions_markdown(out, rule);
    }
    out << "\n## What would change the prediction\n\n" << plain(flip_title(row)) << '\n';
    if (!why.flip) return;
    std::vector<std::vector<std::string>> changes = {{"column", "is", "instead"}};
    for (const CellChange& change : why.flip->changes)
        changes.push_back({plain(change.column), plain(cell_text(change.from)), plain(change.condition)});
    out << '\n';
    print_table(out, "lll", changes);
}

Json to_json(const ExplainedRow& row) {
    const RowExplanation& why = row.explanation;
    Json json = {{"table", row.table},
                 {"row", why.row + 1},
                 {"target", row.model.target()},
                 {"prediction", why.prediction},
                 {"cells", to_json(why.cells)},
                 {"fired", to_json(why.fired)},
                 {"nearest", to_json(why.nearest)},
                 {"flip", why.flip ? to_json(*why.flip) : Json(nullptr)},
                 {"tried", why.tried},
                 {"tried_columns", why.tried_columns},
                 {"tried_all", why.tried_all}};
    for (std::size_t c = 0; c < why.scores.size(); ++c)
        json["scores"][row.model.classes()[c]] = why.scores[c];
    return json;
}

}  // namespace loh::cli
