#include "network/extract.hpp"

#include <memory>

#include "base/check.hpp"
#include "formula/walk.hpp"

namespace loh {

std::vector<Formula> extract(const std::vector<Formula>& outputs, const CompiledProgram& program,
                             std::span<const std::uint32_t> selection) {
    LOH_CHECK(selection.size() == program.choices.size());
    Roots roots = roots_of(outputs);
    std::vector<std::uint32_t> taken(roots.graph->choice_count(), 0);
    for (std::size_t c = 0; c < selection.size(); ++c) taken[program.choices[c].id.value] = selection[c];

    auto target = std::make_shared<GraphData>();
    std::vector<std::uint32_t> uses = count_uses(*roots.graph, roots.ids);
    std::vector<NodeId> copy(uses.size());  // by source node
    std::vector<NodeId> operands;
    for (std::uint32_t value = 0; value < uses.size(); ++value) {
        if (uses[value] == 0) continue;
        NodeId id{value};
        std::span<const NodeId> sources = roots.graph->operands(id);
        operands.clear();
        for (NodeId source : sources) operands.push_back(copy[source.value]);
        switch (roots.graph->kind(id)) {
            case Kind::negation: copy[value] = target->negation(operands[0]); break;
            case Kind::conjunction: copy[value] = target->conjunction(operands); break;
            case Kind::disjunction: copy[value] = target->disjunction(operands); break;
            case Kind::choice: copy[value] = operands[taken[roots.graph->choice_id(id).value]]; break;
            default: copy[value] = target->copy_leaf(*roots.graph, id);
        }
    }
    std::vector<Formula> result;
    for (NodeId root : roots.ids) result.emplace_back(target, copy[root.value]);
    return result;
}

std::vector<bool> active_choices(const std::vector<Formula>& outputs, const CompiledProgram& program,
                                 std::span<const std::uint32_t> selection) {
    LOH_CHECK(selection.size() == program.choices.size());
    Roots roots = roots_of(outputs);
    std::vector<std::uint32_t> taken(roots.graph->choice_count(), 0);
    for (std::size_t c = 0; c < selection.size(); ++c) taken[program.choices[c].id.value] = selection[c];
    std::vector<bool> reached(count_uses(*roots.graph, roots.ids).size(), false);  // by node
    for (NodeId root : roots.ids) reached[root.value] = true;
    std::vector<bool> active(roots.graph->choice_count(), false);  // by ChoiceId
    for (std::size_t value = reached.size();
         value-- > 0;) {  // operands have smaller numbers than their users
        if (!reached[value]) continue;
        NodeId id{static_cast<std::uint32_t>(value)};
        std::span<const NodeId> operands = roots.graph->operands(id);
        if (roots.graph->kind(id) == Kind::choice) {
            std::uint32_t choice = roots.graph->choice_id(id).value;
            active[choice] = true;
            operands = operands.subspan(taken[choice], 1);
        }
        for (NodeId operand : operands) reached[operand.value] = true;
    }
    std::vector<bool> result;
    for (const CompiledChoice& choice : program.choices) result.push_back(active[choice.id.value]);
    return result;
}

}  // namespace loh
