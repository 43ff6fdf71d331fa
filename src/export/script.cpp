#include "export/script.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "base/text.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostCodes = 8;

std::string cell(std::uint32_t column) { return "c" + std::to_string(column); }

class ScriptLiterals {
public:
    ScriptLiterals(const ExportModel& model, const ScriptSyntax& syntax) : model_(model), syntax_(syntax) {}

    [[nodiscard]] std::string operator()(const ExportLiteral& literal) const {
        std::string code = cell(literal.value.column);
        bool codes = is_category(literal.value.column) && !literal.value.is_difference;
        switch (literal.kind) {
            case LiteralKind::category: return category(literal, code);
            case LiteralKind::pair: return pair(literal);
            case LiteralKind::truth: return code + " > 0.5";
            case LiteralKind::missing: {
                std::string of = value(literal.value);
                return codes ? code + syntax_.equal + "-1" : syntax_.negation + "present(" + of + ")";
            }
            case LiteralKind::compare:
                return compare(value(literal.value), literal.comparison, script_number(literal.number));
            case LiteralKind::member: return member(literal);
            case LiteralKind::interval: break;
        }
        std::string of = value(literal.value);
        return "(" + of + (literal.low_closed ? " >= " : " > ") + script_number(literal.low) +
               syntax_.conjunction + of + (literal.high_closed ? " <= " : " < ") +
               script_number(literal.high) + ")";
    }

private:
    [[nodiscard]] bool is_category(std::uint32_t column) const {
        return model_.columns[column].kind == ExportColumn::Kind::category;
    }
    [[nodiscard]] std::string number_of(const ExportLiteral& literal) const {
        return std::to_string(&literal - model_.literals.data());
    }

    [[nodiscard]] std::string number(std::uint32_t column) const {
        return is_category(column) ? "place(PLACES_" + std::to_string(column) + ", " + cell(column) + ")"
                                   : cell(column);
    }
    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return number(value.column);
        std::string difference = "(" + number(value.column) + " - " + number(value.minus) + ")";
        return value.absolute ? syntax_.absolute + difference : difference;
    }

    [[nodiscard]] std::string compare(const std::string& a, Comparison comparison,
                                      const std::string& b) const {
        if (comparison == Comparison::not_equal)
            return "(" + a + " < " + b + syntax_.disjunction + a + " > " + b + ")";
        if (comparison == Comparison::equal) return a + syntax_.equal + b;
        return a + " " + spell(comparison) + " " + b;
    }

    [[nodiscard]] std::string member(const ExportLiteral& literal) const {
        std::string of = value(literal.value);
        std::string result = literal.excluded ? "present(" + of + ")" : "";
        for (double number : literal.numbers) {
            if (!result.empty()) result += literal.excluded ? syntax_.conjunction : syntax_.disjunction;
            result += of + (literal.excluded ? syntax_.unequal : syntax_.equal) + script_number(number);
        }
        return "(" + result + ")";
    }

    [[nodiscard]] std::string category(const ExportLiteral& literal, const std::string& code) const {
        std::string present = code + syntax_.unequal + "-1";
        if (literal.codes.size() > kMostCodes) {
            std::string among = "among(SET_" + number_of(literal) + ", " + code + ")";
            return literal.excluded ? "(" + present + syntax_.conjunction + syntax_.negation + among + ")"
                                    : among;
        }
        std::string result = literal.excluded ? present : "";
        for (std::uint32_t of : literal.codes) {
            if (!result.empty()) result += literal.excluded ? syntax_.conjunction : syntax_.disjunction;
            result += code + (literal.excluded ? syntax_.unequal : syntax_.equal) + std::to_string(of);
        }
        return "(" + result + ")";
    }

    [[nodiscard]] std::string present(std::uint32_t column) const {
        return is_category(column) ? cell(column) + syntax_.unequal + "-1" : "present(" + cell(column) + ")";
    }

    [[nodiscard]] std::string pair(const ExportLiteral& literal) const {
        std::uint32_t column = literal.value.column;
        bool categories = is_category(column) || is_category(literal.other);
        std::string equal =
            "same(SAME_" + number_of(literal) + ", " + cell(column) + ", " + cell(literal.other) + ")";
        if (literal.as_numbers) {
            if (literal.comparison != Comparison::not_equal || !categories)
                return compare(number(column), literal.comparison, number(literal.other));
            equal = number(column) + syntax_.equal + number(literal.other);
        } else if (literal.comparison == Comparison::equal) {
            return equal;
        }
        return "(" + present(column) + syntax_.conjunction + present(literal.other) + syntax_.conjunction +
               syntax_.negation + "(" + equal + "))";
    }

    const ExportModel& model_;
    const ScriptSyntax& syntax_;
};

std::string escape(std::uint32_t code, bool wide) {
    std::array<char, 32> text{};
    constexpr std::uint32_t kFirstPair = 0x10000;
    if (code < kFirstPair) {
        std::snprintf(text.data(), text.size(), "\\u%04x", static_cast<unsigned>(code));
    } else if (wide) {
        std::snprintf(text.data(), text.size(), "\\U%08x", static_cast<unsigned>(code));
    } else {
        code -= kFirstPair;
        std::snprintf(text.data(), text.size(), "\\u%04x\\u%04x",
                      static_cast<unsigned>(0xD800 + (code >> 10U)),
                      static_cast<unsigned>(0xDC00 + (code & 0x3FFU)));
    }
    return text.data();
}

std::uint32_t decoded(std::string_view bytes) {
    auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    std::uint32_t result = first & (0xFFU >> (bytes.size() + 1));
    for (char byte : bytes.substr(1)) result = result << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    return result;
}

}  // namespace

std::string script_text(std::string_view text, bool wide) {
    constexpr std::string_view kHarmless = " !#%()*+,-./:;=?@[]^_{|}~";
    constexpr std::uint32_t kReplacement = 0xFFFD;  // for bytes that are not UTF-8
    std::string result = "\"";
    while (!text.empty()) {
        std::size_t length = utf8_sequence_length(text);
        std::string_view bytes = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(bytes.size());
        char c = bytes[0];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     kHarmless.find(c) != std::string::npos;
        if (length == 1 && plain) {
            result += c;
        } else {
            result += escape(length == 0 ? kReplacement : decoded(bytes), wide);
        }
    }
    return result + "\"";
}

std::string script_texts(const std::vector<std::string>& texts, bool wide) {
    std::string result = "[\n";
    for (const std::string& text : texts) result += "    " + script_text(text, wide) + ",\n";
    return result + "]";
}

std::string script_number(double value) {
    std::string text = spell_number(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string script_numbers(const std::vector<double>& values) {
    std::string result = "[";
    for (double value : values) result += (result.size() == 1 ? "" : ", ") + script_number(value);
    return result + "]";
}

std::string script_tables(const ExportModel& model, const ScriptSyntax& syntax) {
    std::string result;
    std::set<std::uint32_t> as_numbers;
    auto table = [&](const std::string& name, const std::string& value) {
        result += syntax.constant + name + " = " + value + syntax.end + "\n";
    };
    for (std::size_t i = 0; i < model.literals.size(); ++i) {
        const ExportLiteral& literal = model.literals[i];
        if (literal.value.is_difference) as_numbers.insert({literal.value.column, literal.value.minus});
        if (literal.kind == LiteralKind::pair && literal.as_numbers)
            as_numbers.insert({literal.value.column, literal.other});
        if (literal.kind == LiteralKind::category && literal.codes.size() > kMostCodes) {
            std::string codes;
            for (std::uint32_t code : literal.codes)
                codes += (codes.empty() ? "" : ", ") + std::to_string(code);
            table("SET_" + std::to_string(i), syntax.set_open + codes + syntax.set_close);
        }
        if (literal.kind != LiteralKind::pair || literal.as_numbers) continue;
        const std::vector<std::string>& b = model.columns[literal.other].categories;
        std::string codes;
        for (const std::string& text : model.columns[literal.value.column].categories) {
            auto at = std::lower_bound(b.begin(), b.end(), text);
            bool has = at != b.end() && *at == text;
            codes += (codes.empty() ? "" : ", ") + (has ? std::to_string(at - b.begin()) : "-3");
        }
        table("SAME_" + std::to_string(i), "[" + codes + "]");
    }
    for (std::uint32_t column : as_numbers)
        if (model.columns[column].kind == ExportColumn::Kind::category)
            table("PLACES_" + std::to_string(column), script_numbers(model.columns[column].places));
    return result;
}

ScriptConditions script_conditions(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                   const ScriptSyntax& syntax) {
    ScriptLiterals literals(model, syntax);
    ExpressionStyle style;
    style.conjunction = syntax.conjunction.substr(1, syntax.conjunction.size() - 2);
    style.disjunction = syntax.disjunction.substr(1, syntax.disjunction.size() - 2);
    style.yes = "(0" + syntax.equal + "0)";
    style.no = "(0" + syntax.equal + "1)";
    style.literal = [&](const ExportLiteral& literal) { return literals(literal); };
    style.negation = [&](const std::string& operand) { return syntax.negation + "(" + operand + ")"; };
    std::vector<std::uint32_t> levels = named_levels(model, roots, {500, SIZE_MAX, syntax.deepest});
    std::vector<std::string> names(model.nodes.size());
    std::vector<std::uint32_t> named;
    for (std::uint32_t node = 0; node < names.size(); ++node) {
        if (levels[node] == 0) continue;
        names[node] = "n" + std::to_string(node);
        named.push_back(node);
    }
    ScriptConditions result;
    std::vector<std::string> texts = expressions(model, named, names, style);
    for (std::size_t i = 0; i < named.size(); ++i)
        result.statements += syntax.other_line + names[named[i]] + " = " + texts[i] + syntax.end + "\n";
    result.roots = expressions(model, roots, names, style);
    for (std::size_t i = 0; i < roots.size(); ++i)
        if (levels[roots[i]] > 0) result.roots[i] = names[roots[i]];
    return result;
}

std::string script_form(const ExportColumn& column) {
    const CellForm& form = column.form;
    if (form.kind == CellForm::Kind::plain) return "[\"plain\"]";
    if (form.is_date()) {
        constexpr std::array<const char*, 3> kOrders = {"\"ymd\"", "\"dmy\"", "\"mdy\""};
        return std::string("[\"date\", ") + kOrders[static_cast<std::size_t>(form.order)] + ", " +
               script_text(std::string(1, form.divider), false) + ", " + (form.offset ? "1" : "0") + "]";
    }
    // The unit is in the spelled form: before or behind 1234.5.
    std::string spelled = form.spelled();
    std::size_t digits = spelled.find('1');
    std::string unit = form.unit_behind ? spelled.substr(spelled.rfind('5') + 1) : spelled.substr(0, digits);
    std::string group = form.group == 0 ? "" : std::string(1, form.group);
    return "[\"number\", " + script_text(unit, false) + ", " + (form.unit_behind ? "1" : "0") + ", " +
           script_text(group, false) + ", " + script_text(std::string(1, form.decimal), false) + "]";
}

}  // namespace loh
