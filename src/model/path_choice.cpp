// Which step of the path becomes the model, in learning and afterwards.
//
// Idea: the simplest step whose score is not clearly worse than the best: by less than one standard error of the difference, or
// by less than 0.015 and a quarter of the mistakes of the best, which does not matter in practice.
//
// Source: Breiman, Friedman, Olshen and Stone, "Classification and Regression Trees", 1984, choose the simplest tree within one
// standard error of the best. The error here is that of the paired difference, which is smaller than that of a score.
//
// Rejected: two standard errors. On a few hundred rows that is .05 of macro F1 or more, and too much of it is real (docs/accuracy.md).
#include <algorithm>

#include "loh/error.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr double kClearlyWorse = 1;        // standard errors of the difference
constexpr double kIrrelevant = 0.015;      // difference of the score
constexpr double kIrrelevantShare = 0.25;  // of what the best score lacks to 1

}  // namespace

bool is_clearly_worse(double difference, double error, double best_score) {
    double irrelevant = std::min(kIrrelevant, kIrrelevantShare * (1 - best_score));
    return difference > std::max(kClearlyWorse * error, irrelevant);
}

std::size_t chosen_step(const std::vector<PathStep>& path, const PathChoice& choice) {
    if (choice.pick > path.size())
        throw Error(ErrorKind::usage, "there is no size " + std::to_string(choice.pick),
                    "the largest is --pick " + std::to_string(path.size()));
    if (choice.pick > 0) return choice.pick - 1;
    std::size_t allowed = 0;  // steps
    while (allowed < path.size() &&
           (!choice.most_literals || path[allowed].literals <= *choice.most_literals))
        ++allowed;
    if (allowed == 0)
        throw Error(ErrorKind::usage,
                    "no size has at most " + std::to_string(choice.most_literals.value_or(0)) + " literals",
                    path.empty() ? "" : "the smallest has " + std::to_string(path[0].literals));
    if (path[0].score < 0) return allowed / 2;  // without scores
    std::size_t best = 0;
    for (std::size_t s = 1; s < allowed; ++s) {
        if (path[s].score > path[best].score) best = s;
    }
    for (std::size_t s = 0; s < best; ++s) {
        double worse = path[s].below_best - path[best].below_best;
        if (!is_clearly_worse(worse, path[s].below_best_error, path[best].score)) return s;
    }
    return best;
}

bool Model::can_move() const { return !data_->path_models.empty(); }

Model Model::at_size(std::size_t size) const {
    if (size == 0) throw Error(ErrorKind::usage, "sizes are counted from 1");
    return at_size(PathChoice{size, {}});
}

Model Model::at_size(const PathChoice& choice) const {
    if (data_->path.empty())
        throw Error(ErrorKind::usage, "the model has only one size: its learner keeps no path",
                    "`loh learn` with its default effort keeps one, for rule lists and with --head vote");
    std::size_t step = chosen_step(data_->path, choice);
    if (data_->path[step].chosen) return *this;
    if (!can_move())
        throw Error(ErrorKind::usage,
                    "the model was saved by a version that kept only the formulas of other sizes",
                    "learn it again, or with --pick " + std::to_string(step + 1));
    const PathModel& other = data_->path_models[step];
    auto record = std::make_shared<ModelData>(*data_);
    record->parts = other.parts;
    record->rules = other.rules;
    record->decided = {};
    for (std::size_t s = 0; s < record->path.size(); ++s) record->path[s].chosen = s == step;
    return {Decision(other.decision), std::move(record)};
}

}  // namespace loh
