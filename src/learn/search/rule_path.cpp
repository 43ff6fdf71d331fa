// The path from simple to accurate.
//
// Idea: rule lists are searched (rule_list_search.hpp) with a series of complexity penalties, from one that allows a literal or two to
// half a row (with many rows, a few rows) for each literal. The score of each penalty is cross-validated: the search is repeated without each fold of the rows,
// literals and cut points included, and predicts the rows of the fold. The model is the simplest list whose score is not clearly
// worse than the best: by less than two standard errors of the difference, estimated on bootstrap samples of the rows, or by less
// than 0.015 and a quarter of the mistakes of the best, which does not matter in practice.
//
// Invariant: no row is predicted by a list that was searched on it, so that scores estimate those of new rows. They depend on the
// seed and not on the number of threads.
//
// Source: Breiman, Friedman, Olshen and Stone, "Classification and Regression Trees", 1984, choose the simplest tree within one
// standard error of the best. The error here is that of the paired difference, which is smaller than that of a score.
//
// Rejected: one penalty for all datasets (a tenth of a row for each literal). On small and noisy tables it fits all training rows:
// docs/accuracy.md. Soft labels from an ensemble instead of the classes: no gain with trees of 12 leaves.
#include "loh/rule_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "decision/metrics.hpp"
#include "formula/measure.hpp"
#include "formula/simplify.hpp"
#include "learn/class_schema.hpp"
#include "learn/search/constraints.hpp"
#include "learn/search/rule_list_search.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr double kClearlyWorse = 2;          // standard errors of the difference
constexpr double kIrrelevant = 0.015;        // difference of the score
constexpr double kIrrelevantShare = 0.25;    // of what the best score lacks to 1
constexpr double kLeastPenaltyShare = 1e-4;  // of the rows
constexpr double kLeastPenalty = 0.5;        // of a literal, in rows
constexpr double kMostPenaltyShare = 0.125;  // of the rows
constexpr std::size_t kPathPenalties = 9;
constexpr std::uint32_t kFolds = 5;
constexpr std::size_t kFewestRows = 10;          // with fewer, nothing is cross-validated
constexpr std::size_t kRowsForOneFold = 10'000;  // from here on, one fold of the five has rows enough
constexpr std::size_t kBootstraps = 100;
constexpr std::array kPathStrictness = {1.0, 3.0};

// The penalties from the largest to the smallest, in geometric steps.
std::vector<double> penalties_for(std::size_t rows) {
    double least = std::max(kLeastPenalty, kLeastPenaltyShare * static_cast<double>(rows));
    double most = std::max(2 * least, kMostPenaltyShare * static_cast<double>(rows));
    std::vector<double> result;
    for (std::size_t i = 0; i < kPathPenalties; ++i)
        result.push_back(
            most * std::pow(least / most, static_cast<double>(i) / static_cast<double>(kPathPenalties - 1)));
    return result;
}

std::uint32_t repeats_for(std::size_t rows) { return rows < 300 ? 4 : rows < 1000 ? 2 : 1; }

class RulePath {
public:
    RulePath(const LearnTask& task, double work, const LearnHooks& hooks)
        : task_(task),
          work_(work),
          hooks_(hooks),
          data_(task.data.data()),
          threads_(task.options.threads),
          orders_(class_orders(task)),
          split_(split_for_learning(data_.examples(), task.options)),
          penalties_(penalties_for(split_.training.size())),
          lists_(task, split_.training, work, threads_) {}

    Model run() {
        plan_folds();
        searches_ = penalties_.size() * (1 + (split_.validation.empty() ? folds_.size() : 0));
        find_lists();
        score_lists();
        std::vector<PathStep> steps = path();
        std::size_t chosen = choose(steps);
        steps[chosen].chosen = true;
        Model model = model_of_list(lists_, found_[list_of_[chosen]], task_, split_);
        auto record = std::make_shared<ModelData>(model.data());
        record->path = std::move(steps);
        return {Decision(model), std::move(record)};
    }

private:
    // One part of a cross-validation: the rows that are left out of the search, and then predicted.
    struct Fold {
        std::size_t repeat = 0;
        RowList training;
        RowList test;
    };

    void plan_folds() {
        std::size_t rows = split_.training.size();
        if (!split_.validation.empty()) {
            folds_.push_back({0, split_.training.list(), split_.validation.list()});
            return;
        }
        if (rows < kFewestRows) return;
        std::uint32_t repeats = repeats_for(rows);
        for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
            std::vector<std::uint32_t> fold = folds_of_rows(repeat);
            for (std::uint32_t f = 0; f < (rows < kRowsForOneFold ? kFolds : 1); ++f) {
                folds_.push_back({repeat, {}, {}});
                for (std::uint32_t row : split_.training)
                    (fold[row] == f ? folds_.back().test : folds_.back().training).push_back(row);
            }
        }
    }

    // Stratified: [row].
    [[nodiscard]] std::vector<std::uint32_t> folds_of_rows(std::uint32_t repeat) const {
        std::vector<std::uint32_t> fold(data_.rows, kFolds);
        std::vector<RowList> by_class(data_.classes.names.size());
        for (std::uint32_t row : split_.training) by_class[data_.classes.labels[row]].push_back(row);
        constexpr std::uint32_t kFirstStep = 1000;  // apart from the steps of stratified_split
        Random random(task_.options.seed, Stream::splitting);
        std::uint32_t next = 0;
        for (std::uint32_t c = 0; c < by_class.size(); ++c) {
            auto step = kFirstStep + repeat * static_cast<std::uint32_t>(by_class.size()) + c;
            Permutation order(static_cast<std::uint32_t>(by_class[c].size()), random, step);
            for (std::uint32_t i = 0; i < by_class[c].size(); ++i)
                fold[by_class[c][order(i)]] = next++ % kFolds;
        }
        return fold;
    }

    [[nodiscard]] bool stopped() {
        std::lock_guard lock(mutex_);
        return hooks_.stop && hooks_.stop();
    }

    // The best list so far on the rows it was searched on.
    void report_search(const RuleList& list, const Rows& rows) {
        double score = list.score(rows, task_.options.metric, data_.weights);
        std::lock_guard lock(mutex_);
        std::size_t search = searches_done_++;
        if (score > best_score_) {
            best_score_ = score;
            best_size_ = {list.rule_count(), list.literals};
        }
        if (!hooks_.progress) return;
        LearnProgress progress{search, searches_, 0, 0, 0, best_score_, false, {}};
        progress.size = [&] { return best_size_; };
        hooks_.progress(progress);
    }

    // The best of several starts and orders, by the metric on the rows it is searched on less the penalty.
    RuleList best_list(const RuleListSearch& lists, const Rows& rows, double penalty) {
        RuleList best;
        double highest = -std::numeric_limits<double>::infinity();
        for (const ClassOrder& order : orders_) {
            for (double strictness : kPathStrictness) {
                RuleSetOptions options;
                options.max_literals = task_.options.max_literals;
                options.macro_f1 = task_.options.metric == Metric::macro_f1;
                options.strictness = strictness;
                options.penalty = penalty;
                options.seed = task_.options.seed;
                RuleList list = lists.find(order, options, [&] { return stopped(); });
                double value = list.score(rows, task_.options.metric, data_.weights) - list.penalty;
                if (value <= highest) continue;
                highest = value;
                best = std::move(list);
            }
        }
        report_search(best, rows);
        return best;
    }

    // On all training rows, before the folds: if learning is stopped, there is a model.
    void find_lists() {
        found_.resize(penalties_.size() + 1);
        found_[0].order = orders_.data();  // no rules: the class of most rows, or the negative one
        found_[0].rules.resize(orders_[0].classes.size());
        found_[0].predicted.assign(data_.rows, static_cast<std::uint32_t>(orders_[0].classes.size() - 1));
        threads_.parallel_for(penalties_.size(), [&](std::size_t p, std::size_t) {
            found_[p + 1] = best_list(lists_, split_.training, penalties_[p]);
        });
    }

    void score_lists() {
        for (const Fold& fold : folds_) repeats_ = std::max(repeats_, fold.repeat + 1);
        predicted_.assign(repeats_, std::vector(found_.size(), std::vector<std::uint32_t>(data_.rows, 0)));
        bool same_lists = !split_.validation.empty();
        std::vector<std::optional<RuleListSearch>> lists(folds_.size());
        if (!same_lists) {
            threads_.parallel_for(folds_.size(), [&](std::size_t f, std::size_t) {
                ThreadPool alone(1);
                make_lists(lists[f], folds_[f].training, alone);
            });
        }
        threads_.parallel_for(folds_.size() * found_.size(), [&](std::size_t job, std::size_t) {
            std::size_t f = job / found_.size();
            std::size_t l = job % found_.size();
            const RuleList* list = &found_[l];
            RuleList own;
            if (l > 0 && !same_lists) {
                if (lists[f]) own = best_list(*lists[f], folds_[f].training, penalties_[l - 1]);
                list = lists[f] ? &own : found_.data();
            }
            std::vector<std::uint32_t> rank = ranks_in_first_order(*list->order);
            for (std::uint32_t row : folds_[f].test)
                predicted_[folds_[f].repeat][l][row] = rank[list->predicted[row]];
        });
        is_scored_ = !folds_.empty() && !stopped();
    }

    // Nothing if the rows have no literals: all columns are constant there.
    void make_lists(std::optional<RuleListSearch>& lists, const RowList& training, ThreadPool& pool) const {
        try {
            lists.emplace(task_, training, work_, pool);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::meaning) throw;
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> ranks_in_first_order(const ClassOrder& order) const {
        const std::vector<std::string>& first = orders_[0].classes;
        std::vector<std::uint32_t> result;
        for (const std::string& name : order.classes)
            result.push_back(
                static_cast<std::uint32_t>(std::find(first.begin(), first.end(), name) - first.begin()));
        return result;
    }

    // The rows that are predicted, each once.
    [[nodiscard]] RowList scored_rows(std::size_t repeat) const {
        RowList rows;
        for (const Fold& fold : folds_) {
            if (fold.repeat == repeat) rows.insert(rows.end(), fold.test.begin(), fold.test.end());
        }
        std::sort(rows.begin(), rows.end());  // the same rows are drawn in each repeat
        return rows;
    }

    // The score of each list on bootstrap samples of the scored rows; the first "sample" is the rows themselves: [sample][list].
    [[nodiscard]] std::vector<std::vector<double>> sampled_scores() {
        auto classes = static_cast<std::uint32_t>(orders_[0].classes.size());
        std::vector<std::vector<double>> result(kBootstraps + 1, std::vector<double>(found_.size(), 0));
        Random random(task_.options.seed, Stream::rule_search);
        for (std::size_t repeat = 0; is_scored_ && repeat < repeats_; ++repeat) {
            RowList rows = scored_rows(repeat);
            threads_.parallel_for(kBootstraps + 1, [&](std::size_t sample, std::size_t) {
                std::vector<Confusion> confusions(found_.size(), Confusion(classes));
                for (std::uint32_t i = 0; i < rows.size(); ++i) {
                    std::uint32_t row = rows[i];
                    if (sample > 0)
                        row = rows[static_cast<std::size_t>(
                            random.uniform(static_cast<std::uint32_t>(sample), i) *
                            static_cast<double>(rows.size()))];
                    double weight = data_.weights.empty() ? 1 : data_.weights[row];
                    for (std::size_t l = 0; l < found_.size(); ++l)
                        confusions[l].add(orders_[0].ranks[row], predicted_[repeat][l][row], weight);
                }
                for (std::size_t l = 0; l < found_.size(); ++l)
                    result[sample][l] += confusions[l].score(task_.options.metric);
            });
        }
        for (std::vector<double>& scores : result) {
            for (double& score : scores) score = is_scored_ ? score / static_cast<double>(repeats_) : -1;
        }
        return result;
    }

    // The standard deviation over the samples of the score, or of its difference from that of another list.
    static double standard_error(const std::vector<std::vector<double>>& samples, std::size_t list,
                                 std::optional<std::size_t> other = {}) {
        double sum = 0;
        double squares = 0;
        for (std::size_t s = 1; s < samples.size(); ++s) {
            double value = samples[s][list] - (other ? samples[s][*other] : 0);
            sum += value;
            squares += value * value;
        }
        auto count = static_cast<double>(samples.size() - 1);
        return std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count)));
    }

    // Without scores yet.
    [[nodiscard]] PathStep step_of(const RuleList& list) const {
        PathStep step;
        std::vector<Formula> formulas = lists_.formulas(list);
        for (std::size_t c = 0; c < formulas.size(); ++c) {
            Formula simple = simplify(formulas[c], LiteralsOf::columns);
            step.rules += simple.kind() == Kind::disjunction ? simple.size()
                          : simple == Formula(false)         ? 0
                                                             : 1;
            step.literals += count_literals(simple);
            step.formulas.emplace_back(list.order->classes[c], simple.to_string());
        }
        return step;
    }

    // One step for each number of literals: of lists with equally many, the one with the best score.
    std::vector<PathStep> path() {
        std::vector<std::vector<double>> samples = sampled_scores();
        std::vector<PathStep> all;  // [list]
        for (const RuleList& list : found_) all.push_back(step_of(list));
        list_of_.resize(found_.size());
        std::iota(list_of_.begin(), list_of_.end(), 0);
        std::stable_sort(list_of_.begin(), list_of_.end(), [&](std::size_t a, std::size_t b) {
            if (all[a].literals != all[b].literals) return all[a].literals < all[b].literals;
            return samples[0][a] > samples[0][b];
        });
        auto equal = [&](std::size_t a, std::size_t b) { return all[a].literals == all[b].literals; };
        list_of_.erase(std::unique(list_of_.begin(), list_of_.end(), equal), list_of_.end());
        std::size_t best =
            *std::max_element(list_of_.begin(), list_of_.end(),
                              [&](std::size_t a, std::size_t b) { return samples[0][a] < samples[0][b]; });
        std::vector<PathStep> steps;
        for (std::size_t l : list_of_) {
            steps.push_back(std::move(all[l]));
            PathStep& step = steps.back();
            step.score = samples[0][l];
            step.error = standard_error(samples, l);
            step.below_best = samples[0][best] - samples[0][l];
            step.below_best_error = standard_error(samples, l, best);
        }
        return steps;
    }

    // The step that becomes the model.
    [[nodiscard]] std::size_t choose(const std::vector<PathStep>& steps) const {
        const PathChoice& wish = task_.path_choice;
        if (wish.pick > steps.size())
            throw Error(ErrorKind::usage, "there is no size " + std::to_string(wish.pick),
                        "the largest is --pick " + std::to_string(steps.size()));
        if (wish.pick > 0) return wish.pick - 1;
        std::size_t allowed = 0;  // steps
        while (allowed < steps.size() &&
               (!wish.most_literals || steps[allowed].literals <= *wish.most_literals))
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

    const LearnTask& task_;
    double work_;
    const LearnHooks& hooks_;
    const DatasetData& data_;
    ThreadPool threads_;
    std::vector<ClassOrder> orders_;
    RowSplit split_;
    std::vector<double> penalties_;
    RuleListSearch lists_;
    std::vector<RuleList> found_;  // on all training rows: without rules, then by penalty
    std::vector<Fold> folds_;
    std::size_t repeats_ = 0;
    std::vector<std::vector<std::vector<std::uint32_t>>>
        predicted_;                     // [repeat][list][row]: rank in the first order
    std::vector<std::size_t> list_of_;  // [step]
    bool is_scored_ = false;
    std::mutex mutex_;  // guards the hooks and the count
    std::size_t searches_ = 0;
    std::size_t searches_done_ = 0;
    double best_score_ = -1;
    LearnProgress::Size best_size_;
};

}  // namespace

Model find_rule_path(const LearnTask& task, double work, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head == Head::vote || task.options.head == Head::paper)
        throw Error(ErrorKind::usage, "rule search finds formulas of the heads `single` or `list`");
    check_occurs(task.positive, classes_to_learn(task.data).names, task.data.target());
    check_constraints(task.constraints, task.data);
    return RulePath(task, work, hooks).run();
}

}  // namespace loh
