// Formulas as text in the language.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

inline constexpr std::size_t kMaxPrintedBytes = std::size_t{64} << 20U;

// The formula as one tree; shared parts are repeated. Throws Error (limit) beyond `max_bytes`.
std::string print_tree(const GraphData& graph, NodeId root, std::size_t max_bytes = kMaxPrintedBytes);

struct NamedRoot {
    std::string name;  // in the spelling of the language; empty for a bare formula
    NodeId root;
};

// The statements of a program with these outputs. A subformula with choices that is used more than once becomes a
// placeholder, so that parsing the text gives the same graph. A subformula without choices is written out at each use
// unless the text becomes much longer. Under the same condition, a conjunction or disjunction with choices is written out
// as often as the original program writes it (GraphData::written), so that choices keep their modes.
std::vector<std::string> print_statements(const GraphData& graph, const std::vector<NamedRoot>& outputs);

}  // namespace loh
