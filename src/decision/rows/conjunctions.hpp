// Formulas as conjunctions of edges, where an edge is a node or its complement. Rule programs are compiled from this form.
// Nodes with equal operands are shared across all formulas.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "decision/rows/rule_program.hpp"
#include "formula/graph.hpp"

namespace loh {

// Node 0 is `true`, so edge 0 is true and edge 1 is false.
using Edge = std::uint32_t;  // node << 1 | complemented
inline constexpr Edge kTrueEdge = 0;
inline constexpr Edge kFalseEdge = 1;
inline Edge complement(Edge edge) { return edge ^ 1U; }
inline std::uint32_t node_of(Edge edge) { return edge >> 1U; }
inline bool is_complemented(Edge edge) { return (edge & 1U) != 0; }

class Conjunctions {
public:
    Conjunctions();

    Edge literal(const std::string& text, const Atom* atom);
    Edge conjunction(
        std::vector<Edge> operands);   // simplified: no constants, no duplicates, no edge with its complement
    Edge add(const Formula& formula);  // choice-free

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    [[nodiscard]] bool is_conjunction(std::uint32_t node) const { return !nodes_[node].operands.empty(); }
    [[nodiscard]] std::span<const Edge> operands(std::uint32_t node) const { return nodes_[node].operands; }
    [[nodiscard]] std::uint32_t literal_of(std::uint32_t node) const { return nodes_[node].literal; }
    [[nodiscard]] const std::vector<RuleLiteral>& literals() const { return literals_; }

private:
    struct Node {
        std::vector<Edge> operands;  // at least two; none for `true` and literals; nodes before this one
        std::uint32_t literal = 0;   // for a leaf
    };
    struct HashEdges {
        std::size_t operator()(const std::vector<Edge>& edges) const;
    };

    std::vector<Node> nodes_;
    std::vector<RuleLiteral> literals_;
    std::unordered_map<std::string, Edge> by_text_;
    std::unordered_map<std::vector<Edge>, Edge, HashEdges> by_operands_;
};

}  // namespace loh
