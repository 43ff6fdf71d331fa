// Rule search: a few rules, found by local search over exact counts instead of gradient descent. The default learner.
//
//     loh::LearnTask task{loh::Dataset::read_csv("churn.csv", "churn")};
//     task.options.max_rules = 8;
//     loh::Model model = loh::find_short_rules(task);
//     model.print(std::cout);                                  // churn is yes where contract < 12 & calls >= 3 | ...
//
// src/learn/search/rule_set.cpp explains the algorithm. It pays for up to a few dozen rules; for hundreds, distilling a
// scorecard finds better ones (loh/distil.hpp), and so it does with many classes.
#pragma once

#include "loh/learn.hpp"

namespace loh {

struct SearchBudget {
    std::size_t rounds = 20;  // of removing some rules and searching for others, in each search
    double work = 1e8;  // limit on rows x literals x rules of each search; beyond it the rows are sampled
};

// Of the options, `head` (single or list; automatic: single for two classes), `max_rules`, `max_literals`, `metric`, `prune`,
// `holdout`, `validation`, `seed`, `threads` and those about literals (`cuts`, `literals`, ...) matter. Progress is reported
// after each search. Stopped, it returns the best rules so far.
Model find_short_rules(const LearnTask& task, const SearchBudget& budget = {}, const LearnHooks& hooks = {});

}  // namespace loh
