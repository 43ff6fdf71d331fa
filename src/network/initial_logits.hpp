// Initial logits.
#pragma once

#include <cstdint>
#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// The logits of an untrained model: drawn from deviation x standard normal for each alternative, or all zero. With `literals`,
// the draws for the terms of a layer's neurons are shifted so that this number of them is chosen on average.
std::vector<double> initial_logits(const CompiledProgram& program, std::uint64_t seed, double deviation,
                                   double literals = 0);

}  // namespace loh
