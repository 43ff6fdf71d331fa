// Timing on a busy machine: processor time of this thread, medians, and ratios of two alternating measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace loh::bench {

inline double thread_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double median(std::vector<double> values) {
    auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Seconds per call, from enough calls to last at least `least` seconds; the clock is not read in between.
template <class Work>
double seconds_of(Work&& work, double least) {
    for (std::size_t calls = 1;; calls *= 2) {
        double begin = thread_seconds();
        for (std::size_t call = 0; call < calls; ++call) work();
        double seconds = thread_seconds() - begin;
        if (seconds >= least) return seconds / static_cast<double>(calls);
    }
}

// Seconds of a call of `work` over seconds of a call of `other`: the median of rounds in which both alternate.
template <class Work, class Other>
double median_ratio(Work&& work, Other&& other) {
    constexpr std::size_t kRounds = 31;
    constexpr double kSlice = 1e-3;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < kRounds; ++round) {
        double seconds = seconds_of(work, kSlice);
        ratios.push_back(seconds / seconds_of(other, kSlice));
    }
    return median(ratios);
}

}  // namespace loh::bench
