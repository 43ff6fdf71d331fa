// Counts of bits, with the popcount instruction if the machine has it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loh {

// The number of bits that are 1 in both.
std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

}  // namespace loh
