#include "formula/walk.hpp"

#include <algorithm>
#include <unordered_set>

#include "loh/error.hpp"

namespace loh {

Roots roots_of(const std::vector<Formula>& formulas) {
    Roots roots;
    for (const Formula& formula : formulas) {
        roots.ids.push_back(formula.id());
        if (!formula.data()) continue;
        if (roots.graph && roots.graph != formula.data()) {
            throw Error(ErrorKind::usage, "formulas of two different graphs in one expression",
                        "build all parts with variables of the same loh::Graph");
        }
        roots.graph = formula.data();
    }
    if (!roots.graph) roots.graph = std::make_shared<GraphData>();
    return roots;
}

std::vector<NodeId> below(const GraphData& graph, std::span<const NodeId> roots) {
    std::vector<NodeId> found;
    std::unordered_set<std::uint32_t> seen;
    auto reach = [&](NodeId id) {
        if (seen.insert(id.value).second) found.push_back(id);
    };
    for (NodeId root : roots) reach(root);
    for (std::size_t next = 0; next < found.size(); ++next) {  // NOLINT(modernize-loop-convert): it grows
        for (NodeId operand : graph.operands(found[next])) reach(operand);
    }
    std::sort(found.begin(), found.end());  // ids are a topological order
    return found;
}

std::vector<NodeId> below(const GraphData& graph, std::span<const Formula> roots) {
    std::vector<NodeId> ids;
    for (const Formula& root : roots) ids.push_back(root.id());
    return below(graph, ids);
}

std::vector<std::uint32_t> count_uses(const GraphData& graph, std::span<const NodeId> roots) {
    std::uint32_t top = 1;
    for (NodeId root : roots) top = std::max(top, root.value);
    std::vector<std::uint32_t> uses(top + std::size_t{1}, 0);
    for (NodeId root : roots) ++uses[root.value];
    for (std::uint32_t id = top + 1; id-- > 0;) {
        if (uses[id] == 0) continue;
        for (NodeId operand : graph.operands({id})) ++uses[operand.value];
    }
    return uses;
}

std::vector<NodeId> leaves_in_order(const GraphData& graph, NodeId root) {
    std::vector<NodeId> leaves;
    std::vector<NodeId> stack = {root};
    std::unordered_set<std::uint32_t> seen;
    while (!stack.empty()) {
        NodeId id = stack.back();
        stack.pop_back();
        if (!seen.insert(id.value).second) continue;
        Kind kind = graph.kind(id);
        if (kind == Kind::variable || kind == Kind::hole) leaves.push_back(id);
        std::span<const NodeId> operands = graph.operands(id);
        stack.insert(stack.end(), operands.rbegin(), operands.rend());
    }
    return leaves;
}

}  // namespace loh
