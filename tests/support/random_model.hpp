// Random weights and inputs for compiled programs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "network/compiled_program.hpp"

namespace loh::testing {

inline std::vector<double> random_logits(const CompiledProgram& program, const loh::Random& random,
                                         std::uint32_t round) {
    std::vector<double> logits;
    for (std::uint32_t i = 0; i < program.logit_count; ++i) logits.push_back(2 * random.normal(round, i));
    return logits;
}

// Truth values anywhere in (0, 1); every fourth row is Boolean.
inline std::vector<double> random_inputs(const CompiledProgram& program, const loh::Random& random,
                                         std::uint32_t round) {
    std::vector<double> inputs;
    for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
        double value = random.uniform(round, 1'000'000 + i);
        inputs.push_back(round % 4 == 0 ? (value > 0.5 ? 1 : 0) : value);
    }
    return inputs;
}

}  // namespace loh::testing
