// x & !x = false        x | !x = true
#include <unordered_set>

#include "formula/rewrites/join.hpp"

namespace loh {

void decide_opposites(Join& join) {
    std::unordered_set<std::uint32_t> seen;
    for (NodeId operand : join.operands) seen.insert(operand.value);
    for (NodeId operand : join.operands) {
        bool negation = join.graph.kind(operand) == Kind::negation;
        if (negation && seen.contains(join.graph.operands(operand)[0].value)) return join.decide();
    }
}

}  // namespace loh
