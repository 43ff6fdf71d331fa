// Rule search: a few rules, found by local search over exact counts instead of gradient descent. The default learner.
//
//     loh::LearnTask task{loh::Dataset::read_csv("churn.csv", "churn")};
//     task.options.max_rules = 8;
//     loh::Model model = loh::find_short_rules(task);
//     model.print(std::cout);                                  // churn is yes where contract < 12 & calls >= 3 | ...
//
// The algorithm is described in src/learn/search/rule_set.cpp. It is suited to up to a few dozen rules. For hundreds of rules, or
// for many classes, distilling a scorecard gives better results (loh/distil.hpp).
#pragma once

#include "loh/learn.hpp"

namespace loh {

struct SearchBudget {
    std::size_t rounds = 20;  // rounds of removing rules and searching for others, in each search
    double work = 1e8;  // limit on rows x literals x rules of each search; beyond it the rows are sampled
};

// The options `head` (single or list; automatic: single for two classes), `max_rules`, `max_literals`, `metric`, `prune`,
// `holdout`, `validation`, `seed`, `threads` and those about literals (`cuts`, `literals`, ...) are used. Progress is reported
// after each search. If it is stopped, it returns the best rules so far.
Model find_short_rules(const LearnTask& task, const SearchBudget& budget = {}, const LearnHooks& hooks = {});

}  // namespace loh
