// Idea: the score of each candidate is cross-validated: it is found again without each fold of the rows, literals and cut points
// included, and predicts the rows of the fold. The model is the simplest candidate whose score is not clearly worse than the
// best: by less than two standard errors of the difference, estimated on bootstrap samples of the rows, or by less than 0.015
// and a quarter of the mistakes of the best, which does not matter in practice.
//
// Source: Breiman, Friedman, Olshen and Stone, "Classification and Regression Trees", 1984, choose the simplest tree within one
// standard error of the best. The error here is that of the paired difference, which is smaller than that of a score.
#include "learn/path_scores.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/random.hpp"
#include "data/dataset_data.hpp"
#include "decision/metrics.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr double kClearlyWorse = 2;        // standard errors of the difference
constexpr double kIrrelevant = 0.015;      // difference of the score
constexpr double kIrrelevantShare = 0.25;  // of what the best score lacks to 1
constexpr std::uint32_t kFolds = 5;
constexpr std::size_t kFewestRows = 10;          // with fewer, nothing is cross-validated
constexpr std::size_t kRowsForOneFold = 10'000;  // from here on, one fold of the five has rows enough
constexpr std::size_t kBootstraps = 100;

std::uint32_t repeats_for(std::size_t rows) { return rows < 300 ? 4 : rows < 1000 ? 2 : 1; }

// The standard deviation over the samples of the score, or of its difference from that of another candidate.
double standard_error(const std::vector<std::vector<double>>& samples, std::size_t candidate,
                      std::optional<std::size_t> other = {}) {
    double sum = 0;
    double squares = 0;
    for (std::size_t s = 1; s < samples.size(); ++s) {
        double value = samples[s][candidate] - (other ? samples[s][*other] : 0);
        sum += value;
        squares += value * value;
    }
    auto count = static_cast<double>(samples.size() - 1);
    return std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count)));
}

}  // namespace

PathScores::PathScores(const LearnTask& task, const RowSplit& split, const Labels& labels,
                       std::size_t classes)
    : task_(task), split_(split), labels_(labels), classes_(classes) {
    plan_folds();
    for (const PathFold& fold : folds_) repeats_ = std::max(repeats_, fold.repeat + 1);
}

void PathScores::plan_folds() {
    std::size_t rows = split_.training.size();
    if (has_validation_rows()) {
        folds_.push_back({0, split_.training.list(), split_.validation.list()});
        return;
    }
    if (rows < kFewestRows) return;
    Examples examples = task_.data.data().examples();
    bool by_time = examples.plan && !examples.plan->times.empty();
    std::uint32_t repeats = by_time ? 1 : repeats_for(rows);
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
        std::vector<RowFold> parts = row_folds(examples, split_.training, kFolds, task_.options.seed, repeat);
        if (rows >= kRowsForOneFold && by_time) parts.erase(parts.begin(), parts.end() - 1);
        if (rows >= kRowsForOneFold && !by_time) parts.resize(1);
        for (RowFold& part : parts) {
            if (!part.test.empty())
                folds_.push_back({repeat, std::move(part.training), std::move(part.test)});
        }
    }
}

void PathScores::start(std::size_t candidates) {
    candidates_ = candidates;
    std::size_t rows = task_.data.data().rows;
    predicted_.assign(repeats_, std::vector(candidates, std::vector<std::uint32_t>(rows, 0)));
}

// The rows that are predicted, each once.
RowList PathScores::scored_rows(std::size_t repeat) const {
    RowList rows;
    for (const PathFold& fold : folds_) {
        if (fold.repeat == repeat) rows.insert(rows.end(), fold.test.begin(), fold.test.end());
    }
    std::sort(rows.begin(), rows.end());  // the same rows are drawn in each repeat
    return rows;
}

// The score of each candidate on bootstrap samples of the scored rows; the first "sample" is the rows themselves:
// [sample][candidate]. Rows are drawn within their class. Otherwise a class of one or two rows, which some samples do not have,
// would dominate the standard errors of macro F1, and no size would be clearly worse than another.
std::vector<std::vector<double>> PathScores::sampled_scores(ThreadPool& pool) const {
    const std::vector<float>& weights = task_.data.data().weights;
    std::vector<std::vector<double>> result(kBootstraps + 1, std::vector<double>(candidates_, 0));
    Random random(task_.options.seed, Stream::rule_search);
    for (std::size_t repeat = 0; is_scored_ && repeat < repeats_; ++repeat) {
        RowList rows = scored_rows(repeat);
        std::stable_sort(rows.begin(), rows.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return labels_[a] < labels_[b]; });
        std::vector<std::uint32_t> first(classes_ + 1, 0);  // [class]: its first row in `rows`
        for (std::uint32_t row : rows) ++first[labels_[row] + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        pool.parallel_for(kBootstraps + 1, [&](std::size_t sample, std::size_t) {
            std::vector<Confusion> confusions(candidates_, Confusion(static_cast<std::uint32_t>(classes_)));
            for (std::uint32_t i = 0; i < rows.size(); ++i) {
                std::uint32_t row = rows[i];
                std::uint32_t begin = first[labels_[row]];
                double draw =
                    random.uniform(static_cast<std::uint32_t>(sample), i) * (first[labels_[row] + 1] - begin);
                if (sample > 0) row = rows[begin + static_cast<std::uint32_t>(draw)];
                double weight = weights.empty() ? 1 : weights[row];
                for (std::size_t c = 0; c < candidates_; ++c)
                    confusions[c].add(labels_[row], predicted_[repeat][c][row], weight);
            }
            for (std::size_t c = 0; c < candidates_; ++c)
                result[sample][c] += confusions[c].score(task_.options.metric);
        });
    }
    for (std::vector<double>& scores : result) {
        for (double& score : scores) score = is_scored_ ? score / static_cast<double>(repeats_) : -1;
    }
    return result;
}

ScoredPath PathScores::path(std::vector<PathStep> steps, ThreadPool& pool) const {
    std::vector<std::vector<double>> samples = sampled_scores(pool);
    ScoredPath path;
    std::vector<std::size_t>& order = path.candidate_of;
    order.resize(steps.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (steps[a].literals != steps[b].literals) return steps[a].literals < steps[b].literals;
        return samples[0][a] > samples[0][b];
    });
    auto equal = [&](std::size_t a, std::size_t b) { return steps[a].literals == steps[b].literals; };
    order.erase(std::unique(order.begin(), order.end(), equal), order.end());
    std::size_t best = *std::max_element(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return samples[0][a] < samples[0][b];
    });
    for (std::size_t c : order) {
        path.steps.push_back(std::move(steps[c]));
        PathStep& step = path.steps.back();
        step.score = samples[0][c];
        step.error = standard_error(samples, c);
        step.below_best = samples[0][best] - samples[0][c];
        step.below_best_error = standard_error(samples, c, best);
    }
    return path;
}

std::size_t PathScores::choose(const std::vector<PathStep>& steps) const {
    const PathChoice& wish = task_.path_choice;
    if (wish.pick > steps.size())
        throw Error(ErrorKind::usage, "there is no size " + std::to_string(wish.pick),
                    "the largest is --pick " + std::to_string(steps.size()));
    if (wish.pick > 0) return wish.pick - 1;
    std::size_t allowed = 0;  // steps
    while (allowed < steps.size() && (!wish.most_literals || steps[allowed].literals <= *wish.most_literals))
        ++allowed;
    if (!is_scored_) return allowed / 2;
    std::size_t best = 0;
    for (std::size_t s = 1; s < allowed; ++s) {
        if (steps[s].score > steps[best].score) best = s;
    }
    for (std::size_t s = 0; s < best; ++s) {
        double worse = steps[s].below_best - steps[best].below_best;
        double irrelevant = std::min(kIrrelevant, kIrrelevantShare * (1 - steps[best].score));
        if (worse <= std::max(kClearlyWorse * steps[s].below_best_error, irrelevant)) return s;
    }
    return best;
}

Model with_path(const Model& model, std::vector<PathStep> steps) {
    auto record = std::make_shared<ModelData>(model.data());
    record->path = std::move(steps);
    return {Decision(model), std::move(record)};
}

}  // namespace loh
