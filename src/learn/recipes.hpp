// Options that suit a table and an amount of work.
#pragma once

#include <cstddef>

#include "loh/learn.hpp"

namespace loh {

inline constexpr std::size_t kFewRows = 2000;  // too few for a small validation share
inline constexpr double kValidationShare = 0.1;

// What the work depends on.
struct WorkSize {
    std::size_t rows = 0;
    std::size_t literals = 1;  // of a rule, times its places; of a program that is given, all its parts
    std::size_t classes = 0;
    std::size_t most_parts = 0;  // of a program that is written for the table, once it is expanded
    bool program_given = false;
};

struct Budget {
    double steps;    // of each committee, at least where there is time for them
    double seconds;  // of work for each committee
    std::size_t rules;
    std::size_t committees;
    std::size_t restarts;   // of a head without committees
    std::size_t distilled;  // rules, at most, of a head that is distilled from a scorecard
    std::size_t rounds;     // of a search for short rules, and the work of each search (loh/short_rules.hpp)
    double search;
    WhenFlawless when_flawless = WhenFlawless::end;
};

Budget budget_of(Effort effort);

// Of a model that is learned only to compare settings.
inline constexpr Budget kComparing = {2500, 6, 512, 2, 2, 512, 0, 1e8};

// One formula for each class: the defaults, which suit it, at a size that fits the work.
LearnOptions boolean_recipe(const Budget& budget, const WorkSize& size);

// A scorecard, of as many rules and epochs as fit the work and the program's limit.
LearnOptions voting_recipe(const Budget& budget, const WorkSize& size);

}  // namespace loh
