// Cross-validated scores for the path from simple to accurate: candidates of several sizes, of which one becomes the model.
//
//     PathScores scores(task, split, labels, classes);
//     scores.start(candidates);
//     for each fold and candidate: find the candidate on fold.training; scores.predictions(fold, candidate)[row] = ..., fold.test
//     scores.finish(complete);
//     ScoredPath path = scores.path(steps, pool);                      // steps: [candidate]
//     std::size_t chosen = chosen_step(path.steps, task.path_choice);
//
// Invariant: no row is predicted by a candidate that was found on it, so that scores estimate those of new rows. They depend on
// the seed and not on the number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/examples.hpp"
#include "decision/metrics.hpp"
#include "learn/row_split.hpp"
#include "loh/learn.hpp"

namespace loh {

// One part of a cross-validation: the rows that are left out of the search, and then predicted.
struct PathFold {
    std::size_t repeat = 0;
    RowList training;
    RowList test;
};

struct ScoredPath {
    std::vector<PathStep> steps;            // by increasing number of literals
    std::vector<std::size_t> candidate_of;  // [step]
};

class PathScores {
public:
    // Plans the folds: none if there are too few rows, one if there are validation rows. labels: [row]. Keeps the references.
    PathScores(const LearnTask& task, const RowSplit& split, const Labels& labels, std::size_t classes);

    [[nodiscard]] const std::vector<PathFold>& folds() const { return folds_; }
    // Whether the fold is the validation rows: then candidates need not be found again for it.
    [[nodiscard]] bool has_validation_rows() const { return !split_.validation.empty(); }

    void start(std::size_t candidates);
    // The classes that a candidate predicts in a fold: [row], of which those of the fold's test rows are read.
    std::vector<std::uint32_t>& predictions(std::size_t fold, std::size_t candidate) {
        return predicted_[folds_[fold].repeat][candidate];
    }
    // Whether there are scores of rows that a candidate was not found on.
    [[nodiscard]] bool is_scored() const { return is_scored_; }
    // Without `complete`, when learning was stopped, there are no scores.
    void finish(bool complete) { is_scored_ = complete && !folds_.empty(); }

    // The classes that a candidate predicts for the rows that were left out: [repeat][row]. Empty without scores.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> left_out_predictions(std::size_t candidate) const;
    // True and predicted classes of these rows, the mean over the repeats. No rows without scores.
    [[nodiscard]] Confusion left_out_confusion(std::size_t candidate) const;

    // How much better the second candidate is than the first, with the standard error of the difference.
    struct Gain {
        double score = 0;  // of the second candidate
        double gain = 0;
        double error = 0;
    };
    [[nodiscard]] Gain gain_of_second(ThreadPool& pool) const;

    // One step for each number of literals: of candidates with equally many, the one with the best score. steps: [candidate],
    // without scores.
    [[nodiscard]] ScoredPath path(std::vector<PathStep> steps, ThreadPool& pool) const;

private:
    void plan_folds();
    [[nodiscard]] RowList scored_rows(std::size_t repeat) const;
    [[nodiscard]] std::vector<std::vector<double>> sampled_scores(ThreadPool& pool) const;

    const LearnTask& task_;
    const RowSplit& split_;
    const Labels& labels_;
    std::size_t classes_;
    std::vector<PathFold> folds_;
    std::size_t repeats_ = 0;
    std::size_t candidates_ = 0;
    std::vector<std::vector<std::vector<std::uint32_t>>> predicted_;  // [repeat][candidate][row]
    bool is_scored_ = false;
};

// A path with what is needed to compare it with another one.
struct FoundPath {
    Model model;
    // Of the step that is chosen without --pick, for left-out rows: [repeat][row], indexes of model.classes(). Empty without scores.
    std::vector<std::vector<std::uint32_t>> predicted;
    Confusion left_out;  // of these predictions, the mean over the repeats; no rows without scores
};
// Warns if the chosen step has rules that are not clearly better than chance on left-out rows.
void warn_about_chance(const FoundPath& found, const LearnHooks& hooks);
// classes: those of the scores.
FoundPath comparable_path(Model model, const ScoredPath& path, const PathScores& scores,
                          const std::vector<std::string>& classes, const PathChoice& choice);

// The model of the chosen step, with the path and all its models in the record. models: [step].
Model with_path(const std::vector<Model>& models, std::vector<PathStep> steps);

}  // namespace loh
