// Options for a table size and a budget of work.
#pragma once

#include <cstddef>

#include "learn/boost/boosted_trees.hpp"
#include "loh/learn.hpp"

namespace loh {

inline constexpr std::size_t kFewRows = 2000;  // with fewer rows, kValidationShare is too few rows
inline constexpr double kValidationShare = 0.1;

// The size of the task, from which the work is estimated.
struct WorkSize {
    std::size_t rows = 0;
    std::size_t literals =
        1;  // literals of a rule times its places; with a given program, its number of parts
    std::size_t classes = 0;
    std::size_t most_parts = 0;  // largest number of parts of a proposed program after expansion
    bool program_given = false;
};

struct Budget {
    double steps;    // training steps of each committee, if `seconds` allows
    double seconds;  // estimated work of each committee
    std::size_t rules;
    std::size_t committees;
    std::size_t committees_of_few;  // the same for tables with few rows, which need averaging most
    std::size_t restarts;           // for heads without committees
    std::size_t distilled;          // largest number of rules of a distilled model
    std::size_t rounds;             // of rule search (loh/short_rules.hpp)
    double search;                  // work of each rule search
    WhenFlawless when_flawless = WhenFlawless::end;
    std::size_t trees = 0;        // boosted trees that are joined with a scorecard (boost/blend.hpp), at most
    std::size_t tree_leaves = 0;  // of each, at most
    double tree_rate = 0;         // factor on the logits of a leaf
};

Budget budget_of(Effort effort);

// The budget of a model that is learned only to compare settings.
inline constexpr Budget kComparing = {2500, 6, 512, 2, 4, 2, 512, 0, 1e8};

// Options for one formula per class: the defaults, with batch size, restarts and epochs for the budget.
LearnOptions boolean_recipe(const Budget& budget, const WorkSize& size);

// Options for a scorecard, with as many rules and epochs as the budget and the limit on parts allow.
LearnOptions voting_recipe(const Budget& budget, const WorkSize& size);

// Trees to join with a scorecard. Each is grown on a limited number of rows.
BoostOptions boost_recipe(const Budget& budget, const WorkSize& size);

}  // namespace loh
