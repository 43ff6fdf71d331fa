// Formulas in Python. Each has a graph of its own, or one that it shares with the formulas it was made from.
#pragma once

#include <vector>

#include <loh/formula.hpp>

namespace loh::python {

// The same formulas in one graph, so that they can be combined. A choice that was copied to that graph before is the same
// choice again, so a Python variable is a placeholder wherever it is used.
std::vector<Formula> in_one_graph(const std::vector<Formula>& formulas);

// The formula of one output of a text such as `a & [b, !c]`.
Formula parse_formula(const std::string& text);

}  // namespace loh::python
