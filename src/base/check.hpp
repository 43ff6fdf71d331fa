// LOH_CHECK(condition) aborts when an invariant of the library is violated, which no input can cause. Bad input throws
// loh::Error instead.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace loh {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: internal error: %s does not hold (please report this)\n", file, line,
                 condition);
    std::abort();
}

}  // namespace loh

#define LOH_CHECK(condition) ((condition) ? (void)0 : ::loh::check_failed(#condition, __FILE__, __LINE__))
