// C: one freestanding header, for C99 and C++, of static inline functions.
//
// Cells: doubles for numbers (NaN is missing), seconds since 1970 and truth values; for categories codes, from a lookup function
// for each column. The names begin with loh_ and the target, so that headers of several models fit into one program.
//
// The functions for one row are expressions (here); those for many rows compute 64 rows to a word (c_batch.cpp).
#include <algorithm>

#include "base/text.hpp"
#include "export/c_names.hpp"
#include "export/c_parts.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr Naming kNaming = {2000, SIZE_MAX, 40};  // brackets are limited to 256 levels in clang

constexpr const char* kHead = R"(#include <stdint.h>
#include <stddef.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "missing numbers are NaN: compile without -ffast-math and -ffinite-math-only"
#endif
)";

class CWriter {
public:
    CWriter(const ExportModel& model, const ExportOptions& options)
        : model_(model), options_(options), parts_(model) {}

    std::string write() {
        out_ = head();
        class_names();
        cells();
        codes();
        write_c_helpers(parts_, out_);
        decisions();
        if (options_.explain) explanations();
        if (options_.proba) probabilities();
        write_c_batch(parts_, out_);
        out_ += "\n#endif\n";
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string name(const std::string& what) const { return parts_.prefix + what; }

    [[nodiscard]] std::string head() const {
        std::string guard = c_word(parts_.prefix) + "_H";
        for (char& c : guard)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        return "/* The prediction of " + comment_text(model_.target) + ", by loh. */\n#ifndef " + guard +
               "\n#define " + guard + "\n\n" + kHead;
    }

    void table_of_texts(const std::string& function, const std::vector<std::string>& texts,
                        std::size_t first) {
        std::string declarations;
        std::string rows;
        for (const std::string& text : texts)
            rows += "        " + c_text_in_table(text, declarations) + ",\n";
        if (texts.empty()) rows = "        \"\",\n";
        std::string index = first == 0 ? "number" : "number - " + std::to_string(first);
        out_ += "static inline const char *" + name(function) + "(uint32_t number) {\n" + declarations +
                "    static const char *const texts[] = {\n" + rows + "    };\n    return " + index + " < " +
                std::to_string(texts.size()) + "u ? texts[" + index + "] : \"\";\n}\n";
    }

    void class_names() {
        out_ += "\n/* The classes, by number. */\nenum { " + name("classes") + " = " +
                std::to_string(model_.classes.size()) + " };\n";
        table_of_texts("class_name", model_.classes, 0);
    }

    void cells() {
        out_ += "\n/* Codes of categories: their number, or one of these. */\nenum { " + name("missing") +
                " = -1, " + name("unseen") + " = -2 };\n\n/* One row. Numbers: NaN is missing. */\nstruct " +
                name("row") + " {\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c)
            out_ += "    " + type_of(c) + " " + parts_.fields[c] + "; /* " + described(c) + " */\n";
        if (model_.columns.empty()) out_ += "    char unused;\n";
        out_ += "};\n\n/* Many rows: one array for each column. */\nstruct " + name("rows") + " {\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c)
            out_ += "    const " + type_of(c) + " *" + parts_.fields[c] + ";\n";
        if (model_.columns.empty()) out_ += "    char unused;\n";
        out_ += "};\n";
    }

    [[nodiscard]] std::string type_of(std::size_t column) const {
        return model_.columns[column].kind == ExportColumn::Kind::category ? "int32_t" : "double";
    }

    [[nodiscard]] std::string described(std::size_t c) const {
        const ExportColumn& column = model_.columns[c];
        std::string text = comment_text(column.name) + ": ";
        switch (column.kind) {
            case ExportColumn::Kind::number: return text + "number";
            case ExportColumn::Kind::date:
                return text + "date, " + name("moment") + "(year, month, day, hour, minute, second)";
            case ExportColumn::Kind::category:
                return text + "category, " + name("code_" + parts_.fields[c]) + "(text)";
            case ExportColumn::Kind::truth: break;
        }
        return text + "true above 1/2";
    }

    // The texts of each column of categories, in order, with their codes.
    void codes() {
        bool some = false;
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            const ExportColumn& column = model_.columns[c];
            if (column.kind != ExportColumn::Kind::category) continue;
            if (!some) write_c_search(parts_, out_);
            some = true;
            std::vector<std::pair<std::string, std::string>> texts;
            for (std::size_t code = 0; code < column.categories.size(); ++code)
                texts.emplace_back(column.categories[code], std::to_string(code));
            for (const std::string& text : column.missing) texts.emplace_back(text, "-1");
            std::sort(texts.begin(), texts.end());
            out_ += "\n/* The code of a text in the column " + comment_text(column.name) +
                    "; a null pointer is missing. */\n";
            std::string declarations;
            std::string rows;
            for (const auto& [text, code] : texts)
                rows += "        {" + c_text_in_table(text, declarations) + ", " + code + "},\n";
            if (texts.empty()) rows = "        {\"\", -2},\n";
            out_ += "static inline int32_t " + name("code_" + parts_.fields[c]) + "(const char *text) {\n" +
                    declarations + "    static const struct " + name("text") + " texts[] = {\n" + rows +
                    "    };\n    return " + name("find") + "(texts, " + std::to_string(texts.size()) +
                    "u, text);\n}\n";
        }
        if (std::any_of(model_.columns.begin(), model_.columns.end(),
                        [](const ExportColumn& column) { return column.kind == ExportColumn::Kind::date; }))
            write_c_moment(parts_, out_);
    }

    // Parts with names, as statements, and the expressions of the roots.
    std::vector<std::string> conditions(const std::vector<std::uint32_t>& roots, std::string& statements) {
        ExpressionStyle style;
        style.conjunction = "&&";
        style.disjunction = "||";
        style.yes = "1";
        style.no = "0";
        style.literal = [this](const ExportLiteral& literal) {
            return c_condition(parts_, literal, "row->");
        };
        style.negation = [](const std::string& operand) { return "!(" + operand + ")"; };
        std::vector<std::uint32_t> levels = named_levels(model_, roots, kNaming);
        std::vector<std::string> names(model_.nodes.size());
        std::vector<std::uint32_t> named;
        for (std::uint32_t node = 0; node < names.size(); ++node) {
            if (levels[node] == 0) continue;
            names[node] = "n" + std::to_string(node);
            named.push_back(node);
        }
        std::vector<std::string> texts = expressions(model_, named, names, style);
        for (std::size_t i = 0; i < named.size(); ++i)
            statements += "    const int " + names[named[i]] + " = " + texts[i] + ";\n";
        std::vector<std::string> result = expressions(model_, roots, names, style);
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (levels[roots[i]] > 0) result[i] = names[roots[i]];
        return result;
    }

    std::string function_of_row(const std::string& type, const std::string& function,
                                const std::string& more = {}) {
        return "static inline " + type + " " + name(function) + "(const struct " + name("row") + " *row" +
               more + ") {\n    (void)row;\n";
    }

    void decisions() {
        if (model_.votes) {
            points();
            out_ += "\n/* The class of a row: that with most points, in a tie the first one. */\n" +
                    function_of_row("uint32_t", "classify");
            out_ += "    int64_t points[" + name("classes") +
                    "];\n    uint32_t best = 0;\n    uint32_t c;\n    " + name("points") +
                    "(row, points);\n    for (c = 1; c < " + name("classes") +
                    "; ++c)\n        if (points[c] > points[best]) best = c;\n    return best;\n}\n";
            return;
        }
        std::string statements;
        std::vector<std::string> parts = conditions(part_roots(model_), statements);
        out_ += "\n/* The class of a row. */\n" + function_of_row("uint32_t", "classify") + statements;
        for (std::size_t i = 0; i < parts.size(); ++i)
            out_ += "    if (" + parts[i] + ") return " + std::to_string(model_.parts[i].of_class) + "u;\n";
        out_ += "    return " + std::to_string(model_.otherwise) + "u;\n}\n";
    }

    void points() {
        std::vector<const ExportRule*> giving;  // rules without points would leave unused names
        std::vector<std::uint32_t> roots;
        for (const ExportRule& rule : model_.rules) {
            bool gives =
                std::any_of(rule.points.begin(), rule.points.end(), [](auto value) { return value != 0; });
            if (!gives) continue;
            giving.push_back(&rule);
            roots.push_back(rule.node);
        }
        std::string statements;
        std::vector<std::string> rules = conditions(roots, statements);
        out_ += "\n/* The points of each class. */\n" +
                function_of_row("void", "points", ", int64_t *points") + statements;
        for (std::size_t c = 0; c < model_.base.size(); ++c)
            out_ += "    points[" + std::to_string(c) + "] = " + std::to_string(model_.base[c]) + ";\n";
        for (std::size_t i = 0; i < rules.size(); ++i) {
            out_ += "    if (" + rules[i] + ") {";
            for (std::size_t c = 0; c < model_.classes.size(); ++c) {
                if (giving[i]->points[c] == 0) continue;
                out_ += " points[" + std::to_string(c) + "] += " + std::to_string(giving[i]->points[c]) + ";";
            }
            out_ += " }\n";
        }
        out_ += "}\n";
    }

    void explanations() {
        std::string statements;
        std::vector<std::string> rules = conditions(rule_roots(model_), statements);
        std::vector<std::string> texts;
        for (const ExportRule& rule : model_.rules) texts.push_back(rule.text);
        out_ += "\n/* The rules, by number from 1. */\nenum { " + name("rules_count") + " = " +
                std::to_string(rules.size()) + " };\n";
        table_of_texts("rule_text", texts, 1);
        if (model_.votes) {
            out_ += "\n/* Whether each rule holds: holds[0] is rule 1. */\n" +
                    function_of_row("void", "holding_rules", ", unsigned char *holds") + statements;
            for (std::size_t rule = 0; rule < rules.size(); ++rule)
                out_ += "    holds[" + std::to_string(rule) + "] = " + "(" + rules[rule] + ") ? 1 : 0;\n";
            if (rules.empty()) out_ += "    (void)holds;\n";
            out_ += "}\n";
            return;
        }
        deciding_rule("rule", rules, statements);
    }

    void deciding_rule(const std::string& function, const std::vector<std::string>& rules,
                       const std::string& statements) {
        out_ += "\n/* The number of the rule that decides, from 1; 0 if none holds. */\n" +
                function_of_row("uint32_t", function) + statements;
        for (std::size_t rule = 0; rule < rules.size(); ++rule)
            out_ += "    if (" + rules[rule] + ") return " + std::to_string(rule + 1) + "u;\n";
        out_ += "    return 0u;\n}\n";
    }

    void probabilities() {
        if (model_.votes) return write_c_softmax(parts_, out_);
        if (!options_.explain) {
            std::string statements;
            std::vector<std::string> rules = conditions(rule_roots(model_), statements);
            deciding_rule("rule", rules, statements);
        }
        std::size_t classes = model_.classes.size();
        out_ +=
            "\n/* The probability of each class. */\n" + function_of_row("void", "proba", ", double *proba");
        out_ += "    static const double shares[" + std::to_string(model_.rules.size() + 1) + "][" +
                std::to_string(classes) + "] = {\n";
        for (std::size_t i = 0; i <= model_.rules.size(); ++i) {
            std::size_t row = i == 0 ? model_.rules.size() : i - 1;  // the first one is for no rule
            out_ += "        {";
            for (std::size_t c = 0; c < classes; ++c)
                out_ += (c == 0 ? "" : ", ") + c_number(model_.probabilities.shares[row * classes + c]);
            out_ += "},\n";
        }
        out_ += "    };\n    const double *found = shares[" + name("rule") +
                "(row)];\n    uint32_t c;\n    for (c = 0; c < " + name("classes") +
                "; ++c) proba[c] = found[c];\n}\n";
    }

    const ExportModel& model_;
    const ExportOptions& options_;
    CParts parts_;
    std::string out_;
};

}  // namespace

std::string write_c(const ExportModel& model, const ExportOptions& options) {
    return CWriter(model, options).write();
}

}  // namespace loh
