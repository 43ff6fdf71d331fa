// SMT-LIB 2: one constant for each column, and `prediction`, a function of them. A solver such as Z3 or cvc5 finds rows and proves
// what holds for all of them.
//
// Numbers are (_ FloatingPoint 11 53), because the decision compares doubles: a difference is rounded, infinities are values, and
// a missing cell is NaN, which satisfies no comparison. Rejected: Real, which is exact for comparisons with constants only. A
// column of categories has a datatype with one value for each category, one for unseen cells and one for missing ones.
//
// Every literal, node and rule is a definition of its own, so nothing is nested deeply.
#include <bit>
#include <cmath>

#include "base/json.hpp"
#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

// A symbol of a prefix and names, which no two different lists of names share. What symbols cannot have is written {HEX}.
std::string smt_symbol(const std::string& prefix, const std::vector<std::string>& names) {
    constexpr std::string_view kHex = "0123456789abcdef";
    bool simple = true;
    std::string text = prefix;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? '.' : '=';
        for (char c : names[i]) {
            auto byte = static_cast<unsigned char>(c);
            bool plain =
                (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            simple = simple && plain;
            if (byte < 0x20 || byte >= 0x7F || std::string_view("|\\{}=").find(c) != std::string_view::npos) {
                text += {'{', kHex[byte >> 4U], kHex[byte & 15U], '}'};
            } else {
                text += c;
            }
        }
    }
    return simple ? text : "|" + text + "|";
}

// Readable as a decimal where that is short; the solver rounds it to the same double.
std::string smt_number(double number) {
    double size = std::abs(number);
    if (size == 0 || (size >= 1e-5 && size < 1e15)) {
        std::string digits = spell_number(size);
        if (digits.find('e') == std::string::npos) {
            if (digits.find('.') == std::string::npos) digits += ".0";
            return "((_ to_fp 11 53) RNE " + (number < 0 ? "(- " + digits + ")" : digits) + ")";
        }
    }
    auto bits = std::bit_cast<std::uint64_t>(number);
    std::string text;
    for (int i = 63; i >= 0; --i) {
        text += (bits >> i & 1U) != 0 ? '1' : '0';
        if (i == 63 || i == 52) text += " #b";
    }
    return "(fp #b" + text + ")";
}

std::string smt_whole(std::int64_t value) {
    return value < 0 ? "(- " + std::to_string(value).substr(1) + ")" : std::to_string(value);
}

// (name operand ...), or the operand alone, or `none` without operands.
std::string smt_join(const std::string& name, const std::vector<std::string>& operands,
                     const std::string& none) {
    if (operands.empty()) return none;
    if (operands.size() == 1) return operands[0];
    std::string result = "(" + name;
    for (const std::string& operand : operands) result += " " + operand;
    return result + ")";
}

std::string smt_not(const std::string& term) { return "(not " + term + ")"; }

class SmtWriter {
public:
    explicit SmtWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        head();
        for (std::size_t c = 0; c < model_.columns.size(); ++c) column(c);
        for (std::size_t l = 0; l < model_.literals.size(); ++l) {
            comment(model_.literals[l].text);
            define("literal." + std::to_string(l + 1), "Bool", literal(model_.literals[l]));
        }
        std::vector<std::uint32_t> roots = rule_roots(model_);
        for (std::uint32_t root : part_roots(model_)) roots.push_back(root);
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            if (uses[id] > 0 && model_.nodes[id].operands.size() > 1)
                define("node." + std::to_string(id), "Bool", node(model_.nodes[id]));
        }
        for (std::size_t r = 0; r < model_.rules.size(); ++r) {
            comment("rule " + std::to_string(r + 1) + ", for " + model_.classes[model_.rules[r].of_class] +
                    ": " + model_.rules[r].text);
            define("rule." + std::to_string(r + 1), "Bool", term(model_.rules[r].node));
        }
        text_ += "\n";
        define("prediction", "Class", model_.votes ? most_points() : first_part());
        return std::move(text_);
    }

private:
    void comment(const std::string& text) { text_ += "; " + comment_text(text) + "\n"; }
    void define(const std::string& name, const std::string& sort, const std::string& value) {
        text_ += "(define-fun " + name + " () " + sort + " " + value + ")\n";
    }

    void head() {
        comment("The decision '" + model_.target + "' as a function of the columns of a row.");
        text_ +=
            "; Numbers are doubles, dates are seconds since 1970, NaN is missing. Append questions such as\n"
            ";   (assert (= prediction " +
            of_class(0) +
            "))\n"
            ";   (assert (fp.lt column.NAME ((_ to_fp 11 53) RNE 18.0)))\n"
            ";   (check-sat)\n"
            ";   (get-model)\n"
            "(set-option :produce-models true)\n"
            "(set-logic ALL)\n\n";
        text_ += "(declare-datatypes ((Class 0)) ((";
        for (std::uint32_t c = 0; c < model_.classes.size(); ++c)
            text_ += (c > 0 ? " (" : "(") + of_class(c) + ")";
        text_ += ")))\n\n";
    }

    [[nodiscard]] std::string of_class(std::uint32_t c) const {
        return smt_symbol("class", {model_.classes[c]});
    }
    [[nodiscard]] const std::string& name(std::size_t column) const { return model_.columns[column].name; }
    [[nodiscard]] std::string cell(std::size_t column) const {
        bool truth = model_.columns[column].kind == ExportColumn::Kind::truth;
        return smt_symbol(truth ? "truth" : "column", {name(column)});
    }
    [[nodiscard]] bool has_categories(std::size_t column) const {
        return model_.columns[column].kind == ExportColumn::Kind::category;
    }
    [[nodiscard]] std::string is_category(std::size_t column, const std::string& text) const {
        return "(= " + cell(column) + " " + smt_symbol("value", {name(column), text}) + ")";
    }
    [[nodiscard]] std::string is_missing(std::size_t column) const {
        if (has_categories(column))
            return "(= " + cell(column) + " " + smt_symbol("missing", {name(column)}) + ")";
        return "(fp.isNaN " + cell(column) + ")";
    }

    void column(std::size_t index) {
        const ExportColumn& column = model_.columns[index];
        comment("column " + column.name);
        if (!has_categories(index)) {
            bool truth = column.kind == ExportColumn::Kind::truth;
            text_ += "(declare-const " + cell(index) + (truth ? " Bool)\n" : " Float64)\n");
            return;
        }
        comment("missing texts: " + ascii_json(column.missing));
        std::string sort = smt_symbol("Sort", {column.name});
        text_ += "(declare-datatypes ((" + sort + " 0)) ((";
        for (const std::string& text : column.categories)
            text_ += "(" + smt_symbol("value", {column.name, text}) + ") ";
        text_ += "(" + smt_symbol("unseen", {column.name}) + ") (" + smt_symbol("missing", {column.name}) +
                 "))))\n";
        text_ += "(declare-const " + cell(index) + " " + sort + ")\n";
        if (column.places.empty()) return;
        std::string open;
        for (std::size_t code = 0; code < column.places.size(); ++code)
            open += "(ite " + is_category(index, column.categories[code]) + " " +
                    smt_number(column.places[code]) + "\n  ";
        define(smt_symbol("number", {column.name}), "Float64",
               open + "(_ NaN 11 53)" + std::string(column.places.size(), ')'));
    }

    // The cell as a double.
    [[nodiscard]] std::string number(std::size_t column) const {
        return has_categories(column) ? smt_symbol("number", {name(column)}) : cell(column);
    }

    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return number(value.column);
        std::string difference = "(fp.sub RNE " + number(value.column) + " " + number(value.minus) + ")";
        return value.absolute ? "(fp.abs " + difference + ")" : difference;
    }

    static std::string compare(const std::string& a, Comparison comparison, const std::string& b) {
        switch (comparison) {
            case Comparison::less: return "(fp.lt " + a + " " + b + ")";
            case Comparison::less_equal: return "(fp.leq " + a + " " + b + ")";
            case Comparison::greater: return "(fp.gt " + a + " " + b + ")";
            case Comparison::greater_equal: return "(fp.geq " + a + " " + b + ")";
            default: return "(fp.eq " + a + " " + b + ")";  // and its negation where cells are present
        }
    }

    [[nodiscard]] std::string literal(const ExportLiteral& literal) const {
        using Kind = ExportLiteral::Kind;
        switch (literal.kind) {
            case Kind::compare: return comparison(literal);
            case Kind::interval: {
                std::string of = value(literal.value);
                return "(and (fp." + std::string(literal.low_closed ? "geq " : "gt ") + of + " " +
                       smt_number(literal.low) + ") (fp." + (literal.high_closed ? "leq " : "lt ") + of +
                       " " + smt_number(literal.high) + "))";
            }
            case Kind::member: {
                std::vector<std::string> equal;
                for (double one : literal.numbers)
                    equal.push_back(compare(value(literal.value), Comparison::equal, smt_number(one)));
                return present_unless(literal.excluded, "(fp.isNaN " + value(literal.value) + ")",
                                      smt_join("or", equal, "false"));
            }
            case Kind::missing:
                return literal.value.is_difference ? "(fp.isNaN " + value(literal.value) + ")"
                                                   : is_missing(literal.value.column);
            case Kind::category: {
                std::vector<std::string> equal;
                for (std::uint32_t code : literal.codes)
                    equal.push_back(is_category(literal.value.column,
                                                model_.columns[literal.value.column].categories[code]));
                return present_unless(literal.excluded, is_missing(literal.value.column),
                                      smt_join("or", equal, "false"));
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return cell(literal.value.column);
    }

    static std::string present_unless(bool excluded, const std::string& missing, const std::string& holds) {
        return excluded ? "(and " + smt_not(missing) + " " + smt_not(holds) + ")" : holds;
    }

    [[nodiscard]] std::string comparison(const ExportLiteral& literal) const {
        std::string of = value(literal.value);
        return present_unless(literal.comparison == Comparison::not_equal, "(fp.isNaN " + of + ")",
                              compare(of, literal.comparison, smt_number(literal.number)));
    }

    [[nodiscard]] std::string pair(const ExportLiteral& literal) const {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        std::vector<std::string> equal;
        for (const std::string& text : literal.common)
            equal.push_back("(and " + is_category(a, text) + " " + is_category(b, text) + ")");
        std::string holds = literal.as_numbers ? compare(number(a), literal.comparison, number(b))
                                               : smt_join("or", equal, "false");
        return present_unless(literal.comparison == Comparison::not_equal,
                              "(or " + is_missing(a) + " " + is_missing(b) + ")", holds);
    }

    // A node as an operand.
    [[nodiscard]] std::string term(std::uint32_t id) const {
        const ExportNode& node = model_.nodes[id];
        switch (node.kind) {
            case ExportNode::Kind::falsum: return "false";
            case ExportNode::Kind::verum: return "true";
            case ExportNode::Kind::literal: return "literal." + std::to_string(node.literal + 1);
            case ExportNode::Kind::negation: return smt_not(term(node.operands[0]));
            default: return "node." + std::to_string(id);
        }
    }

    [[nodiscard]] std::string node(const ExportNode& node) const {
        std::vector<std::string> operands;
        for (std::uint32_t operand : node.operands) operands.push_back(term(operand));
        return smt_join(node.kind == ExportNode::Kind::conjunction ? "and" : "or", operands, "true");
    }

    [[nodiscard]] std::string first_part() const {
        std::string open;
        for (const ExportPart& part : model_.parts)
            open +=
                (open.empty() ? "" : "\n  ") + ("(ite " + term(part.node)) + " " + of_class(part.of_class);
        return open + (open.empty() ? "" : "\n  ") + of_class(model_.otherwise) +
               std::string(model_.parts.size(), ')');
    }

    [[nodiscard]] std::string most_points() {
        std::vector<std::string> points;
        for (std::uint32_t c = 0; c < model_.classes.size(); ++c) {
            std::vector<std::string> sum = {smt_whole(model_.base[c])};
            for (std::size_t r = 0; r < model_.rules.size(); ++r) {
                if (model_.rules[r].points[c] == 0) continue;
                sum.push_back("(ite rule." + std::to_string(r + 1) + " " +
                              smt_whole(model_.rules[r].points[c]) + " 0)");
            }
            points.push_back(smt_symbol("points", {model_.classes[c]}));
            define(points.back(), "Int", smt_join("+", sum, "0"));
        }
        std::string open;
        std::uint32_t last = static_cast<std::uint32_t>(points.size()) - 1;
        for (std::uint32_t c = 0; c < last; ++c) {
            std::vector<std::string> most;
            for (std::uint32_t other = c + 1; other <= last; ++other)
                most.push_back("(>= " + points[c] + " " + points[other] + ")");
            for (std::uint32_t other = 0; other < c; ++other)
                most.push_back("(> " + points[c] + " " + points[other] + ")");
            open +=
                (open.empty() ? "" : "\n  ") + ("(ite " + smt_join("and", most, "true")) + " " + of_class(c);
        }
        return open + (open.empty() ? "" : "\n  ") + of_class(last) + std::string(last, ')');
    }

    const ExportModel& model_;
    std::string text_;
};

}  // namespace

std::string write_smt2(const ExportModel& model, const ExportOptions& /*options*/) {
    return SmtWriter(model).write();
}

}  // namespace loh
