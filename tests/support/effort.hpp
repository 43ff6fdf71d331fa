// How much random testing a build can afford. All of it where the code is fast; a tenth, of much a thirtieth, under the
// sanitizers, which look for other faults and slow everything down.
#pragma once

#include <cstdint>

namespace loh::testing {

constexpr std::uint64_t repeats(std::uint64_t full) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return full < 1000 ? full / 10 : full / 30;
#else
    return full;
#endif
}

}  // namespace loh::testing
