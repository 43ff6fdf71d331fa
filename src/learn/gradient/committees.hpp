// Committees: an ensemble of voting networks as one scorecard. The rules of a program are divided among the committees. Each
// committee is trained independently from its own random start, and their points are added. Members of an ensemble make
// different errors, so the sum makes fewer. Committees can be trained in parallel.
#pragma once

#include <vector>

#include "decision/trained_network.hpp"
#include "learn/gradient/run.hpp"

namespace loh {

inline constexpr double kAnyTemperature = 1;  // the selected alternatives do not depend on the temperature

// Logits and points of the whole network.
struct WholeNetwork {
    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // [output][class], then the base [class]
};

// One program for each committee, with consecutive outputs of the network. Throws Error if the head is not `vote`, if there
// are fewer rules than committees, or if two committees share a choice.
std::vector<CompiledProgram> committee_programs(const TrainedNetwork& network, const LearnOptions& options);

// The network with the rules of one committee. The rules of the others have no points.
WholeNetwork committee_network(const TrainedNetwork& network, const LearnOptions& options,
                               std::size_t committee, const Snapshot& snapshot);

// The network with the best snapshot of each committee. Committees after the last element of `runs` were not trained, because
// an earlier one makes no mistake; their rules have no points.
WholeNetwork join_committees(const TrainedNetwork& network, const LearnOptions& options,
                             const std::vector<RunState>& runs);

}  // namespace loh
