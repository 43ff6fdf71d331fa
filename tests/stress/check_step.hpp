// What must hold after a step with faults.
#pragma once

#include <map>
#include <string>

#include "stress/process.hpp"
#include "stress/scenario.hpp"

namespace loh::stress {

// The files below a folder by relative path, with a mark for links: `link to t0.csv`.
using Snapshot = std::map<std::string, std::string>;
Snapshot snapshot_of(const std::string& folder);

struct StepRuns {
    const Step& step;
    const Snapshot& before;
    ProcessResult reference;  // without faults
    Snapshot expected;        // the folder of the reference afterwards
    ProcessResult faulty;
    Snapshot after;
};

// What is wrong; empty if nothing is.
std::string error_of_step(const StepRuns& runs);

// Whether a killed process may leave this file: a scratch file or the lock of a checkpoint.
bool is_left_by_kill(const std::string& name);

// The name of the file that has the model that could not be saved; empty if the message names none.
std::string kept_model(const std::string& message);

}  // namespace loh::stress
