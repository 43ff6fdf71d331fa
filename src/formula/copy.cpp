// Copies the nodes below a formula, operands before users. Equal nodes of the target graph are found again by its hash table,
// so a second copy adds nothing but choices and holes that are not known yet.
#include <unordered_map>
#include <vector>

#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "loh/formula_tools.hpp"

namespace loh {

namespace {

NodeId new_leaf_or_choice(GraphData& target, const GraphData& source, NodeId id,
                          const std::vector<NodeId>& operands) {
    if (source.kind(id) == Kind::choice) return target.choice(operands, source.choice_mode(id));
    if (const Atom* atom = source.leaf_atom(id)) return target.atom(*atom);
    return target.hole(source.leaf_text(id));
}

NodeId copy_node(GraphData& target, const GraphData& source, NodeId id, const std::vector<NodeId>& operands,
                 const CopiedChoices& copies) {
    switch (source.kind(id)) {
        case Kind::negation: return target.negation(operands[0]);
        case Kind::conjunction: return target.conjunction(operands);
        case Kind::disjunction: return target.disjunction(operands);
        case Kind::falsum:
        case Kind::verum:
        case Kind::variable: return target.copy_leaf(source, id);
        default: break;
    }
    if (std::optional<NodeId> known = copies.find(id)) return *known;
    NodeId made = new_leaf_or_choice(target, source, id, operands);
    if (std::string_view label = source.label(id); !label.empty()) target.set_label(made, label);
    copies.made(id, made);
    return made;
}

}  // namespace

Formula copy_to(const Graph& graph, const Formula& formula, const CopiedChoices& copies) {
    if (formula.data() == nullptr || formula.data() == graph.data()) return formula;
    const GraphData& source = *formula.data();
    std::unordered_map<std::uint32_t, NodeId> copied;
    std::vector<NodeId> operands;
    NodeId root = formula.id();
    for (NodeId id : below(source, std::span(&root, 1))) {
        operands.clear();
        for (NodeId operand : source.operands(id)) operands.push_back(copied.at(operand.value));
        NodeId copy = copy_node(*graph.data(), source, id, operands, copies);
        if (std::uint32_t written = source.written(id); written != 1)
            graph.data()->set_written(copy, written);
        copied.emplace(id.value, copy);
    }
    return {graph.data(), copied.at(root.value)};
}

}  // namespace loh
