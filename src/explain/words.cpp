// Formulas as sentences. They are exact for missing cells: a comparison is false for them, and its negation names them.
#include "base/text.hpp"
#include "formula/graph.hpp"
#include "lang/lexer.hpp"
#include "loh/explain.hpp"

namespace loh {

namespace {

std::string listed(const Column& column, const std::vector<Constant>& values, const char* last) {
    std::string result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) result += i + 1 == values.size() ? std::string(" ") + last + " " : ", ";
        result += std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
                    return spell_cell(column, value);
                else
                    return value;
            },
            values[i]);
    }
    return result;
}

// The name of a column or proposition in the spelling of the table.
std::string bare(const std::string& name) { return name.back() == '`' ? unquote(name) : name; }

std::string bare(const Column& column) {
    if (!column.is_difference()) return bare(column.name);
    const char* bar = column.absolute ? "|" : "";
    return bar + bare(column.difference_of[0]) + " - " + bare(column.difference_of[1]) + bar;
}

std::string operand_of(const CompareAtom& atom) {
    if (const auto* number = std::get_if<double>(&atom.operand)) return spell_cell(atom.column, *number);
    if (const auto* category = std::get_if<std::string>(&atom.operand)) return *category;
    return "?";
}

const char* words_for(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return "below ";
        case Comparison::less_equal: return "at most ";
        case Comparison::greater: return "above ";
        case Comparison::greater_equal: return "at least ";
        case Comparison::equal: return "";
        case Comparison::not_equal: return "other than ";
    }
    return "";
}

// The words after `is`.
struct Predicate {
    std::string operator()(const CompareAtom& atom) const {
        return words_for(atom.comparison) + operand_of(atom);
    }
    std::string operator()(const MemberAtom& atom) const {
        return (atom.excluded ? "other than " : "") +
               listed(atom.column, atom.values, atom.excluded ? "and" : "or");
    }
    std::string operator()(const IntervalAtom& atom) const {
        return (atom.low_closed ? "from " : "above ") + spell_cell(atom.column, atom.low) +
               (atom.high_closed ? " up to " : " to below ") + spell_cell(atom.column, atom.high);
    }
    std::string operator()(const MissingAtom&) const { return "missing"; }
};

const Column* compared_column(const Atom& atom) {
    const auto* compare = std::get_if<CompareAtom>(&atom);
    return compare != nullptr ? std::get_if<Column>(&compare->operand) : nullptr;
}

// Either cell may be missing. `is` alone would make the name of the other column look like a category.
std::string of_pair(const CompareAtom& atom, const std::string& other, bool negated) {
    std::string column = bare(atom.column.name);
    std::string is = column + (negated ? " is not " : " is ");
    std::string relation = atom.comparison == Comparison::equal       ? "equal to "
                           : atom.comparison == Comparison::not_equal ? "different from "
                                                                      : words_for(atom.comparison);
    std::string missing = negated ? column + " or " + other + " is missing or " : "";
    return missing + is + relation + other;
}

std::string of_literal(const Formula& leaf, bool negated) {
    if (leaf.kind() != Kind::variable) return (negated ? "not " : "") + leaf.to_string();
    const Atom* atom = leaf.data()->leaf_atom(leaf.id());
    if (atom == nullptr) return (negated ? "not " : "") + bare(leaf.name());
    if (const Column* other = compared_column(*atom))
        return of_pair(std::get<CompareAtom>(*atom), bare(other->name), negated);
    std::string column = bare(column_of(*atom));
    bool says_missing = std::holds_alternative<MissingAtom>(*atom);
    return column +
           (!negated       ? " is "
            : says_missing ? " is not "
                           : " is missing or not ") +
           std::visit(Predicate{}, *atom);
}

bool is_leaf(const Formula& formula) {
    return formula.kind() == Kind::variable || formula.kind() == Kind::verum ||
           formula.kind() == Kind::falsum;
}

// A formula that is nested deeper is printed as a formula.
constexpr int kDeepestWords = 64;

std::string words_of(const Formula& formula, int depth) {
    if (is_leaf(formula)) return of_literal(formula, false);
    if (depth > kDeepestWords) return formula.to_string();
    if (formula.kind() == Kind::negation) {
        return is_leaf(formula[0]) ? of_literal(formula[0], true)
                                   : "not (" + words_of(formula[0], depth + 1) + ")";
    }
    bool conjunction = formula.kind() == Kind::conjunction;
    std::string result;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        std::string part = words_of(formula[i], depth + 1);
        bool ambiguous = part.find(conjunction ? " or " : " and ") != std::string::npos;
        if (i > 0) result += conjunction ? " and " : " or ";
        result += ambiguous && !is_leaf(formula[i]) ? "(" + part + ")" : part;
    }
    return result;
}

}  // namespace

std::string in_words(const Formula& formula) { return words_of(formula, 0); }

}  // namespace loh
