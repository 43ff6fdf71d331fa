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

// A function of the seed and of which rows have the same class, so all learners of one task see the same training rows. The
// validation share is one of the rows that are not held out.
inline RowSplit split_for_learning(const Examples& examples, const LearnOptions& options) {
    constexpr std::uint32_t kHoldout = 1;  // purposes of stratified_split
    constexpr std::uint32_t kValidation = 2;
    Split aside =
        stratified_split(examples, Rows::all(examples.rows()), options.holdout, options.seed, kHoldout);
    Split rest = stratified_split(examples, aside.first, options.validation, options.seed, kValidation);
    return {rest.first, rest.second, aside.second};
}

}  // namespace loh
