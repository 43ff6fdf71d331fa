// Several runs from different starts. Each is a function of the seed and its number alone, so they run at the same time on
// as many threads as wanted, in any order, and the result is the same. When there are more threads than runs, those left
// over share the work inside the steps, which changes nothing either.
//
// Unless it is to go on, the search ends at the first run, by number, that makes no mistake: runs with a larger number are
// not needed, whether they have been started or not.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "learn/gradient/run.hpp"

namespace loh {

struct RunProgress {
    std::size_t run = 0;
    std::uint32_t epoch = 0;
    double loss = 0;  // of the epoch, with noise
    const Snapshot& best;
    bool finished = false;
};

// All are optional. Called by one thread at a time.
struct SearchHooks {
    std::function<void(const RunProgress&)> progress;  // after each epoch
    std::function<bool()> stop;                        // asked after each epoch: true ends all runs early
    // After each epoch, where it can be stored; `state` makes a copy, so call it only when it is time.
    std::function<void(std::size_t run, const std::function<RunState()>& state)> checkpoint;
    // After each epoch, all lines of the run so far; `last`: no run after this one counts.
    std::function<void(std::size_t run, const std::string& trace, bool finished, bool last)> trace;
};

// The runs that count, in order. `resumed` may hold states of earlier runs, by number.
std::vector<RunState> search(const Task& task, std::vector<std::optional<RunState>> resumed,
                             const SearchHooks& hooks);

}  // namespace loh
