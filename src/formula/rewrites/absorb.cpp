// x | (x & y) = x        x & (x | y) = x
//
// More generally, a clause is dropped if it contains all literals of another one (subsumption.hpp). Literals are compared as
// nodes.
#include <algorithm>
#include <cstdint>

#include "formula/rewrites/join.hpp"
#include "formula/subsumption.hpp"

namespace loh {

void absorb(Join& join) {
    std::size_t total = 0;
    for (NodeId operand : join.operands)
        total += join.graph.kind(operand) == join.dual() ? join.graph.operands(operand).size() : 1;
    if (!join.spend(total)) return;
    std::vector<std::uint32_t> literals;  // of all clauses, concatenated
    literals.reserve(total);
    std::vector<ClauseLiterals> clauses;
    for (NodeId operand : join.operands) {
        std::span<const NodeId> nodes(&operand, 1);
        if (join.graph.kind(operand) == join.dual()) nodes = join.graph.operands(operand);
        std::size_t first = literals.size();
        for (NodeId node : nodes) literals.push_back(node.value);
        std::sort(literals.begin() + static_cast<std::ptrdiff_t>(first), literals.end());
        clauses.emplace_back(literals.data() + first, literals.size() - first);
    }
    std::vector<bool> redundant = find_subsumed(clauses, join.steps);
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return redundant[next++]; });
}

}  // namespace loh
