// Checkpoints: the states of all runs in one file, which is replaced atomically. A resumed search gives the same result as an
// uninterrupted one.
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

// The properties of a task that a checkpoint must match. They are named, so that a message can tell which one differs.
Json fingerprint(const Task& task, const TrainedNetwork& network);

class CheckpointFile {
public:
    // Writes nothing if `path` is empty.
    CheckpointFile(std::string path, double seconds, Json fingerprint, std::size_t runs);

    // The states in the file; empty if there is no file. Throws Error if the file belongs to another task.
    std::vector<std::optional<RunState>> load();

    // Writes the file with the new state of the run if its interval has passed. Not thread-safe.
    void save_if_due(std::size_t run, const std::function<RunState()>& state);

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] bool is_valid(std::size_t run, const RunState& state) const;

    std::string path_;
    std::chrono::duration<double> interval_;
    Json fingerprint_;
    std::vector<Json> runs_;              // [run]: the saved state; null if there is none yet
    std::vector<Clock::time_point> due_;  // [run]: time of the next save
};

}  // namespace loh
