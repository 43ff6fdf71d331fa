// Idea: the work is estimated from the size of the task with measured constants, not timed. So the options, and with them the
// model, are the same on any machine.
#include "learn/recipes.hpp"

#include <algorithm>
#include <cmath>

namespace loh {

Budget budget_of(Effort effort) {
    switch (effort) {
        case Effort::brief:
        case Effort::quick: return {4000, 12, 1024, 2, 8, 2, 512, 0, 1e8, WhenFlawless::end, 150, 64, 0.15};
        case Effort::balanced:
            return {8000, 30, 2048, 2, 16, 4, 1024, 3, 3e8, WhenFlawless::end, 200, 96, 0.12};
        case Effort::thorough:
        case Effort::none: break;
    }
    return {10000, 45, 4096, 4, 32, 8, 4096, 8, 1e9, WhenFlawless::go_on, 300, 128, 0.1};
}

namespace {

constexpr double kRulesOfFew = 64;  // of a committee, if the table has few rows

// The number of rules over these literals whose program, after expansion, stays within the limit on parts.
double rules_that_fit(const WorkSize& size) {
    auto literals = static_cast<double>(size.literals);
    return (static_cast<double>(size.most_parts) - 61 * literals) / (5.5 * literals + 32);
}

// Seconds per epoch and rule, as measured on the larger tables of the paper.
double seconds_per_rule(const WorkSize& size) {
    double nanoseconds =
        0.02 * static_cast<double>(size.literals) + 0.4 * static_cast<double>(size.classes) + 10;
    return nanoseconds * 1e-9 * static_cast<double>(size.rows);
}

std::size_t rounded_to(double value, std::size_t least, std::size_t most) {
    return static_cast<std::size_t>(
        std::clamp(std::nearbyint(value), static_cast<double>(least), static_cast<double>(most)));
}

}  // namespace

LearnOptions boolean_recipe(const Budget& budget, const WorkSize& size) {
    LearnOptions options;
    options.validation = size.rows < kFewRows ? 0 : kValidationShare;
    options.batch = rounded_to(static_cast<double>(size.rows) / 32, 16, 256);
    options.restarts = budget.restarts;
    auto rules = size.program_given ? 1.0 : static_cast<double>(options.max_rules);
    double affordable = budget.seconds / (rules * seconds_per_rule(size));
    options.epochs = rounded_to(std::min(affordable, 300.0), 5, 300);
    return options;
}

LearnOptions voting_recipe(const Budget& budget, const WorkSize& size) {
    LearnOptions options;
    bool few = size.rows < kFewRows;
    options.head = Head::vote;
    options.noise = 0.1;
    options.initial_literals = 2;
    options.learning_rate = 0.02;
    options.rate_schedule = RateSchedule::linear;
    options.restarts = 1;
    options.cuts = Cuts::quantiles;
    options.max_cuts = 30;
    options.literals = Literals::all;
    options.batch = rounded_to(static_cast<double>(size.rows) / 32, 16, 256);
    options.committees = few ? budget.committees_of_few : budget.committees;
    // A committee fits a few rows without a mistake long before it has learned all it can, and the others are still needed.
    options.when_flawless = few ? WhenFlawless::go_on : budget.when_flawless;
    // If the work exceeds the budget, rules and epochs are reduced by the same factor.
    auto rows = static_cast<double>(size.rows);
    double epochs = std::clamp(budget.steps * static_cast<double>(options.batch) / rows, 10.0, 200.0);
    if (size.program_given) {
        options.committees = 1;  // the program may have too few outputs to divide
        options.epochs = rounded_to(std::min(epochs, budget.seconds / seconds_per_rule(size)), 4, 10000);
        return options;
    }
    std::size_t of_committee = budget.rules / budget.committees;
    double rules = few ? kRulesOfFew : static_cast<double>(of_committee);
    rules = std::clamp(rules_that_fit(size) / static_cast<double>(options.committees), 1.0, rules);
    double excess = rules * epochs * seconds_per_rule(size) / budget.seconds;
    if (excess > 1) {
        rules = std::max(std::min(16.0, rules), rules / std::sqrt(excess));
        epochs = std::max(4.0, budget.seconds / (rules * seconds_per_rule(size)));
    }
    options.epochs = rounded_to(epochs, 1, 10000);
    options.max_rules = rounded_to(rules, 1, 100000) * options.committees;
    return options;
}

BoostOptions boost_recipe(const Budget& budget, const WorkSize& size) {
    constexpr double kMostRowsOfATree = 30'000;
    BoostOptions options;
    options.rounds = budget.trees;
    options.leaves = budget.tree_leaves;
    options.rate = budget.tree_rate;
    options.row_share = std::min(options.row_share, kMostRowsOfATree / static_cast<double>(size.rows));
    return options;
}

}  // namespace loh
