// Translates a decision. Literals and columns are resolved as LiteralReader does (decision/decision_data.cpp), so that a column
// has the same categories here and in prediction: those of the training data, and those that literals name.
#include "export/export_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/check.hpp"
#include "base/text.hpp"
#include "decision/rows/rule_program.hpp"
#include "features/atom_types.hpp"
#include "formula/walk.hpp"
#include "lang/lexer.hpp"

namespace loh {

namespace {

// The name in the header of a table for an input in the spelling of the language.
std::string header_name(const std::string& spelled) {
    if (spelled.size() < 2 || !spelled.starts_with('`') || !spelled.ends_with('`')) return spelled;
    std::string name = unquote(spelled);
    return spell_name(name) == spelled ? name : spelled;
}

// What a category counts as in a difference, or among numbers (features/column_differences.hpp).
std::vector<double> places_of(const std::vector<std::string>& categories) {
    auto all_between = [&](char first, char last) {
        return std::all_of(categories.begin(), categories.end(), [&](const std::string& text) {
            return text.size() == 1 && text[0] >= first && text[0] <= last;
        });
    };
    std::vector<double> result;
    for (const std::string& text : categories) {
        if (std::optional<double> number = number_of(text)) result.push_back(*number);
    }
    if (result.size() == categories.size()) return result;
    result.clear();
    if (!all_between('a', 'z') && !all_between('A', 'Z')) return result;
    char first = categories[0][0] >= 'a' ? 'a' : 'A';
    for (const std::string& text : categories) result.push_back(text[0] - first);
    return result;
}

void refuse_zero_bytes(const std::string& text) {
    if (text.find('\0') == std::string::npos) return;
    throw Error(ErrorKind::usage, "the name " + quote(text, '\'') + " has a NUL byte and cannot be exported");
}

// The columns that the literals read, and their index.
class ColumnList {
public:
    ColumnList(const DecisionData& decision, ExportModel& model) : decision_(decision), model_(model) {
        std::map<std::string, std::set<std::string>> named;  // by the spelling of the column
        plain_.insert(decision.meanings.plain.begin(), decision.meanings.plain.end());
        for (const RuleLiteral& literal : compile_rules(decision.plain_formulas()).literals) {
            if (!is_atom(literal.text, literal.atom ? &*literal.atom : nullptr)) continue;
            for (const std::string& name : columns_of(*literal.atom))
                collect_categories(*literal.atom, named[name]);
        }
        for (auto& [name, texts] : named) named_[key_of(name)].merge(texts);
    }

    // An atom, and not the name of a column of truth values.
    [[nodiscard]] bool is_atom(const std::string& text, const Atom* atom) const {
        return atom != nullptr && !plain_.contains(text);
    }

    std::uint32_t truth(const std::string& spelled) {
        ExportColumn column{header_name(spelled), ExportColumn::Kind::truth};
        return place("truth " + column.name, column);
    }

    std::uint32_t compared(const std::string& spelled) {
        std::string name = key_of(spelled);
        ColumnSchema schema = schema_of(name);
        ExportColumn column{name, kind_of(schema)};
        column.form = schema.form;
        const MissingRules& rules = decision_.meanings.missing;
        bool category = column.kind == ExportColumn::Kind::category;
        column.missing = (category ? MissingTexts::in_categories(rules, schema.categories)
                                   : MissingTexts::in_numbers(rules))
                             .texts();
        column.missing.erase(std::unique(column.missing.begin(), column.missing.end()), column.missing.end());
        std::vector<double> places = places_of(schema.categories);
        for (std::size_t code = 0; code < schema.categories.size(); ++code) {
            const std::string& text = schema.categories[code];
            if (std::binary_search(column.missing.begin(), column.missing.end(), text)) continue;
            column.categories.push_back(text);
            if (!places.empty()) column.places.push_back(places[code]);
        }
        return place("cells " + name, column);
    }

    // The columns of the atom without rows, to check it and to see how it compares them.
    [[nodiscard]] std::vector<TypedColumn> typed(const Atom& atom) const {
        std::vector<TypedColumn> result;
        for (const std::string& spelled : columns_of(atom)) {
            std::string name = key_of(spelled);
            ColumnSchema schema = schema_of(name);
            result.push_back({name, schema.type, {}, {}, schema.categories, schema.form});
        }
        return result;
    }

private:
    static ExportColumn::Kind kind_of(const ColumnSchema& schema) {
        if (schema.type == ColumnType::category) return ExportColumn::Kind::category;
        return schema.form.is_date() ? ExportColumn::Kind::date : ExportColumn::Kind::number;
    }

    // The name of the column among the meanings.
    [[nodiscard]] std::string key_of(const std::string& spelled) const {
        return decision_.meanings.columns.contains(spelled) ? spelled : header_name(spelled);
    }

    [[nodiscard]] ColumnSchema schema_of(const std::string& name) const {
        auto found = decision_.meanings.columns.find(name);
        if (found == decision_.meanings.columns.end())
            throw Error(ErrorKind::name, "the model does not know the column " + quote(name, '\''));
        ColumnSchema result = found->second;
        auto named = named_.find(name);
        if (named != named_.end()) add_categories(named->second, decision_.meanings.missing, result);
        return result;
    }

    std::uint32_t place(const std::string& key, const ExportColumn& column) {
        auto [found, is_new] = places_.try_emplace(key, static_cast<std::uint32_t>(model_.columns.size()));
        if (!is_new) return found->second;
        refuse_zero_bytes(column.name);
        for (const std::string& text : column.categories) refuse_zero_bytes(text);
        model_.columns.push_back(column);
        return found->second;
    }

    const DecisionData& decision_;
    ExportModel& model_;
    std::unordered_set<std::string> plain_;
    std::map<std::string, std::set<std::string>> named_;  // by name: categories that literals name
    std::unordered_map<std::string, std::uint32_t> places_;
};

double finite(double number) {
    if (!std::isfinite(number))
        throw Error(ErrorKind::meaning, "a literal compares with a number that is not finite");
    return number == 0 ? 0 : number;  // -0 = 0
}

// Nodes with equal operands are one node. Constants are folded.
class NodeList {
public:
    explicit NodeList(std::vector<ExportNode>& nodes) : nodes_(nodes) {
        nodes_.push_back({ExportNode::Kind::falsum});
        nodes_.push_back({ExportNode::Kind::verum});
    }

    static std::uint32_t constant(bool value) { return value ? 1 : 0; }
    std::uint32_t literal(std::uint32_t index) { return intern(ExportNode::Kind::literal, {index}); }

    std::uint32_t negation(std::uint32_t operand) {
        if (operand < 2) return 1 - operand;
        if (nodes_[operand].kind == ExportNode::Kind::negation) return nodes_[operand].operands[0];
        return intern(ExportNode::Kind::negation, {operand});
    }

    std::uint32_t join(ExportNode::Kind kind, const std::vector<std::uint32_t>& operands) {
        std::uint32_t neutral = constant(kind == ExportNode::Kind::conjunction);
        std::vector<std::uint32_t> kept;
        std::unordered_set<std::uint32_t> known;
        for (std::uint32_t operand : operands) {
            if (operand == 1 - neutral) return operand;
            if (operand != neutral && known.insert(operand).second) kept.push_back(operand);
        }
        if (kept.empty()) return neutral;
        return kept.size() == 1 ? kept[0] : intern(kind, std::move(kept));
    }

private:
    std::uint32_t intern(ExportNode::Kind kind, std::vector<std::uint32_t> operands) {
        auto [found, is_new] =
            known_.try_emplace({kind, operands}, static_cast<std::uint32_t>(nodes_.size()));
        if (!is_new) return found->second;
        ExportNode node{kind};
        if (kind == ExportNode::Kind::literal) {
            node.literal = operands[0];
        } else {
            node.operands = std::move(operands);
        }
        nodes_.push_back(std::move(node));
        return found->second;
    }

    std::vector<ExportNode>& nodes_;
    std::map<std::pair<ExportNode::Kind, std::vector<std::uint32_t>>, std::uint32_t> known_;
};

// Atoms become nodes: a literal, its negation, or a constant.
class LiteralList {
public:
    LiteralList(const DecisionData& decision, ExportModel& model, NodeList& nodes)
        : model_(model), nodes_(nodes), columns_(decision, model) {}

    std::uint32_t node_of(const std::string& text, const Atom* atom) {
        auto known = by_text_.find(text);
        if (known != by_text_.end()) return known->second;
        ExportLiteral literal;
        literal.text = text;
        std::uint32_t node = 0;
        if (columns_.is_atom(text, atom)) {
            check_atom(*atom, columns_.typed(*atom), false);
            node = std::visit([&](const auto& of) { return translate(of, std::move(literal)); }, *atom);
        } else {
            literal.kind = ExportLiteral::Kind::truth;
            literal.value.column = columns_.truth(text);
            node = added(std::move(literal));
        }
        by_text_.emplace(text, node);
        return node;
    }

private:
    using Kind = ExportLiteral::Kind;

    std::uint32_t added(ExportLiteral literal) {
        model_.literals.push_back(std::move(literal));
        return nodes_.literal(static_cast<std::uint32_t>(model_.literals.size() - 1));
    }

    ExportValue value_of(const Column& column) {
        ExportValue result;
        if (!column.is_difference()) {
            result.column = columns_.compared(column.name);
            return result;
        }
        result.column = columns_.compared(column.difference_of[0]);
        result.minus = columns_.compared(column.difference_of[1]);
        result.is_difference = true;
        result.absolute = column.absolute;
        return result;
    }

    std::uint32_t translate(const CompareAtom& atom, ExportLiteral literal) {
        literal.value = value_of(atom.column);
        literal.comparison = atom.comparison;
        if (const auto* number = std::get_if<double>(&atom.operand)) {
            literal.kind = Kind::compare;
            literal.number = finite(*number);
            return added(std::move(literal));
        }
        if (const auto* category = std::get_if<std::string>(&atom.operand))
            return categories({*category}, atom.comparison == Comparison::not_equal, std::move(literal));
        const auto* other = std::get_if<Column>(&atom.operand);
        LOH_CHECK(other != nullptr);
        literal.kind = Kind::pair;
        literal.other = columns_.compared(other->name);
        std::vector<TypedColumn> typed = columns_.typed(atom);
        literal.as_numbers = compare_as_numbers(typed[0], typed[1]);
        const std::vector<std::string>& a = model_.columns[literal.value.column].categories;
        const std::vector<std::string>& b = model_.columns[literal.other].categories;
        if (!literal.as_numbers)
            std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(literal.common));
        return added(std::move(literal));
    }

    std::uint32_t translate(const MemberAtom& atom, ExportLiteral literal) {
        literal.value = value_of(atom.column);
        std::vector<std::string> texts;
        for (const Constant& constant : atom.values) {
            if (const auto* number = std::get_if<double>(&constant))
                literal.numbers.push_back(finite(*number));
            if (const auto* text = std::get_if<std::string>(&constant)) texts.push_back(*text);
        }
        if (model_.columns[literal.value.column].kind == ExportColumn::Kind::category &&
            !literal.value.is_difference)
            return categories(texts, atom.excluded, std::move(literal));
        std::sort(literal.numbers.begin(), literal.numbers.end());
        literal.numbers.erase(std::unique(literal.numbers.begin(), literal.numbers.end()),
                              literal.numbers.end());
        if (literal.numbers.empty())
            return atom.excluded ? present(std::move(literal)) : NodeList::constant(false);
        literal.kind = Kind::member;
        literal.excluded = atom.excluded;
        return added(std::move(literal));
    }

    std::uint32_t translate(const IntervalAtom& atom, ExportLiteral literal) {
        literal.value = value_of(atom.column);
        literal.kind = Kind::interval;
        literal.low = finite(atom.low);
        literal.high = finite(atom.high);
        literal.low_closed = atom.low_closed;
        literal.high_closed = atom.high_closed;
        return added(std::move(literal));
    }

    std::uint32_t translate(const MissingAtom& atom, ExportLiteral literal) {
        literal.value = value_of(atom.column);
        literal.kind = Kind::missing;
        return added(std::move(literal));
    }

    std::uint32_t categories(const std::vector<std::string>& texts, bool excluded, ExportLiteral literal) {
        const std::vector<std::string>& all = model_.columns[literal.value.column].categories;
        for (const std::string& text : texts) {
            auto at = std::lower_bound(all.begin(), all.end(), text);
            if (at != all.end() && *at == text)
                literal.codes.push_back(static_cast<std::uint32_t>(at - all.begin()));
        }
        std::sort(literal.codes.begin(), literal.codes.end());
        literal.codes.erase(std::unique(literal.codes.begin(), literal.codes.end()), literal.codes.end());
        if (literal.codes.empty()) return excluded ? present(std::move(literal)) : NodeList::constant(false);
        literal.kind = Kind::category;
        literal.excluded = excluded;
        return added(std::move(literal));
    }

    // The column is not missing.
    std::uint32_t present(ExportLiteral literal) {
        std::string text = spell(Atom(MissingAtom{{spell_value(literal.value)}}));
        auto known = by_text_.find(text);
        if (known != by_text_.end()) return nodes_.negation(known->second);
        literal.kind = Kind::missing;
        literal.text = text;
        std::uint32_t node = added(std::move(literal));
        by_text_.emplace(text, node);
        return nodes_.negation(node);
    }

    [[nodiscard]] std::string spell_value(const ExportValue& value) const {
        std::string first = spell_name(model_.columns[value.column].name);
        if (!value.is_difference) return first;
        return difference_column(first, spell_name(model_.columns[value.minus].name), value.absolute).name;
    }

    ExportModel& model_;
    NodeList& nodes_;
    ColumnList columns_;
    std::unordered_map<std::string, std::uint32_t> by_text_;
};

std::uint32_t node_of(const Formula& formula, NodeList& nodes, LiteralList& literals) {
    if (!formula.data()) return NodeList::constant(formula == Formula(true));
    const GraphData& graph = *formula.data();
    std::unordered_map<std::uint32_t, std::uint32_t> made;  // by node of the graph
    for (NodeId id : below(graph, std::span(&formula, 1))) {
        std::vector<std::uint32_t> operands;
        for (NodeId operand : graph.operands(id)) operands.push_back(made.at(operand.value));
        std::uint32_t node = 0;
        switch (graph.kind(id)) {
            case Kind::falsum: node = NodeList::constant(false); break;
            case Kind::verum: node = NodeList::constant(true); break;
            case Kind::variable: node = literals.node_of(graph.leaf_text(id), graph.leaf_atom(id)); break;
            case Kind::negation: node = nodes.negation(operands[0]); break;
            case Kind::conjunction: node = nodes.join(ExportNode::Kind::conjunction, operands); break;
            case Kind::disjunction: node = nodes.join(ExportNode::Kind::disjunction, operands); break;
            default: throw Error(ErrorKind::usage, "a formula with choices cannot be exported");
        }
        made[id.value] = node;
    }
    return made.at(formula.id().value);
}

void add_rules(const DecisionData& decision, NodeList& nodes, LiteralList& literals, ExportModel& model) {
    const DecisionHead& head = *decision.head;
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        ExportPart part{0, head.class_of(f)};
        std::vector<std::uint32_t> of_part;
        for (const Formula& formula : head.rules_of(decision.formulas[f].formula)) {
            ExportRule rule{node_of(formula, nodes, literals), part.of_class, formula.to_string()};
            of_part.push_back(rule.node);
            for (std::size_t c = 0; model.votes && c < model.classes.size(); ++c)
                rule.points.push_back(head.card().at(f, c));
            model.rules.push_back(std::move(rule));
        }
        if (model.votes) continue;
        part.node = nodes.join(ExportNode::Kind::disjunction, of_part);
        model.parts.push_back(part);
    }
}

}  // namespace

ExportModel export_model(const DecisionData& decision) {
    const DecisionHead& head = *decision.head;
    if (head.needs_network())
        throw Error(
            ErrorKind::usage,
            "this model cannot be exported: its head is `paper`, so its network decides, not its rules",
            "learn it with another head: --head single, list or vote");
    ExportModel model;
    model.target = decision.target;
    model.classes = decision.classes();
    refuse_zero_bytes(model.target);
    for (const std::string& name : model.classes) refuse_zero_bytes(name);
    model.votes = head.kind() == Head::vote;
    model.base = head.card().base;
    model.probabilities = decision.probabilities;
    if (head.kind() == Head::list) model.otherwise = static_cast<std::uint32_t>(model.classes.size() - 1);
    NodeList nodes(model.nodes);
    LiteralList literals(decision, model, nodes);
    add_rules(decision, nodes, literals, model);
    return model;
}

std::vector<std::uint32_t> uses_of(const ExportModel& model, std::span<const std::uint32_t> roots) {
    std::vector<std::uint32_t> uses(model.nodes.size(), 0);
    for (std::uint32_t root : roots) ++uses[root];
    for (std::size_t node = model.nodes.size(); node-- > 0;) {
        if (uses[node] == 0) continue;
        for (std::uint32_t operand : model.nodes[node].operands) ++uses[operand];
    }
    return uses;
}

std::vector<std::uint32_t> rule_roots(const ExportModel& model) {
    std::vector<std::uint32_t> result;
    for (const ExportRule& rule : model.rules) result.push_back(rule.node);
    return result;
}

std::vector<std::uint32_t> part_roots(const ExportModel& model) {
    std::vector<std::uint32_t> result;
    for (const ExportPart& part : model.parts) result.push_back(part.node);
    return result;
}

std::size_t written_size(const ExportModel& model, std::uint32_t node, std::size_t most) {
    std::vector<std::size_t> sizes(node + 1, 1);
    for (std::uint32_t i = 0; i <= node; ++i) {
        if (model.nodes[i].operands.empty()) continue;
        sizes[i] = 0;
        for (std::uint32_t operand : model.nodes[i].operands)
            sizes[i] = std::min(most + 1, sizes[i] + sizes[operand]);
    }
    return sizes[node];
}

}  // namespace loh
