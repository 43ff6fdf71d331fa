// Which rows learning trains on, compares on and keeps aside.
#pragma once

#include "data/examples.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct RowsByPurpose {
    Rows training;
    Rows validation;
    Rows holdout;
};

// A function of the seed and of which rows have the same class, so that whoever looks at the training rows before learning
// looks at the same ones.
inline RowsByPurpose split_for_learning(const Examples& examples, const LearnOptions& options) {
    constexpr std::uint32_t kHoldout = 1;  // purposes of stratified_split
    constexpr std::uint32_t kValidation = 2;
    Split aside =
        stratified_split(examples, Rows::all(examples.rows()), options.holdout, options.seed, kHoldout);
    Split rest = stratified_split(examples, aside.first, options.validation, options.seed, kValidation);
    return {rest.first, rest.second, aside.second};
}

}  // namespace loh
