// A few rules instead of many, found by search instead of gradient descent.
//
//     loh::ShortRulesTask task{table, "churn"};
//     task.options.max_rules = 8;
//     loh::Model model = loh::find_short_rules(task);
//     std::cout << model.formulas()[0].formula << '\n';      // contract < 12 & calls >= 3 | ...
//
// The rules are over everything the columns offer. Each is looked for literal by literal, given all the others, until none
// can be bettered; what counts is the metric on the training rows, less a price for each literal. That is done several times,
// in different ways, and on the validation rows, where there are some, the best is chosen, or a shorter one that is nearly as
// good.
//
// It pays for rules that can be counted on a few hands; where hundreds are wanted, distilling a scorecard finds better ones
// (loh/distil.hpp), and with many classes gradient descent does.
#pragma once

#include <string>

#include "loh/learn.hpp"
#include "loh/model.hpp"

namespace loh {

struct ShortRulesTask {
    Table table;
    std::string target;
    std::string positive = {};  // as in LearnTask
    // Of these, `head` (single or list; automatic: single for two classes), `max_rules`, `max_literals`, `metric`, `holdout`,
    // `validation`, `seed`, `threads` and what the columns offer (`cuts`, `literals`, ...) matter.
    LearnOptions options = {};
    TableSchema schema = {};
    std::size_t rounds = 20;  // of leaving some rules out and looking for others, in each search
    double work =
        1e8;  // rows times literals times rules, at most, of each search: of more rows a sample is taken
};

// Progress is told after each search. Stopped, it has the best rules so far.
Model find_short_rules(const ShortRulesTask& task, const LearnHooks& hooks = {});

}  // namespace loh
