#include "loh/formula.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/check.hpp"
#include "base/text.hpp"
#include "formula/graph.hpp"
#include "formula/print.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Whether all operands are bare constants. They belong to no graph, and a connective of them is a bare constant again.
bool all_bare(const std::vector<Formula>& operands) {
    return std::none_of(operands.begin(), operands.end(),
                        [](const Formula& operand) { return operand.data() != nullptr; });
}

Formula connect(Kind kind, const Formula& left, const Formula& right) {
    if (!left.data() && !right.data())
        return kind == Kind::conjunction ? all_of({left, right}) : any_of({left, right});
    std::shared_ptr<GraphData> graph = roots_of({left, right}).graph;
    std::vector<NodeId> ids;
    if (graph->kind(left.id()) == kind) {
        std::span<const NodeId> operands = graph->operands(left.id());
        ids.assign(operands.begin(), operands.end());
    } else {
        ids.push_back(left.id());
    }
    ids.push_back(right.id());
    NodeId id = kind == Kind::conjunction ? graph->conjunction(ids) : graph->disjunction(ids);
    return {std::move(graph), id};
}

}  // namespace

Graph::Graph() : data_(std::make_shared<GraphData>()) {}

Formula Graph::var(std::string_view name) {
    if (name.empty()) throw Error(ErrorKind::usage, "a variable needs a name");
    return {data_, data_->variable(spell_name(name))};
}

std::size_t Graph::node_count() const { return data_->node_count(); }
std::size_t Graph::choice_count() const { return data_->choice_count(); }

Kind Formula::kind() const {
    if (is_constant()) return id_ == kTrue ? Kind::verum : Kind::falsum;
    return data_->kind(id_);
}

std::size_t Formula::size() const { return is_constant() ? 0 : data_->operands(id_).size(); }

Formula Formula::operator[](std::size_t index) const {
    if (index >= size()) {
        throw Error(ErrorKind::usage, "operand index " + std::to_string(index) +
                                          " is out of range: the formula has " + std::to_string(size()) +
                                          " operands");
    }
    return {data_, data_->operands(id_)[index]};
}

std::string Formula::name() const {
    if (kind() != Kind::variable && kind() != Kind::hole)
        throw Error(ErrorKind::usage, "only a variable has a name");
    return data_->leaf_text(id_);
}

ChoiceMode Formula::mode() const {
    if (kind() != Kind::choice) throw Error(ErrorKind::usage, "only a choice has a mode");
    return data_->choice_mode(id_);
}

ChoiceId Formula::choice_id() const {
    if (kind() != Kind::choice) throw Error(ErrorKind::usage, "only a choice has a choice id");
    return data_->choice_id(id_);
}

bool Formula::has_choices() const { return !is_constant() && data_->has_choices(id_); }

std::string Formula::to_string() const {
    if (is_constant()) return id_ == kTrue ? "true" : "false";
    std::vector<std::string> statements = print_statements(*data_, {{"", id_}});
    std::string result;
    for (const std::string& statement : statements) result += (result.empty() ? "" : "; ") + statement;
    return result;
}

Formula operator!(const Formula& operand) {
    if (!operand.data()) return operand.id() == kFalse;
    Roots roots = roots_of({operand});
    NodeId id = roots.graph->negation(operand.id());
    return {std::move(roots.graph), id};
}

Formula operator&(const Formula& left, const Formula& right) {
    return connect(Kind::conjunction, left, right);
}
Formula operator|(const Formula& left, const Formula& right) {
    return connect(Kind::disjunction, left, right);
}

Formula all_of(const std::vector<Formula>& operands) {
    auto holds = [](const Formula& operand) { return operand.id() == kTrue; };
    if (all_bare(operands)) return std::all_of(operands.begin(), operands.end(), holds);
    Roots roots = roots_of(operands);
    NodeId id = roots.graph->conjunction(roots.ids);
    return {std::move(roots.graph), id};
}

Formula any_of(const std::vector<Formula>& operands) {
    auto holds = [](const Formula& operand) { return operand.id() == kTrue; };
    if (all_bare(operands)) return std::any_of(operands.begin(), operands.end(), holds);
    Roots roots = roots_of(operands);
    NodeId id = roots.graph->disjunction(roots.ids);
    return {std::move(roots.graph), id};
}

Formula implies(const Formula& premise, const Formula& conclusion) { return any_of({!premise, conclusion}); }

Formula iff(const Formula& left, const Formula& right) {
    return all_of({any_of({!left, right}), any_of({left, !right})});
}

Formula exclusive_or(const Formula& left, const Formula& right) {
    return all_of({any_of({left, right}), any_of({!left, !right})});
}

Formula choice(const std::vector<Formula>& alternatives, ChoiceMode mode) {
    if (alternatives.empty()) throw Error(ErrorKind::usage, "a choice needs at least one alternative");
    Roots roots = roots_of(alternatives);
    NodeId id = roots.graph->choice(roots.ids, mode);
    return {std::move(roots.graph), id};
}

Formula choice(std::initializer_list<Formula> alternatives, ChoiceMode mode) {
    return choice(std::vector<Formula>(alternatives), mode);
}

Census take_census(const std::vector<Formula>& formulas) {
    Roots roots = roots_of(formulas);
    std::vector<std::uint32_t> uses = count_uses(*roots.graph, roots.ids);
    Census census;
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
        if (uses[id] == 0) continue;
        Kind kind = roots.graph->kind({id});
        census.nodes += 1;
        census.variables += kind == Kind::variable ? 1 : 0;
        census.holes += kind == Kind::hole ? 1 : 0;
        census.choices += kind == Kind::choice ? 1 : 0;
        census.alternatives += kind == Kind::choice ? roots.graph->operands({id}).size() : 0;
    }
    return census;
}

std::ostream& operator<<(std::ostream& out, const Formula& formula) { return out << formula.to_string(); }

}  // namespace loh
