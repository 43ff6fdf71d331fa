// Committees: an ensemble of voting networks as one scorecard. The rules of a program are divided into parts that are trained
// independently, each from its own random start, and whose points are added. Their mistakes differ, so together they make
// fewer, and they can be trained side by side.
#pragma once

#include <vector>

#include "decision/trained_network.hpp"
#include "learn/gradient/run.hpp"

namespace loh {

inline constexpr double kAnyTemperature = 1;  // it does not matter to what is chosen

// Logits and points of the whole network.
struct WholeNetwork {
    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // [output][class], then the base [class]
};

// One program for each committee: outputs one after the other. Throws Error when the head is not `vote`, there are fewer rules
// than committees, or two committees would share a choice.
std::vector<CompiledProgram> committee_programs(const TrainedNetwork& network, const LearnOptions& options);

// The rules of one committee, without points for the others.
WholeNetwork one_committee(const TrainedNetwork& network, const LearnOptions& options, std::size_t committee,
                           const Snapshot& snapshot);

// The best of each committee together. A committee that was not needed, because one before it makes no mistake, gives no
// points.
WholeNetwork join_committees(const TrainedNetwork& network, const LearnOptions& options,
                             const std::vector<RunState>& runs);

}  // namespace loh
