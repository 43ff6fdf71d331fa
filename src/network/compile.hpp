// Compilation of a formula graph to a compiled program.
//
// Passes: decide the mode of each choice; lower the graph in the order of its node ids (operands first) with constant
// folding; put the instructions into their final order and drop those that no output needs (schedule.hpp). The result is
// verified after each pass. A further pass finds dense layers (layers.hpp), for callers that can run them. An open hole is
// an Error.
#pragma once

#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// Compiles the outputs of one graph together: shared parts are computed once. If a head made the outputs from other formulas,
// those `written` formulas decide the modes of the choices.
CompiledProgram compile(const std::vector<Formula>& outputs, const std::vector<Formula>& written = {});

}  // namespace loh
