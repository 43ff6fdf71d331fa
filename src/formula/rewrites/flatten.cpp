// (a & b) & c = a & b & c        (a | b) | c = a | b | c
#include "formula/rewrites/join.hpp"

namespace loh {

void flatten(Join& join) {
    std::vector<NodeId> result;
    for (NodeId operand : join.operands) {
        std::span<const NodeId> inner = join.graph.operands(operand);  // simplified, therefore flat
        if (join.graph.kind(operand) == join.kind && join.spend(inner.size() * kStepsOfCopy)) {
            result.insert(result.end(), inner.begin(), inner.end());
        } else {
            result.push_back(operand);
        }
    }
    join.operands = std::move(result);
}

}  // namespace loh
