#include "formula/atom.hpp"

#include <cmath>

#include "base/calendar.hpp"
#include "base/text.hpp"

namespace loh {

namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::string spell_constant(const Column& column, const Constant& constant) {
    return std::visit(Overloaded{[&](double number) { return spell_cell(column, number); },
                                 [](const std::string& category) { return quote(category, '"'); }},
                      constant);
}

std::string spell_operand(const Column& column, const Operand& operand) {
    return std::visit(
        Overloaded{[&](double number) { return spell_cell(column, number); },
                   [](const std::string& category) { return quote(category, '"'); },
                   [](const Column& other) { return other.name; }, [](Hole) { return std::string("?"); }},
        operand);
}

}  // namespace

const char* spell(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return "<";
        case Comparison::less_equal: return "<=";
        case Comparison::greater: return ">";
        case Comparison::greater_equal: return ">=";
        case Comparison::equal: return "=";
        case Comparison::not_equal: return "!=";
    }
    return "=";
}

Comparison mirrored(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return Comparison::greater;
        case Comparison::less_equal: return Comparison::greater_equal;
        case Comparison::greater: return Comparison::less;
        case Comparison::greater_equal: return Comparison::less_equal;
        default: return comparison;
    }
}

Comparison negated(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return Comparison::greater_equal;
        case Comparison::less_equal: return Comparison::greater;
        case Comparison::greater: return Comparison::less_equal;
        case Comparison::greater_equal: return Comparison::less;
        case Comparison::equal: return Comparison::not_equal;
        case Comparison::not_equal: break;
    }
    return Comparison::equal;
}

std::string spell_cell(const Column& column, double number) {
    if (column.date) return spell_moment(number);
    std::string text = spell_number(number);
    // Whole numbers of the language end at 2^53; a larger one is a decimal.
    bool too_large = std::abs(number) > 0x1p53 && text.find_first_of(".e") == std::string::npos;
    return too_large ? text + ".0" : text;
}

std::string spell(const Atom& atom) {
    return std::visit(
        Overloaded{[](const CompareAtom& a) {
                       return a.column.name + " " + spell(a.comparison) + " " +
                              spell_operand(a.column, a.operand);
                   },
                   [](const MemberAtom& a) {
                       std::string result = a.column.name + (a.excluded ? " not in " : " in ");
                       if (a.hole) return result + "?";
                       result += "{";
                       for (std::size_t i = 0; i < a.values.size(); ++i) {
                           result += (i > 0 ? ", " : "") + spell_constant(a.column, a.values[i]);
                       }
                       return result + "}";
                   },
                   [](const IntervalAtom& a) {
                       return spell_cell(a.column, a.low) + (a.low_closed ? " <= " : " < ") + a.column.name +
                              (a.high_closed ? " <= " : " < ") + spell_cell(a.column, a.high);
                   },
                   [](const MissingAtom& a) { return a.column.name + " is missing"; }},
        atom);
}

Column difference_column(std::string a, std::string b, bool absolute) {
    std::string bar = absolute ? "|" : "";
    std::string name = bar + a + " - " + b + bar;
    return {std::move(name), false, {std::move(a), std::move(b)}, absolute};
}

const Column& column_of(const Atom& atom) {
    return std::visit([](const auto& a) -> const Column& { return a.column; }, atom);
}

std::vector<std::string> columns_of(const Atom& atom) {
    const Column& column = column_of(atom);
    if (column.is_difference()) return column.difference_of;
    std::vector<std::string> result = {column.name};
    const auto* compare = std::get_if<CompareAtom>(&atom);
    const Column* other = compare != nullptr ? std::get_if<Column>(&compare->operand) : nullptr;
    if (other != nullptr) result.push_back(other->name);
    return result;
}

bool has_hole(const Atom& atom) {
    if (const auto* member = std::get_if<MemberAtom>(&atom)) return member->hole;
    const auto* compare = std::get_if<CompareAtom>(&atom);
    return compare != nullptr && std::holds_alternative<Hole>(compare->operand);
}

}  // namespace loh
