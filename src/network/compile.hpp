// Formula graph to compiled program.
//
// Passes: decide the mode of each choice; lower the graph in the order of its node ids (operands first), folding constants
// on the way; put the instructions into their final order and drop what no output needs (schedule.hpp). The result is
// verified after each. Dense layers are found by a further pass (layers.hpp) for those who can run them. Holes must have
// been given their candidates before: an open hole is an Error.
#pragma once

#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// The outputs of one graph, compiled together: what they share is computed once. When the outputs were made from other
// formulas (by a head), those `written` formulas decide the modes of the choices.
CompiledProgram compile(const std::vector<Formula>& outputs, const std::vector<Formula>& written = {});

}  // namespace loh
