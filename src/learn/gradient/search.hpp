// Several runs from different random starts. A run is a function of the seed and of its number only, so runs can be executed
// on any number of threads in any order, with the same result. If there are more threads than runs, the remaining threads
// share the work inside the steps, which does not change the result either.
//
// With WhenFlawless::end, the search ends at the run with the smallest number that makes no mistake. Runs with larger numbers
// are dropped, even if they have started.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "learn/gradient/run.hpp"

namespace loh {

struct RunProgress {
    std::size_t run = 0;
    std::uint32_t epoch = 0;
    std::uint32_t step = 0;
    double loss = 0;  // of the epoch, with noise
    const Snapshot& best;
    bool finished = false;
};

// All hooks are optional. They are called by one thread at a time.
struct SearchHooks {
    std::function<void(const RunProgress&)> progress;  // after each epoch
    std::function<bool()> stop;                        // after each epoch: true ends all runs early
    // After each epoch. `state` copies the state of the run, so call it only to save it.
    std::function<void(std::size_t run, const std::function<RunState()>& state)> checkpoint;
    // After each epoch, with all lines of the run so far. `last`: later runs are dropped.
    std::function<void(std::size_t run, const std::string& trace, bool finished, bool last)> trace;
};

// The final states of the runs that were not dropped, by number. `resumed` may hold states to resume from: [run].
std::vector<RunState> search(const Task& task, std::vector<std::optional<RunState>> resumed,
                             const SearchHooks& hooks);

}  // namespace loh
