// Rule list or short scorecard: the default learns both paths and chooses the form by the scores on left-out rows.
#pragma once

#include "learn/path_scores.hpp"
#include "loh/learn.hpp"

namespace loh {

// find_rule_path and find_scorecard_path (loh/rule_path.hpp), with what is needed to compare them.
FoundPath found_rule_path(const LearnTask& task, double work, const LearnHooks& hooks);
FoundPath found_scorecard_path(const LearnTask& task, double work, const LearnHooks& hooks);

// Both tasks have the same data, split and seed.
struct ShortPathTask {
    LearnTask rules;
    double rules_work = 0;
    LearnTask card;
    double card_work = 0;
    bool form_is_open = true;  // otherwise it is a rule list
};

// The rule list, unless it is clearly worse than the scorecard. --pick N is a size of the form that is chosen without it.
Model find_short_path(ShortPathTask task, const LearnHooks& hooks);

}  // namespace loh
