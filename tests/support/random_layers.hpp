// Random programs of layers: every shape of neuron, one to three layers, mixed with generic parts.
#pragma once

#include <cstdint>
#include <string>

namespace loh::testing {

std::string random_layered_program(std::uint64_t seed);

}  // namespace loh::testing
