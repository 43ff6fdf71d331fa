// Idea: the score of each candidate is cross-validated: it is found again without each fold of the rows, literals and cut points
// included, and predicts the rows of the fold. Standard errors are estimated on bootstrap samples of the rows. They decide which
// candidate becomes the model (model/path_choice.cpp).
#include "learn/path_scores.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/random.hpp"
#include "data/dataset_data.hpp"
#include "decision/metrics.hpp"
#include "learn/chance_warning.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

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

// The columns that any size reads have one meaning: it comes from the same table.
void add_columns(const ColumnMeanings& more, ColumnMeanings& all) {
    std::set<std::string> plain(all.plain.begin(), all.plain.end());
    plain.insert(more.plain.begin(), more.plain.end());
    all.plain.assign(plain.begin(), plain.end());
    all.columns.insert(more.columns.begin(), more.columns.end());
    all.missing = more.missing;
    all.target = more.target;
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

std::vector<std::vector<std::uint32_t>> PathScores::left_out_predictions(std::size_t candidate) const {
    std::vector<std::vector<std::uint32_t>> result;
    for (std::size_t repeat = 0; is_scored_ && repeat < repeats_; ++repeat)
        result.push_back(predicted_[repeat][candidate]);
    return result;
}

Confusion PathScores::left_out_confusion(std::size_t candidate) const {
    Confusion confusion(static_cast<std::uint32_t>(classes_));
    for (std::size_t repeat = 0; is_scored_ && repeat < repeats_; ++repeat) {
        for (std::uint32_t row : scored_rows(repeat))
            confusion.add(labels_[row], predicted_[repeat][candidate][row],
                          1 / static_cast<double>(repeats_));
    }
    return confusion;
}

PathScores::Gain PathScores::gain_of_second(ThreadPool& pool) const {
    std::vector<std::vector<double>> samples = sampled_scores(pool);
    return {samples[0][1], samples[0][1] - samples[0][0], standard_error(samples, 1, 0)};
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

FoundPath comparable_path(Model model, const ScoredPath& path, const PathScores& scores,
                          const std::vector<std::string>& classes, const PathChoice& choice) {
    std::size_t candidate = path.candidate_of[chosen_step(path.steps, {0, choice.most_literals})];
    FoundPath found{std::move(model), scores.left_out_predictions(candidate),
                    scores.left_out_confusion(candidate)};
    std::vector<std::uint32_t> in_model;
    for (const std::string& name : classes) {
        const std::vector<std::string>& names = found.model.classes();
        in_model.push_back(
            static_cast<std::uint32_t>(std::find(names.begin(), names.end(), name) - names.begin()));
    }
    for (std::vector<std::uint32_t>& repeat : found.predicted) {
        for (std::uint32_t& label : repeat) label = in_model[label];
    }
    return found;
}

void warn_about_chance(const FoundPath& found, const LearnHooks& hooks) {
    if (found.model.rule_count() == 0) return;
    bool is_card = found.model.head() == Head::vote;
    warn_about_chance(found.left_out, is_card ? "a scorecard of this size is" : "a rule list of this size is",
                      hooks);
}

Model with_path(const std::vector<Model>& models, std::vector<PathStep> steps) {
    ColumnMeanings meanings;
    for (const Model& model : models) add_columns(model.decision_data().meanings, meanings);
    std::size_t chosen = 0;
    std::vector<PathModel> kept;
    for (std::size_t s = 0; s < steps.size(); ++s) {
        if (steps[s].chosen) chosen = s;
        auto decision = std::make_shared<DecisionData>(models[s].decision_data());
        decision->meanings = meanings;
        kept.push_back({std::move(decision), models[s].parts(), models[s].rules()});
    }
    auto record = std::make_shared<ModelData>(models[chosen].data());
    record->path = std::move(steps);
    record->path_models = std::move(kept);
    return {Decision(record->path_models[chosen].decision), std::move(record)};
}

}  // namespace loh
