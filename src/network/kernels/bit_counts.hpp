// Counts of bits, for machines with an instruction for them and for others.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loh {

// How many bits are 1 in both.
std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept;

}  // namespace loh
