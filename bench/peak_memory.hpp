// The peak memory of this process so far.
#pragma once

#include <sys/resource.h>

namespace loh {

inline double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

}  // namespace loh
