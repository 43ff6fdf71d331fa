// The stress driver, after CaDiCaL's mobical: random scenarios, checked step by step. Each step runs twice, without faults in a
// copy of the folder and with faults in the folder itself. The first run says what a complete output is. Checked are:
//
//   - the process ends by itself, within the time limit, with status 0, 1 or 2; only `kill` ends it by a signal
//   - no file changes but the outputs of the step, and none appears beside them
//   - every output is complete, as without the fault, or as it was before
//   - status 0 means that all outputs and the printed text are complete; short writes and interrupts change nothing
//   - a learned model that cannot be saved is kept elsewhere, where the message says
//   - a model file that is read and written again has the same bytes, and predicts the same by the command and by the library
#pragma once

#include <map>
#include <optional>
#include <string>

#include "stress/scenario.hpp"

namespace loh::stress {

struct Figures {
    std::size_t scenarios = 0;
    std::size_t steps = 0;
    std::map<std::string, std::size_t> faults;  // how often each kind was injected
    std::map<int, std::size_t> exits;           // how often each status ended a step with faults
    std::size_t models_kept = 0;                // models that could not be saved and were found elsewhere
};

struct StressFailure {
    Scenario scenario;
    std::string message;  // what is wrong, and in which step
};

class StressDriver {
public:
    // `folder` is an empty folder to work in. Without a fault library, no faults are injected.
    StressDriver(std::string command, std::string library, std::string folder);

    // Runs a scenario. The failure, if there is one, is as found.
    std::optional<StressFailure> run(const Scenario& scenario);

    // Leaves out steps, faults, options and rows as long as a failure remains.
    StressFailure shrink(StressFailure failure);

    [[nodiscard]] const Figures& figures() const { return figures_; }

private:
    std::string command_;
    std::string library_;
    std::string folder_;
    Figures figures_;
};

// The message with the scenario and how to run it again.
std::string to_text(const StressFailure& failure, std::uint64_t seed);
std::string to_text(const Figures& figures);

}  // namespace loh::stress
