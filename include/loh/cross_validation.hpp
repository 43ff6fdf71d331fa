// Cross-validation of learning: every row is predicted by a model that was learned without it.
//
//     loh::CrossValidation result = loh::cross_validate({data}, {5, 2});       // five folds, twice
//     std::cout << result.mean().macro_f1 << " +- " << result.error().macro_f1 << '\n';
#pragma once

#include <cstddef>
#include <vector>

#include "loh/learn.hpp"

namespace loh {

struct FoldFigures {
    double accuracy = 0;
    double macro_f1 = 0;
    double balanced_accuracy = 0;
    double auc = 0;
    double log_loss = 0;
    double calibration_error = 0;
    double baseline_accuracy = 0;  // of always predicting the most frequent class of the rows
    double baseline_f1 = 0;        // macro
    double rules = 0;
    double literals = 0;
};

struct FoldPlan {
    std::size_t folds = 5;
    std::size_t repeats = 0;  // 0: 4 below 300 rows, 2 below 1000, otherwise 1
};

struct CrossValidation {
    std::size_t folds = 0;
    std::size_t repeats = 0;
    std::vector<FoldFigures> parts = {};  // [repeat][fold]; fewer if learning was stopped

    [[nodiscard]] FoldFigures mean() const;
    // The standard error of the mean: the deviation between the folds over the root of the number of folds. Repeats lower the
    // deviation between splits, not the error that comes from the number of rows, so they are not counted.
    [[nodiscard]] FoldFigures error() const;
};

// Learns a model for each fold as `learn` does, with everything that learning chooses chosen without the rows of the fold. Groups
// and times of the dataset are respected; with times, each fold is predicted from the rows before it, and there are no repeats.
// Throws Error (usage) if the task holds out rows itself, or has fewer rows than folds.
CrossValidation cross_validate(const LearnTask& task, const FoldPlan& plan = {},
                               const LearnHooks& hooks = {});

}  // namespace loh
