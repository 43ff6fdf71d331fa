// Traversals of the part of a graph that is reachable from some formulas.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

// Several formulas of one graph.
struct Roots {
    std::shared_ptr<GraphData> graph;  // never null
    std::vector<NodeId> ids;
};

// Throws Error (usage) if the formulas come from different graphs. Bare constants fit any graph.
Roots roots_of(const std::vector<Formula>& formulas);

// All nodes reachable from the roots, including the roots, each once, operands before users.
std::vector<NodeId> below(const GraphData& graph, std::span<const NodeId> roots);
std::vector<NodeId> below(const GraphData& graph, std::span<const Formula> roots);

// The number of references to each reachable node, roots included; index: node id, up to the highest root. 0: not
// reachable. The time is linear in the graph, not only in the reachable part.
std::vector<std::uint32_t> count_uses(const GraphData& graph, std::span<const NodeId> roots);

// The variables and holes of a formula, each once, in the order of their first use from left to right.
std::vector<NodeId> leaves_in_order(const GraphData& graph, NodeId root);

}  // namespace loh
