// Formulas as text that the parser reads back.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

inline constexpr std::size_t kMaxPrintedBytes = std::size_t{64} << 20U;

// The formula as one tree, whatever is shared. Throws Error (limit) beyond `max_bytes`.
std::string print_tree(const GraphData& graph, NodeId root, std::size_t max_bytes = kMaxPrintedBytes);

struct NamedRoot {
    std::string name;  // as the language spells it; empty for a bare formula
    NodeId root;
};

// The statements of a program with these outputs. A subformula with choices that is used more than once becomes a
// placeholder, so that reading the text back gives the same graph; one without choices is written out at each use
// unless that makes the text much longer. A conjunction or disjunction that was written several times
// (GraphData::written) is written as often again, on the same condition, so that choices keep their modes.
std::vector<std::string> print_statements(const GraphData& graph, const std::vector<NamedRoot>& outputs);

}  // namespace loh
