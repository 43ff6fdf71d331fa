// Orders in which to visit the part of a graph that some formulas use.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

// Formulas of one graph, taken together.
struct Roots {
    std::shared_ptr<GraphData> graph;  // never null
    std::vector<NodeId> ids;
};

// Throws Error (usage) when they come from different graphs. Bare constants belong to any.
Roots roots_of(const std::vector<Formula>& formulas);

// Every node that the roots use, themselves included, each once, operands before users.
std::vector<NodeId> below(const GraphData& graph, std::span<const NodeId> roots);
std::vector<NodeId> below(const GraphData& graph, std::span<const Formula> roots);

// How often the roots and the nodes below them are referred to; index: node id, up to the highest root. 0: not in use.
// Takes time linear in the graph, not only in the part in use.
std::vector<std::uint32_t> count_uses(const GraphData& graph, std::span<const NodeId> roots);

// The variables and holes below `root`, each once, from left to right as the formula is written.
std::vector<NodeId> leaves_in_order(const GraphData& graph, NodeId root);

}  // namespace loh
