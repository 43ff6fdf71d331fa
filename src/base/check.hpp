// LOH_CHECK guards what our own code must never do; it cannot be reached from input. Bad input throws loh::Error.
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
