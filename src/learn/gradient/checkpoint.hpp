// Checkpoints: the states of all runs in one file, which is replaced as a whole. A search that goes on from it does what
// the uninterrupted one would have done.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "decision/trained_network.hpp"
#include "learn/gradient/search.hpp"
#include "model/json.hpp"

namespace loh {

// What must be the same for a checkpoint to be of use: by name, so that a message can say what differs.
Json fingerprint(const Task& task, const TrainedNetwork& network);

class CheckpointFile {
public:
    // Nothing is written when `path` is empty.
    CheckpointFile(std::string path, double seconds, Json fingerprint, std::size_t runs);

    // The states in the file; none when there is no file. Throws Error when it belongs to another task.
    std::vector<std::optional<RunState>> load();

    // Remembers the state of a run, and writes the file, when it is time. Called by one thread at a time.
    void offer(std::size_t run, const std::function<RunState()>& state);

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] bool is_sound(std::size_t run, const RunState& state) const;

    std::string path_;
    std::chrono::duration<double> interval_;
    Json fingerprint_;
    std::vector<Json> runs_;              // [run]: null before its first state
    std::vector<Clock::time_point> due_;  // [run]
};

}  // namespace loh
