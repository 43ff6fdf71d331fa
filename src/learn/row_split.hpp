// The split of the rows: training, validation and held-out rows.
#pragma once

#include <string>
#include <vector>

#include "data/examples.hpp"
#include "loh/error.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct RowSplit {
    Rows training;
    Rows validation;
    Rows holdout;
};

inline RowFold validation_fold(const Examples& examples, const Rows& rows, std::uint64_t seed) {
    const SplitPlan& plan = *examples.plan;
    std::vector<RowFold> folds = row_folds(examples, rows, plan.folds, seed, 0);
    if (plan.fold < folds.size() && !folds[plan.fold].test.empty()) return folds[plan.fold];
    throw Error(ErrorKind::usage,
                "fold " + std::to_string(plan.fold) + " of " + std::to_string(plan.folds) + " has no rows",
                "there are fewer groups or times than folds: ask for fewer folds");
}

// A function of the seed, of which rows have the same class, and of the plan, so all learners of one task see the same training
// rows. The validation share is one of the rows that are not held out.
inline RowSplit split_for_learning(const Examples& examples, const LearnOptions& options) {
    constexpr std::uint32_t kHoldout = 1;  // purposes of stratified_split
    constexpr std::uint32_t kValidation = 2;
    Rows all = Rows::all(examples.rows());
    if (examples.plan && !examples.plan->unused.empty()) all = without_rows(all, examples.plan->unused).first;
    bool is_given = examples.plan && !examples.plan->held_out.empty();
    Split aside = is_given ? without_rows(all, examples.plan->held_out)
                           : stratified_split(examples, all, options.holdout, options.seed, kHoldout);
    if (examples.plan && examples.plan->folds > 0) {
        RowFold fold = validation_fold(examples, aside.first, options.seed);
        return {fold.training, fold.test, aside.second};
    }
    Split rest = stratified_split(examples, aside.first, options.validation, options.seed, kValidation);
    return {rest.first, rest.second, aside.second};
}

}  // namespace loh
