// Formula graph to compiled program.
//
// Passes: decide the mode of each choice, then lower the graph in the order of its node ids (operands first), folding
// constants on the way and dropping what no output needs. The result is verified. Holes must have been given their
// candidates before: an open hole is an Error.
#pragma once

#include <vector>

#include "compile/compiled_program.hpp"

namespace loh {

// The outputs of one graph, compiled together: what they share is computed once.
CompiledProgram compile(const std::vector<Formula>& outputs);

}  // namespace loh
