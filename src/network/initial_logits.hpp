// Where learning begins.
#pragma once

#include <cstdint>
#include <vector>

#include "network/compiled_program.hpp"

namespace loh {

// Logits of an untrained model: each alternative's drawn from deviation x standard normal, or all zero. With `literals`, the
// draws for the terms of a layer's neurons are shifted so that so many of them are chosen, on average.
std::vector<double> initial_logits(const CompiledProgram& program, std::uint64_t seed, double deviation,
                                   double literals = 0);

}  // namespace loh
