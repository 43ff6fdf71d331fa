// JavaScript: one script for Node and browsers (ECMAScript 2015). A row is an object with raw cells by column name: texts as in a
// table of text, or numbers, dates and truth values. Texts are written in ASCII without `<`, so the script may stand in a page.
#include <algorithm>

#include "export/c_names.hpp"
#include "export/script.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr const char* kHead = R"(// Made by loh. predict(row) gives the class of a row.
//
// A row is an object with cells by column name: texts as in a CSV file, or numbers, dates and truth values. null, undefined, NaN
// and the texts that mean missing are missing. A cell that does not fit its column, or a column that the row lacks, throws.
)";

constexpr const char* kNumbers = R"(
    function cell(row, name) {
        if (!Object.prototype.hasOwnProperty.call(row, name)) throw new Error("the row has no column " + JSON.stringify(name));
        return row[name];
    }
    function absent(cell) {
        return cell === null || cell === undefined || cell !== cell;
    }
    function present(number) {
        return number === number;
    }
    function parsePlain(text) {
        if (!/^(\+?|-)(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null;
        var value = Number(text);
        if (!isFinite(value) || (value === 0 && /[1-9]/.test(text.split(/[eE]/)[0]))) return null;
        return value;
    }
    function number(cell, missing, form) {
        if (absent(cell)) return NaN;
        if (typeof cell !== "string") {
            if (form[0] === "date" && typeof cell.getTime === "function") return cell.getTime() / 1000;
            return Number(cell);
        }
        if (missing.has(cell)) return NaN;
        var value = form[0] === "plain" ? parsePlain(cell) : form[0] === "date" ? parseDate(cell, form) : parseDecorated(cell, form);
        if (value === null) throw new Error("not a number or date of this column: " + JSON.stringify(cell));
        return value;
    }
    function code(cell, codes, missing) {
        if (absent(cell)) return -1;
        var text = String(cell);
        if (missing.has(text)) return -1;
        return codes.has(text) ? codes.get(text) : -2;
    }
    function truth(cell) {
        var value = NaN;
        if (typeof cell === "string") {
            var known = /^(true|True|TRUE)$/.test(cell) ? 1 : /^(false|False|FALSE)$/.test(cell) ? 0 : null;
            value = known === null ? parsePlain(cell) : known;
        } else if (!absent(cell)) {
            value = Number(cell);
        }
        if (value === null || !(value >= 0 && value <= 1)) throw new Error("not a truth value: " + String(cell));
        return value;
    }
    function place(places, code) {
        return code >= 0 ? places[code] : NaN;
    }
    function same(other, a, b) {
        return a >= 0 && other[a] === b;
    }
    function among(codes, code) {
        return codes.has(code);
    }
)";

constexpr const char* kDecorated = R"code(
    function parseDecorated(text, form) {
        var unit = form[1];
        var blank = "[ \\u00a0\\u202f]";
        function quoted(text) {
            return text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
        }
        var sign = "([-+]?)";
        var group = form[3] === " " ? blank : form[3] === "'" ? "['\\u2019]" : form[3] === "" ? "" : quoted(form[3]);
        var whole = group === "" ? "\\d*" : "(?:\\d{1,3}(?:" + group + "\\d{3})+|\\d*)";
        var digits = "(" + whole + ")(?:" + quoted(form[4]) + "(\\d+))?";
        var before = unit !== "" && !form[2] ? quoted(unit) + blank + "?" + sign : "()";
        var behind = unit !== "" && form[2] ? blank + "?" + quoted(unit) : "";
        var parts = new RegExp("^" + sign + before + digits + behind + "$").exec(text);
        if (!parts || (parts[1] !== "" && parts[2] !== "") || (parts[3] === "" && parts[4] === undefined)) return null;
        var value = parsePlain(parts[3].replace(/\D/g, "") + (parts[4] === undefined ? "" : "." + parts[4]));
        return value !== null && (parts[1] === "-" || parts[2] === "-") ? -value : value;
    }
)code";

constexpr const char* kDates = R"code(
    function daysOf(year, month, day) {
        var leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
        var lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > lengths[month - 1]) return null;
        var y = year - 1;
        var days = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) - 719162 + day - 1;
        for (var m = 1; m < month; ++m) days += lengths[m - 1];
        return days;
    }
    function parseDate(text, form) {
        var order = form[1];
        var part = order === "ymd" ? "(\\d{2})" : "(\\d{1,2})";
        var divider = "\\" + form[2];
        var date = order === "ymd" ? "(\\d{4})" + divider + part + divider + part : part + divider + part + divider + "(\\d{4})";
        var time = "(?:[T ](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,6}))?)?(?:([Zz])|([-+])(\\d{2}):?(\\d{2})?)?)?";
        var found = new RegExp("^" + date + time + "$").exec(text);
        if (!found) return null;
        var at = { y: order.indexOf("y") + 1, m: order.indexOf("m") + 1, d: order.indexOf("d") + 1 };
        var days = daysOf(Number(found[at.y]), Number(found[at.m]), Number(found[at.d]));
        var offset = found[8] !== undefined || found[9] !== undefined;
        if (days === null || offset !== (form[3] === 1)) return null;
        if (found[4] === undefined) return days * 86400;
        if (Number(found[4]) > 23 || Number(found[5]) > 59 || Number(found[6] || 0) > 59) return null;
        var seconds = 3600 * Number(found[4]) + 60 * Number(found[5]) + Number(found[6] || 0);
        if (found[7] !== undefined) seconds += Number((found[7] + "00000").slice(0, 6)) / 1e6;
        if (found[9] !== undefined) {
            if (Number(found[10]) > 23 || Number(found[11] || 0) > 59) return null;
            seconds -= (found[9] === "-" ? -1 : 1) * (3600 * Number(found[10]) + 60 * Number(found[11] || 0));
        }
        return days * 86400 + seconds;
    }
)code";

constexpr const char* kSoftmax = R"(
    function proba(row) {
        var logits = points(row).map(function (sum, c) {
            return UNIT * sum + SHIFT[c];
        });
        var most = Math.max.apply(null, logits);
        var powers = logits.map(function (logit) {
            return Math.exp(logit - most);
        });
        var sum = powers.reduce(function (a, b) {
            return a + b;
        });
        return powers.map(function (power) {
            return power / sum;
        });
    }
)";

class JavaScriptWriter {
public:
    JavaScriptWriter(const ExportModel& model, const ExportOptions& options)
        : model_(model), options_(options) {
        syntax_.conjunction = " && ";
        syntax_.disjunction = " || ";
        syntax_.negation = "!";
        syntax_.equal = " === ";
        syntax_.unequal = " !== ";
        syntax_.constant = "    var ";
        syntax_.end = ";";
        syntax_.absolute = "Math.abs";
        syntax_.set_open = "new Set([";
        syntax_.set_close = "])";
        syntax_.other_line = "        var ";
    }

    std::string write() {
        std::string global = "loh_" + c_word(model_.target);
        out_ = kHead;
        out_ += "//\n// Predicts: " + comment_text(model_.target) + "\nvar " + global +
                " = (function () {\n    \"use strict\";\n";
        out_ += kNumbers;
        if (some(CellForm::Kind::decorated)) out_ += kDecorated;
        if (some(CellForm::Kind::date)) out_ += kDates;
        out_ += "\n    var CLASSES = " + script_texts(model_.classes, false) + ";\n";
        columns();
        out_ += script_tables(model_, syntax_);
        cells();
        exported_ = {"classes: CLASSES", "predict: predict"};
        model_.votes ? votes() : first_rule();
        if (options_.explain) explain();
        if (options_.proba) proba();
        std::string names;
        for (const std::string& name : exported_) names += (names.empty() ? "" : ", ") + name;
        out_ +=
            "\n    return { " + names +
            " };\n})();\nif (typeof module !== \"undefined\" && module.exports) module.exports = " + global +
            ";\n";
        return std::move(out_);
    }

private:
    [[nodiscard]] bool some(CellForm::Kind kind) const {
        return std::any_of(model_.columns.begin(), model_.columns.end(),
                           [&](const ExportColumn& column) { return column.form.kind == kind; });
    }

    void columns() {
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            const ExportColumn& column = model_.columns[c];
            std::string number = std::to_string(c);
            out_ += "    var NAME_" + number + " = " + script_text(column.name, false) + ";\n";
            if (column.kind == ExportColumn::Kind::truth) continue;
            out_ +=
                "    var MISSING_" + number + " = new Set(" + script_texts(column.missing, false) + ");\n";
            if (column.kind != ExportColumn::Kind::category) continue;
            out_ += "    var CODES_" + number + " = new Map([\n";
            for (std::size_t code = 0; code < column.categories.size(); ++code)
                out_ += "        [" + script_text(column.categories[code], false) + ", " +
                        std::to_string(code) + "],\n";
            out_ += "    ]);\n";
        }
    }

    // The cells as numbers and codes.
    void cells() {
        out_ += "\n    function cellsOf(row) {\n        return [\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            std::string number = std::to_string(c);
            std::string cell = "cell(row, NAME_" + number + ")";
            switch (model_.columns[c].kind) {
                case ExportColumn::Kind::truth: out_ += "            truth(" + cell + "),\n"; break;
                case ExportColumn::Kind::category:
                    out_ += "            code(" + cell + ", CODES_" + number + ", MISSING_" + number + "),\n";
                    break;
                default:
                    out_ += "            number(" + cell + ", MISSING_" + number + ", " +
                            script_form(model_.columns[c]) + "),\n";
            }
        }
        out_ += "        ];\n    }\n";
    }

    // A function of the cells, with the conditions of the roots.
    std::vector<std::string> function(const std::string& name, const std::vector<std::uint32_t>& roots) {
        ScriptConditions found = script_conditions(model_, roots, syntax_);
        out_ += "\n    function " + name + "(cells) {\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            std::string number = std::to_string(c);
            out_ += "        var c" + number + " = cells[" + number + "];\n";
        }
        out_ += found.statements;
        return std::move(found.roots);
    }

    void first_rule() {
        std::vector<std::string> parts = function("decide", part_roots(model_));
        for (std::size_t i = 0; i < parts.size(); ++i)
            out_ +=
                "        if (" + parts[i] + ") return " + std::to_string(model_.parts[i].of_class) + ";\n";
        out_ += "        return " + std::to_string(model_.otherwise) + ";\n    }\n";
        out_ += "\n    function predict(row) {\n        return CLASSES[decide(cellsOf(row))];\n    }\n";
        if (!options_.explain && !options_.proba) return;
        std::vector<std::string> rules = function("decidingRule", rule_roots(model_));
        for (std::size_t i = 0; i < rules.size(); ++i)
            out_ += "        if (" + rules[i] + ") return " + std::to_string(i + 1) + ";\n";
        out_ += "        return 0;\n    }\n";
    }

    void votes() {
        std::string base;
        for (std::int64_t points : model_.base) base += (base.empty() ? "" : ", ") + std::to_string(points);
        std::vector<std::string> rules = function("sums", rule_roots(model_));
        out_ += "        var points = [" + base + "];\n";
        for (std::size_t rule = 0; rule < rules.size(); ++rule) {
            std::string adds;
            for (std::size_t c = 0; c < model_.classes.size(); ++c) {
                std::int64_t points = model_.rules[rule].points[c];
                if (points != 0)
                    adds += " points[" + std::to_string(c) + "] += " + std::to_string(points) + ";";
            }
            if (!adds.empty()) out_ += "        if (" + rules[rule] + ") {" + adds + " }\n";
        }
        out_ +=
            "        return points;\n    }\n\n    function points(row) {\n        return "
            "sums(cellsOf(row));\n    }\n";
        out_ += "\n    function predict(row) {\n        var found = points(row);\n        var best = 0;\n";
        out_ +=
            "        for (var c = 1; c < found.length; ++c) if (found[c] > found[best]) best = c;\n        "
            "return CLASSES[best];\n    }\n";
        exported_.emplace_back("points: points");
    }

    void explain() {
        std::vector<std::string> texts;
        for (const ExportRule& rule : model_.rules) texts.push_back(rule.text);
        out_ += "\n    var RULES = " + script_texts(texts, false) + ";\n";
        exported_.emplace_back("ruleTexts: RULES");
        if (!model_.votes) {
            out_ += "\n    function rule(row) {\n        return decidingRule(cellsOf(row));\n    }\n";
            exported_.emplace_back("rule: rule");
            return;
        }
        std::vector<std::string> rules = function("holdingRules", rule_roots(model_));
        out_ += "        var result = [];\n";
        for (std::size_t i = 0; i < rules.size(); ++i)
            out_ += "        if (" + rules[i] + ") result.push(" + std::to_string(i + 1) + ");\n";
        out_ +=
            "        return result;\n    }\n\n    function rules(row) {\n        return "
            "holdingRules(cellsOf(row));\n    }\n";
        exported_.emplace_back("rules: rules");
    }

    void proba() {
        const Probabilities& by = model_.probabilities;
        exported_.emplace_back("proba: proba");
        if (model_.votes) {
            out_ += "\n    var UNIT = " + script_number(by.unit) +
                    ";\n    var SHIFT = " + script_numbers(by.shift) + ";\n";
            out_ += kSoftmax;
            return;
        }
        std::size_t classes = model_.classes.size();
        out_ += "\n    var SHARES = [\n";
        for (std::size_t i = 0; i <= model_.rules.size(); ++i) {
            auto first = by.shares.begin() +
                         static_cast<std::ptrdiff_t>((i == 0 ? model_.rules.size() : i - 1) * classes);
            out_ +=
                "        " + script_numbers({first, first + static_cast<std::ptrdiff_t>(classes)}) + ",\n";
        }
        out_ +=
            "    ];\n\n    function proba(row) {\n        return "
            "SHARES[decidingRule(cellsOf(row))].slice();\n    }\n";
    }

    const ExportModel& model_;
    const ExportOptions& options_;
    ScriptSyntax syntax_;
    std::string out_;
    std::vector<std::string> exported_;
};

}  // namespace

std::string write_javascript(const ExportModel& model, const ExportOptions& options) {
    return JavaScriptWriter(model, options).write();
}

}  // namespace loh
