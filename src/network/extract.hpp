// Extraction: from weights back to formulas, by replacing each choice by its chosen alternative.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// The hypothesis of `outputs` in which compiled choice c takes alternative selection[c]. Choices that compilation dropped
// as irrelevant take their first alternative. The result is choice-free and has its own graph.
std::vector<Formula> extract(const std::vector<Formula>& outputs, const CompiledProgram& program,
                             std::span<const std::uint32_t> selection);

// Whether each compiled choice is part of that hypothesis. A choice inside an alternative that is not chosen is not.
std::vector<bool> active_choices(const std::vector<Formula>& outputs, const CompiledProgram& program,
                                 std::span<const std::uint32_t> selection);

}  // namespace loh
