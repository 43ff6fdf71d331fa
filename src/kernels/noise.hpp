// Random numbers for many places at once: what Random gives for each of them, in loops that are vectorized.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.hpp"

namespace loh {

// out[i] = random.coarse_uniform(step, first + i), the very same bits. `first` is a multiple of 4, and `out` has room for
// a number of places that is a multiple of 4.
void coarse_uniforms(const Random& random, std::uint32_t step, std::uint32_t first,
                     std::span<double> out) noexcept;

// out[i] += beta * logistic noise, or Gumbel noise, made from the uniform numbers.
void add_logistic(double beta, std::span<const double> uniforms, std::span<double> out) noexcept;
void add_gumbel(double beta, std::span<const double> uniforms, std::span<double> out) noexcept;

}  // namespace loh
