#include "decision/rows/conjunctions.hpp"

#include <algorithm>

#include "formula/walk.hpp"
#include "loh/error.hpp"

namespace loh {

std::size_t Conjunctions::HashEdges::operator()(const std::vector<Edge>& edges) const {
    std::uint64_t hash = 0x243F6A8885A308D3ULL;
    for (Edge edge : edges) {
        hash = (hash ^ edge) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29U;
    }
    return hash;
}

Conjunctions::Conjunctions() : nodes_(1) {}

Edge Conjunctions::literal(const std::string& text, const Atom* atom) {
    auto [found, is_new] = by_text_.try_emplace(text, size() << 1U);
    if (is_new) {
        nodes_.push_back({{}, static_cast<std::uint32_t>(literals_.size())});
        literals_.push_back({text, atom != nullptr ? std::optional(*atom) : std::nullopt});
    }
    return found->second;
}

Edge Conjunctions::conjunction(std::vector<Edge> operands) {
    std::sort(operands.begin(), operands.end());  // an edge and its complement become adjacent
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    if (!operands.empty() && operands.front() == kTrueEdge) operands.erase(operands.begin());
    if (operands.empty()) return kTrueEdge;
    if (operands.front() == kFalseEdge) return kFalseEdge;
    auto opposite = [](Edge a, Edge b) { return node_of(a) == node_of(b); };
    if (std::adjacent_find(operands.begin(), operands.end(), opposite) != operands.end()) return kFalseEdge;
    if (operands.size() == 1) return operands[0];
    auto [found, is_new] = by_operands_.try_emplace(operands, size() << 1U);
    if (is_new) nodes_.push_back({std::move(operands), 0});
    return found->second;
}

Edge Conjunctions::add(const Formula& formula) {
    if (formula.has_choices()) throw Error(ErrorKind::usage, "a formula with choices has no truth value yet");
    if (!formula.data()) return formula == Formula(true) ? kTrueEdge : kFalseEdge;
    const GraphData& graph = *formula.data();
    std::unordered_map<std::uint32_t, Edge> edges;  // by graph node
    for (NodeId id : below(graph, std::span(&formula, 1))) {
        Kind kind = graph.kind(id);
        // a | b = !(!a & !b)
        Edge flip = kind == Kind::disjunction ? 1 : 0;
        std::vector<Edge> operands;
        for (NodeId operand : graph.operands(id)) operands.push_back(edges.at(operand.value) ^ flip);
        switch (kind) {
            case Kind::falsum: edges[id.value] = kFalseEdge; break;
            case Kind::verum: edges[id.value] = kTrueEdge; break;
            case Kind::variable: edges[id.value] = literal(graph.leaf_text(id), graph.leaf_atom(id)); break;
            case Kind::negation: edges[id.value] = complement(operands[0]); break;
            default: edges[id.value] = conjunction(std::move(operands)) ^ flip;
        }
    }
    return edges.at(formula.id().value);
}

}  // namespace loh
