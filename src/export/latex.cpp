// LaTeX: the decision as a document, for pdfLaTeX, XeLaTeX and LuaLaTeX, without packages.
//
// Characters that the standard fonts of pdfLaTeX lack are printed by their number there, and as they are by the other two.
// Formulas are broken into lines as text. Parts of large formulas are written once, under a name.
#include <algorithm>
#include <array>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr Naming kLatexNaming = {400, SIZE_MAX, 20};

std::uint32_t latex_code(std::string_view bytes) {
    auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    std::uint32_t result = first & (0xFFU >> (bytes.size() + 1));
    for (char byte : bytes.substr(1)) result = result << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    return result;
}

std::string latex_character(std::string_view bytes, bool valid) {
    std::uint32_t code = valid ? latex_code(bytes) : static_cast<unsigned char>(bytes[0]);
    bool letter = code >= 0xC0 && code <= 0xFF && code != 0xD0 && code != 0xD7 && code != 0xDE &&
                  code != 0xF0 && code != 0xF7 && code != 0xFE;
    if (letter) return std::string(bytes);
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string digits;
    for (unsigned shift = 24; shift > 0; shift -= 4)
        if (shift <= 16 || code >> (shift - 4) != 0) digits += kHex[code >> (shift - 4) & 15U];
    // Controls, and characters that change the direction of others, only by number.
    bool shown = valid && code >= 0xA1 && code != 0xAD && !(code >= 0x2000 && code <= 0x206F) &&
                 code != 0xFEFF && code < 0xE0000;
    return "\\lohchar{" + digits + "}{" + (shown ? std::string(bytes) : "") + "}";
}

std::string latex_text(std::string_view text) {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        std::size_t length = utf8_sequence_length(rest);
        switch (rest[0]) {
            case '\\': result += "\\textbackslash{}"; break;
            case '{': result += "\\{"; break;
            case '}': result += "\\}"; break;
            case '$': result += "\\$"; break;
            case '&': result += "\\&"; break;
            case '#': result += "\\#"; break;
            case '%': result += "\\%"; break;
            case '_': result += "\\_"; break;
            case '^': result += "\\textasciicircum{}"; break;
            case '~': result += "\\textasciitilde{}"; break;
            case '<': result += "\\textless{}"; break;
            case '>': result += "\\textgreater{}"; break;
            case '|': result += "\\textbar{}"; break;
            case '"': result += "{''}"; break;
            case '\'': result += "{'}"; break;  // no ligatures
            case '`': result += "{`}"; break;
            case '-': result += "{-}"; break;
            case ',': result += "{,}"; break;
            case '?': result += "{?}"; break;
            case '!': result += "{!}"; break;
            case ' ': result += "\\ "; break;
            default:
                if (length == 1 && rest[0] >= 0x20 && rest[0] != 0x7F) {
                    result += rest[0];
                } else {
                    result += latex_character(rest.substr(0, std::max<std::size_t>(length, 1)), length > 0);
                }
        }
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::string latex_category(const std::string& text) { return "``" + latex_text(text) + "''"; }

const char* latex_comparison(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return "$<$";
        case Comparison::less_equal: return "$\\leq$";
        case Comparison::greater: return "$>$";
        case Comparison::greater_equal: return "$\\geq$";
        case Comparison::equal: return "$=$";
        case Comparison::not_equal: break;
    }
    return "$\\neq$";
}

std::string latex_list(const std::vector<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + text;
    return result;
}

constexpr const char* kPreamble = R"(\documentclass{article}
\ifdefined\Umathchar
  \newcommand{\lohchar}[2]{#2}
\else
  \usepackage[utf8]{inputenc}
  \newcommand{\lohchar}[2]{\textsf{[U+#1]}}
\fi
\setlength{\emergencystretch}{3em}
\raggedright
\begin{document}
)";

class LatexWriter {
public:
    explicit LatexWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        roots_ = rule_roots(model_);
        names();
        text_ = kPreamble;
        text_ += "\\section*{" + latex_text(model_.target) + "}\n";
        text_ += model_.votes ? "Each rule that holds gives points to the classes. The class with the most "
                                "points counts, in a "
                                "tie the first one.\n"
                              : "The class of the first rule that holds; " +
                                    latex_category(model_.classes[model_.otherwise]) + " if none does.\n";
        if (model_.votes) points("To begin with: ", model_.base);
        rules();
        columns();
        return text_ + "\\end{document}\n";
    }

private:
    void names() {
        names_.resize(model_.nodes.size());
        std::vector<std::uint32_t> levels = named_levels(model_, roots_, kLatexNaming);
        for (std::uint32_t id = 0; id < levels.size(); ++id) {
            if (levels[id] == 0) continue;
            named_.push_back(id);
            names_[id] = "$P_{" + std::to_string(named_.size()) + "}$";
        }
    }

    [[nodiscard]] ExpressionStyle style() const {
        ExpressionStyle result;
        result.conjunction = "$\\wedge$";
        result.disjunction = "$\\vee$";
        result.yes = "true";
        result.no = "false";
        result.literal = [this](const ExportLiteral& literal) { return this->literal(literal); };
        result.negation = [](const std::string& operand) { return "$\\neg$(" + operand + ")"; };
        return result;
    }

    [[nodiscard]] std::string column(std::uint32_t index) const {
        return "\\textit{" + latex_text(model_.columns[index].name) + "}";
    }
    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return column(value.column);
        std::string difference = column(value.column) + " $-$ " + column(value.minus);
        return value.absolute ? "$|$" + difference + "$|$" : difference;
    }
    [[nodiscard]] std::string constant(const ExportValue& value, double number) const {
        bool date = !value.is_difference && model_.columns[value.column].kind == ExportColumn::Kind::date;
        return date ? latex_text(spell_moment(number)) : "$" + spell_number(number) + "$";
    }

    [[nodiscard]] std::string literal(const ExportLiteral& literal) const {
        using Kind = ExportLiteral::Kind;
        std::string of = value(literal.value);
        std::vector<std::string> members;
        for (double one : literal.numbers) members.push_back(constant(literal.value, one));
        for (std::uint32_t code : literal.codes)
            members.push_back(latex_category(model_.columns[literal.value.column].categories[code]));
        switch (literal.kind) {
            case Kind::compare:
                return of + " " + latex_comparison(literal.comparison) + " " +
                       constant(literal.value, literal.number);
            case Kind::interval:
                return constant(literal.value, literal.low) + (literal.low_closed ? " $\\leq$ " : " $<$ ") +
                       of + (literal.high_closed ? " $\\leq$ " : " $<$ ") +
                       constant(literal.value, literal.high);
            case Kind::missing: return of + " is missing";
            case Kind::pair:
                return of + " " + latex_comparison(literal.comparison) + " " + column(literal.other);
            case Kind::truth: return of;
            default: break;
        }
        if (members.size() == 1) return of + (literal.excluded ? " $\\neq$ " : " $=$ ") + members[0];
        return of + (literal.excluded ? " $\\notin$ \\{" : " $\\in$ \\{") + latex_list(members) + "\\}";
    }

    void item(const std::string& label, const std::string& content) {
        text_ += "\\item[" + label + "] " + content + "\n";
    }

    void rules() {
        if (!named_.empty()) {
            text_ += "\\subsection*{Parts of rules}\n\\begin{description}\n";
            std::vector<std::string> parts = expressions(model_, named_, names_, style());
            for (std::size_t i = 0; i < named_.size(); ++i) item("{" + names_[named_[i]] + "}", parts[i]);
            text_ += "\\end{description}\n";
        }
        if (model_.rules.empty()) return;
        std::vector<std::string> texts = expressions(model_, roots_, names_, style());
        text_ += "\\subsection*{Rules}\n\\begin{description}\n";
        for (std::size_t r = 0; r < texts.size(); ++r) {
            const ExportRule& rule = model_.rules[r];
            bool named = !names_[rule.node].empty();
            std::string content =
                model_.votes ? std::string() : latex_category(model_.classes[rule.of_class]) + " where ";
            content += named ? names_[rule.node] : texts[r];
            item(std::to_string(r + 1), content);
            if (model_.votes) points("\\\\ ", rule.points);
        }
        text_ += "\\end{description}\n";
    }

    void points(const std::string& before, const std::vector<std::int64_t>& points) {
        std::vector<std::string> terms;
        for (std::size_t c = 0; c < points.size(); ++c)
            if (points[c] != 0)
                terms.push_back(latex_category(model_.classes[c]) + " $" + (points[c] > 0 ? "+" : "") +
                                std::to_string(points[c]) + "$");
        if (!terms.empty()) text_ += before + latex_list(terms) + "\n";
    }

    void columns() {
        if (model_.columns.empty()) return;
        constexpr std::array<const char*, 4> kKinds = {"number", "date", "category", "true or false"};
        text_ += "\\subsection*{Columns}\n\\begin{description}\n";
        for (std::uint32_t c = 0; c < model_.columns.size(); ++c) {
            std::string about = kKinds.at(static_cast<std::size_t>(model_.columns[c].kind));
            std::vector<std::string> categories;
            for (const std::string& text : model_.columns[c].categories)
                categories.push_back(latex_category(text));
            item("{" + column(c) + "}", about + (categories.empty() ? "" : ": " + latex_list(categories)));
        }
        text_ +=
            "\\end{description}\nA missing cell satisfies no comparison. A category that is not listed "
            "differs from all "
            "others.\n";
    }

    const ExportModel& model_;
    std::string text_ = {};
    std::vector<std::uint32_t> roots_ = {};
    std::vector<std::uint32_t> named_ = {};  // nodes with a name
    std::vector<std::string> names_ = {};    // [node]
};

}  // namespace

std::string write_latex(const ExportModel& model, const ExportOptions& /*options*/) {
    return LatexWriter(model).write();
}

}  // namespace loh
