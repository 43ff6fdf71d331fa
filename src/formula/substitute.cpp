// Substitution in one pass over the nodes that the formula uses, operands before users. Nodes without any of the variables
// are kept, so nothing else is copied and no other choice is duplicated.
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "loh/formula_tools.hpp"

namespace loh {

namespace {

using Replacements = std::unordered_map<std::string, NodeId>;  // by the text of a leaf

Replacements replacements_by_text(const Substitution& substitution) {
    Replacements result;
    for (const auto& [name, formula] : substitution) result.emplace(name, formula.id());
    for (const auto& [name, formula] : substitution) result.try_emplace(spell_name(name), formula.id());
    return result;
}

NodeId rebuild(GraphData& graph, NodeId id, const std::vector<NodeId>& operands) {
    switch (graph.kind(id)) {
        case Kind::negation: return graph.negation(operands[0]);
        case Kind::conjunction: return graph.conjunction(operands);
        case Kind::disjunction: return graph.disjunction(operands);
        default: return graph.replace_choice(id, operands);
    }
}

// The nodes that the substitution changes, with their replacements.
using ChangedNodes = std::unordered_map<std::uint32_t, NodeId>;
ChangedNodes change_nodes(GraphData& graph, const std::vector<NodeId>& roots, const Replacements& by_text) {
    ChangedNodes changed;
    std::vector<NodeId> operands;
    for (NodeId id : below(graph, roots)) {
        if (graph.kind(id) == Kind::variable) {
            auto found = by_text.find(graph.leaf_text(id));
            if (found != by_text.end()) changed.emplace(id.value, found->second);
            continue;
        }
        operands.clear();
        bool differs = false;
        for (NodeId operand : graph.operands(id)) {
            auto found = changed.find(operand.value);
            differs = differs || found != changed.end();
            operands.push_back(found != changed.end() ? found->second : operand);
        }
        if (differs) changed.emplace(id.value, rebuild(graph, id, operands));
    }
    return changed;
}

}  // namespace

std::vector<Formula> substitute(const std::vector<Formula>& formulas, const Substitution& replacements) {
    std::vector<Formula> all = formulas;
    for (const auto& [name, replacement] : replacements) all.push_back(replacement);
    std::shared_ptr<GraphData> graph = roots_of(all).graph;
    std::vector<NodeId> roots;
    for (const Formula& formula : formulas) roots.push_back(formula.id());
    ChangedNodes changed = change_nodes(*graph, roots, replacements_by_text(replacements));
    std::vector<Formula> result;
    for (const Formula& formula : formulas) {
        auto found = changed.find(formula.id().value);
        result.push_back(found != changed.end() ? Formula(graph, found->second) : formula);
    }
    return result;
}

Formula substitute(const Formula& formula, const Substitution& replacements) {
    return substitute(std::vector{formula}, replacements)[0];
}

}  // namespace loh
