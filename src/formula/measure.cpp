#include "formula/measure.hpp"

#include <unordered_map>

#include "formula/walk.hpp"

namespace loh {

std::size_t count_literals(const Formula& formula) {
    if (!formula.data()) return 0;
    const GraphData& graph = *formula.data();
    std::unordered_map<std::uint32_t, std::size_t> literals;  // by node
    for (NodeId id : below(graph, std::span(&formula, 1))) {
        std::size_t total = graph.kind(id) == Kind::variable ? 1 : 0;
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
