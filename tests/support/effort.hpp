// The amount of random testing for a build: all of it in fast builds; a tenth, or a thirtieth, under the sanitizers, which
// look for other errors and are slow.
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

// Whether tests of statistical quality run: scores that estimate those of new rows, formulas found behind noise. Other tests
// run the same code under the sanitizers.
constexpr bool judges_quality() { return repeats(1) == 1; }

}  // namespace loh::testing
