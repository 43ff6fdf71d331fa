// From weights back to an ordinary formula: each choice is replaced by the alternative it has chosen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// The hypothesis of `outputs` in which compiled choice c takes alternative selection[c]. Choices that compilation dropped
// because they cannot matter take their first alternative. The result is choice-free and lives in a graph of its own.
std::vector<Formula> extract(const std::vector<Formula>& outputs, const CompiledProgram& program,
                             std::span<const std::uint32_t> selection);

// Whether each compiled choice is part of that hypothesis: a choice inside an alternative that is not taken is none.
std::vector<bool> active_choices(const std::vector<Formula>& outputs, const CompiledProgram& program,
                                 std::span<const std::uint32_t> selection);

}  // namespace loh
