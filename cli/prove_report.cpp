#include "prove_report.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>

#include "aligned.hpp"

namespace loh::cli {

namespace {

struct TwoRules {
    std::size_t first = 0;
    std::size_t second = 0;
};

TwoRules rules_in(const std::string& text) {
    TwoRules result;
    const char* end = text.data() + text.size();
    auto [comma, error] = std::from_chars(text.data(), end, result.first);
    bool good = error == std::errc() && comma != end && *comma == ',';
    if (good) {
        auto [last, second_error] = std::from_chars(comma + 1, end, result.second);
        good = second_error == std::errc() && last == end;
    }
    if (good) return result;
    throw Error(ErrorKind::usage, "--never " + text + ": expected two numbers of rules, as in --never 1,3");
}

ProofAnswer monotone(const ProofQuestion& question, const Model& model, const ProofOptions& options) {
    std::string column = question.monotone;
    bool rising = !column.ends_with("=-");
    if (column.ends_with("=-") || column.ends_with("=+")) column.resize(column.size() - 2);
    return prove_monotone(model, column, rising, question.of_class, options);
}

// A table of texts with aligned columns.
void print_lines(std::ostream& out, const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const std::vector<std::string>& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], characters(line[i]));
        }
    for (const std::vector<std::string>& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            out << "  " << (i + 1 < line.size() ? left(line[i], widths[i]) : line[i]);
        out << '\n';
    }
}

Json cells_to_json(const std::vector<ProofCell>& cells) {
    Json result = Json::array();
    for (const ProofCell& cell : cells) {
        Json one = {{"column", cell.column}, {"cell", cell.text}};
        one["region"] = cell.region.empty() ? Json(nullptr) : Json(cell.region);
        result.push_back(std::move(one));
    }
    return result;
}

}  // namespace

ProofAnswer answer_question(const ProofQuestion& question, const Model& model, const Model* other,
                            const ProofOptions& options) {
    if (!question.implies.empty()) return prove_implies(model, question.implies, options);
    if (!question.monotone.empty()) return monotone(question, model, options);
    if (!question.fair.empty()) return prove_fair(model, question.fair, options);
    if (other != nullptr) return prove_equivalent(model, *other, options);
    if (question.unused) return prove_unused(model, options);
    TwoRules rules = rules_in(question.never);
    return prove_never(model, rules.first, rules.second, options);
}

void print_cells(std::ostream& out, const ProofAnswer& answer) {
    std::vector<std::vector<std::string>> lines;
    const std::vector<ProofCell>& cells = answer.rows[0].cells;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        auto shown = [](const std::string& text) { return text.empty() ? std::string("(empty)") : text; };
        std::string text = shown(cells[c].text);
        std::string region = cells[c].region.empty() ? "any" : cells[c].region;
        if (cells[c].column == answer.differs) {
            const ProofCell& other = answer.rows[1].cells[c];
            text += " / " + shown(other.text);
            if (other.region != cells[c].region)
                region += " / " + (other.region.empty() ? "any" : other.region);
        }
        lines.push_back({cells[c].column, text, region});
    }
    print_lines(out, lines);
}

void print_answer(std::ostream& out, const ProofAnswer& answer, const Model& model) {
    if (answer.holds) {
        out << "holds for every row\n";
        return;
    }
    if (answer.rows.empty()) {
        out << "does not hold: " << (answer.unused.size() == 1 ? "this column" : "each of these columns")
            << " alone changes no decision\n";
        for (const std::string& column : answer.unused) out << "  " << column << '\n';
        return;
    }
    out << "does not hold: " << model.target() << " is " << answer.rows[0].decided;
    if (!answer.rows[0].other.empty()) out << ", and by the other model " << answer.rows[0].other;
    if (answer.rows.size() == 2)
        out << ", and " << answer.rows[1].decided << " if " << answer.differs << " alone is different";
    out << '\n';
    print_cells(out, answer);
    if (!answer.smallest) out << "There may be a counterexample in which fewer columns matter.\n";
}

Json to_json(const ProofAnswer& answer) {
    Json json = {{"holds", answer.holds}};
    if (answer.holds) return json;
    if (answer.rows.empty()) {
        json["unused"] = answer.unused;
        return json;
    }
    json["rows"] = Json::array();
    for (const ProofRow& row : answer.rows) {
        Json one = {{"prediction", row.decided}};
        if (!row.other.empty()) one["other"] = row.other;
        one["cells"] = cells_to_json(row.cells);
        json["rows"].push_back(std::move(one));
    }
    if (!answer.differs.empty()) json["differs"] = answer.differs;
    json["smallest"] = answer.smallest;
    return json;
}

void print_reasons(std::ostream& out, const ProofReasons& reasons, const Model& model,
                   const std::string& row) {
    out << row << ": " << model.target() << " is " << reasons.decided;
    if (reasons.reasons.size() == 1 && reasons.reasons[0].empty()) {
        out << " for every row\n";
        return;
    }
    out << " whatever the other columns are, because of\n";
    for (std::size_t r = 0; r < reasons.reasons.size(); ++r) {
        if (r > 0) out << "or of\n";
        std::vector<std::vector<std::string>> lines;
        for (const ProofCell& cell : reasons.reasons[r])
            lines.push_back({cell.column, cell.text.empty() ? "(empty)" : cell.text, cell.region});
        print_lines(out, lines);
    }
    if (reasons.all && reasons.reasons.size() > 1) out << "There are no other reasons.\n";
}

Json to_json(const ProofReasons& reasons) {
    Json json = {{"prediction", reasons.decided}, {"reasons", Json::array()}, {"all", reasons.all}};
    for (const std::vector<ProofCell>& reason : reasons.reasons)
        json["reasons"].push_back(cells_to_json(reason));
    return json;
}

void print_counts(std::ostream& out, const ProofCounts& counts, const Model& model) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t c = 0; c < counts.by_class.size(); ++c)
        lines.push_back({model.classes()[c], counts.by_class[c]});
    lines.push_back({"together", counts.rows});
    print_lines(out, lines);
    out << "Distinguishable rows: one region for each of";
    for (std::size_t c = 0; c < counts.columns.size(); ++c)
        out << (c > 0 ? ", " : " ") << counts.columns[c] << " (" << counts.regions[c] << ")";
    out << (counts.columns.empty() ? " no columns\n" : "\n");
}

Json to_json(const ProofCounts& counts, const Model& model) {
    Json json = {{"rows", counts.rows}, {"by_class", Json::object()}, {"regions", Json::object()}};
    for (std::size_t c = 0; c < counts.by_class.size(); ++c)
        json["by_class"][model.classes()[c]] = counts.by_class[c];
    for (std::size_t c = 0; c < counts.columns.size(); ++c)
        json["regions"][counts.columns[c]] = counts.regions[c];
    return json;
}

}  // namespace loh::cli
