#include "formula/measure.hpp"

#include <algorithm>
#include <unordered_map>
#include <variant>

#include "formula/walk.hpp"

namespace loh {

namespace {

// A set counts its values, an interval its two ends.
std::size_t literals_of_leaf(const Atom* atom) {
    if (atom == nullptr) return 1;
    if (const auto* member = std::get_if<MemberAtom>(atom))
        return std::max<std::size_t>(1, member->values.size());
    return std::holds_alternative<IntervalAtom>(*atom) ? 2 : 1;
}

}  // namespace

std::size_t count_literals(const Formula& formula) {
    if (!formula.data()) return 0;
    const GraphData& graph = *formula.data();
    std::unordered_map<std::uint32_t, std::size_t> literals;  // by node
    for (NodeId id : below(graph, std::span(&formula, 1))) {
        std::size_t total = graph.kind(id) == Kind::variable ? literals_of_leaf(graph.leaf_atom(id)) : 0;
        for (NodeId operand : graph.operands(id)) total += literals.at(operand.value);
        literals[id.value] = total;
    }
    return literals.at(formula.id().value);
}

std::vector<Formula> clauses_of(const Formula& formula) {
    if (formula == Formula(false)) return {};
    if (formula.kind() != Kind::disjunction) return {formula};
    std::vector<Formula> clauses;
    for (std::size_t i = 0; i < formula.size(); ++i) clauses.push_back(formula[i]);
    return clauses;
}

}  // namespace loh
