// The split of the rows: training, validation and held-out rows.
#pragma once

#include "data/examples.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct RowSplit {
    Rows training;
    Rows validation;
    Rows holdout;
};

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
    Split rest = stratified_split(examples, aside.first, options.validation, options.seed, kValidation);
    return {rest.first, rest.second, aside.second};
}

}  // namespace loh
