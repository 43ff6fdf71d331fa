// A scorecard of gradient descent joined with boosted trees.
//
// The two make different mistakes: gradient descent finds short rules that overlap, boosting long ones that divide the rows. The
// sum of two scorecards is a scorecard, so the result is read, explained and saved like any other.
#pragma once

#include <cstddef>
#include <optional>

#include "learn/boost/boosted_trees.hpp"
#include "loh/learn.hpp"

namespace loh {

struct BlendTask {
    const LearnTask& task;
    const Model& card;  // learned from all rows that are not held out
    const Model&
        smaller;  // of the same kind, learned without the validation rows of its options; may be the card itself
    BoostOptions trees;
    bool differences = true;       // try them as literals of the trees, too
    bool keep_validation = false;  // the validation rows were asked for: the model does not learn from them
};

struct Blend {
    Model model;
    double score = 0;  // of the validation rows, by the metric of the options
};

// The number of trees and the weights of both parts are chosen on the validation rows. Nothing if the trees do not lower the log
// loss there clearly, or if learning is stopped.
std::optional<Blend> blended_with_trees(const BlendTask& task, const LearnHooks& hooks);

}  // namespace loh
