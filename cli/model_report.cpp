#include "model_report.hpp"

#include <algorithm>
#include <ostream>

#include "aligned.hpp"

namespace loh::cli {

namespace {

// Models without a network have no fidelity.
bool has_fidelity(const std::vector<Model::Part>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [](const Model::Part& part) { return part.report.has_network; });
}

// For a terminal: cells may have any bytes.
std::string without_controls(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }, '?');
    return text;
}

std::string fidelity(const Report& report) {
    return report.fidelity_known ? std::to_string(report.faithful) + "/" + std::to_string(report.rows) : "-";
}

std::string interval_text(const RuleStatistics& statistics) {
    PrecisionInterval interval = precision_interval(statistics);
    return fixed(interval.low, 3) + "-" + fixed(interval.high, 3);
}

void add_points(const Scorecard& card, Json& rules) {
    for (std::size_t r = 0; r < card.rules(); ++r) {
        for (std::size_t c = 0; c < card.classes; ++c) rules[r]["points"].push_back(card.at(r, c));
    }
}

}  // namespace

std::string part_words(const std::string& part) {
    return part == "holdout" ? "held-out rows" : part + " rows";
}

void print_parts(std::ostream& out, const std::vector<Model::Part>& parts) {
    bool with_fidelity = has_fidelity(parts);
    out << left("", 12) << right("rows", 8) << right("accuracy", 10) << right("macro F1", 10)
        << (with_fidelity ? right("fidelity", 16) : "") << '\n';
    for (const Model::Part& part : parts) {
        const Report& report = part.report;
        out << left(part.name, 12) << right(std::to_string(report.rows), 8)
            << right(fixed(report.accuracy, 4), 10) << right(fixed(report.macro_f1, 4), 10)
            << (with_fidelity ? right(fidelity(report), 16) : "") << '\n';
    }
}

void print_path(std::ostream& out, const std::vector<PathStep>& path, Metric metric) {
    out << "size" << right("rules", 8) << right("literals", 10) << "   cross-validated "
        << (metric == Metric::macro_f1 ? "macro F1" : "accuracy") << '\n';
    for (std::size_t step = 0; step < path.size(); ++step) {
        out << right(std::to_string(step + 1), 4) << right(std::to_string(path[step].rules), 8)
            << right(std::to_string(path[step].literals), 10) << "   ";
        if (path[step].score >= 0) {
            out << fixed(path[step].score, 3) << " +- " << fixed(path[step].error, 3);
        } else {
            out << "too few rows";
        }
        out << (path[step].chosen ? "  <- chosen\n" : "\n");
    }
}

void print_confusion(std::ostream& out, const Report& report) {
    std::size_t name_width = 5;
    for (const std::string& name : report.classes) name_width = std::max(name_width, characters(name));
    std::size_t width = std::max<std::size_t>(name_width, std::to_string(report.rows).size()) + 2;
    out << left("class", name_width + 2) << right("F1", 6) << "   predicted as\n"
        << left("", name_width + 8) << " ";
    for (const std::string& name : report.classes) out << right(name, width);
    out << '\n';
    for (std::size_t truth = 0; truth < report.classes.size(); ++truth) {
        out << left(report.classes[truth], name_width + 2) << right(fixed(report.f1[truth], 4), 6) << " ";
        for (std::size_t count : report.confusion[truth]) out << right(std::to_string(count), width);
        out << '\n';
    }
}

void print_rules(std::ostream& out, const std::vector<Rule>& rules) {
    std::size_t class_width = 5;
    for (const Rule& rule : rules) class_width = std::max(class_width, characters(rule.name));
    out << left("class", class_width + 2) << right("support", 8) << right("precision", 11)
        << right("95 %", 15) << right("recall", 8) << right("lift", 7) << "  rule\n";
    for (const Rule& rule : rules) {
        const RuleStatistics& statistics = rule.statistics;
        out << left(rule.name, class_width + 2) << right(std::to_string(statistics.support), 8)
            << right(fixed(statistics.precision, 3), 11) << right(interval_text(statistics), 15)
            << right(fixed(statistics.recall, 3), 8) << right(fixed(statistics.lift, 2), 7) << "  "
            << rule.text << '\n';
    }
}

void print_rule_figures(std::ostream& out, const Model& model) {
    std::size_t class_width = 5;
    for (const Rule& rule : model.rules()) class_width = std::max(class_width, characters(rule.name));
    std::string among = model.words().statistics;
    out << "rule  " << left("class", class_width) << right("rows", 8) << right("right", 8)
        << right("95 %", 15) << "   on the " << part_words(model.rules_part()) << (among.empty() ? "" : ", ")
        << among << '\n';
    for (std::size_t r = 0; r < model.rules().size(); ++r) {
        const Rule& rule = model.rules()[r];
        out << right(std::to_string(r + 1), 4) << "  " << left(rule.name, class_width)
            << right(std::to_string(rule.statistics.support), 8)
            << right(fixed(rule.statistics.precision, 3), 8) << right(interval_text(rule.statistics), 15)
            << '\n';
    }
}

void print_learned(std::ostream& out, const Model& model) {
    if (!model.path().empty()) {
        print_path(out, model.path(), model.options().metric);
        out << '\n';
    }
    model.print(out);
    out << '\n'
        << model.rule_count() << (model.rule_count() == 1 ? " rule, " : " rules, ") << model.literal_count()
        << (model.literal_count() == 1 ? " literal\n" : " literals\n");
    if (model.head() != Head::vote && model.rule_count() > 0) {
        print_rule_figures(out, model);
        out << '\n';
    }
    print_parts(out, model.parts());
}

void print_unseen(std::ostream& out, const UnseenCells& unseen, const Model& model) {
    constexpr std::size_t kShownColumns = 5;
    std::vector<std::string> notes = unseen.notes(model);
    for (std::size_t i = 0; i < std::min(kShownColumns, notes.size()); ++i)
        out << "note: " << without_controls(notes[i]) << '\n';
    if (notes.size() > kShownColumns)
        out << "note: " << notes.size() - kShownColumns
            << " more columns have cells that were not seen in learning\n";
}

Json to_json(const Report& report) {
    Json json = {{"rows", report.rows},
                 {"accuracy", report.accuracy},
                 {"macro_f1", report.macro_f1},
                 {"classes", report.classes},
                 {"f1", report.f1},
                 {"confusion", report.confusion}};
    json["fidelity"] = report.fidelity_known ? Json(report.fidelity()) : Json(nullptr);
    return json;
}

Json to_json(const std::vector<Rule>& rules) {
    Json json = Json::array();
    for (const Rule& rule : rules) {
        const RuleStatistics& statistics = rule.statistics;
        PrecisionInterval interval = precision_interval(statistics);
        json.push_back({{"class", rule.name},
                        {"rule", rule.text},
                        {"literals", rule.literals},
                        {"support", statistics.support},
                        {"precision", statistics.precision},
                        {"precision_interval", {interval.low, interval.high}},
                        {"recall", statistics.recall},
                        {"lift", statistics.lift}});
        if (!rule.points.empty()) json.back()["points"] = rule.points;
    }
    return json;
}

Json to_json(const std::vector<PathStep>& path) {
    Json json = Json::array();
    for (const PathStep& step : path) {
        Json formulas = Json::array();
        for (const auto& [name, formula] : step.formulas)
            formulas.push_back({{"class", name}, {"formula", formula}});
        add_points(step.card, formulas);
        json.push_back({{"rules", step.rules},
                        {"literals", step.literals},
                        {"score", step.score},
                        {"error", step.error},
                        {"chosen", step.chosen},
                        {"formulas", formulas}});
        if (step.card.classes > 0) json.back()["base"] = step.card.base;
    }
    return json;
}

Json formulas_to_json(const Model& model) {
    Json json = Json::array();
    for (const ClassFormula& part : model.formulas())
        json.push_back({{"class", part.name}, {"formula", part.formula.to_string()}});
    add_points(model.scorecard(), json);  // empty unless the head is `vote`
    return json;
}

}  // namespace loh::cli
