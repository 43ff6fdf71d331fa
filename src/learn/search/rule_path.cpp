// The path from simple to accurate.
//
// Idea: rule lists are searched (rule_list_search.hpp) with a series of complexity penalties, from one that allows a literal or two to
// three quarters of a row (with many rows, a few rows) for each literal. Rules have at most five literals; with many rows, if that
// limits the longest lists, some are searched without a limit too. The score of each penalty is cross-validated, and the simplest list
// that is not clearly worse than the best becomes the model (learn/path_scores.hpp).
//
// Rejected: one penalty for all datasets (a tenth of a row for each literal). On small and noisy tables it fits all training rows:
// docs/accuracy.md. Soft labels from an ensemble instead of the classes: no gain with trees of 12 leaves.
#include "loh/rule_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "formula/measure.hpp"
#include "formula/simplify.hpp"
#include "learn/class_schema.hpp"
#include "learn/path_progress.hpp"
#include "learn/path_scores.hpp"
#include "learn/probability_fit.hpp"
#include "learn/search/constraints.hpp"
#include "learn/search/rule_list_search.hpp"
#include "learn/short_path.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr std::size_t kManyRows = 5000;
constexpr double kLeastPenaltyOfFew = 0.75;  // of a literal, in rows
constexpr double kLeastPenalty = 0.5;        // with many rows, likewise
constexpr double kLeastPenaltyShare = 1e-4;  // of many rows
constexpr double kMostPenaltyShare = 0.125;  // of the rows
constexpr std::size_t kPathPenalties = 9;
constexpr std::array kPathStrictness = {1.0, 3.0};
constexpr std::size_t kReadableLiterals = 5;  // of a rule, unless longer ones are clearly better
constexpr std::size_t kLongRulePenalties = 3;

// One size of the path: how it is searched.
struct PathSearch {
    double penalty = 0;            // of a literal, in rows
    std::size_t max_literals = 0;  // of a rule; 0: no limit
};

// From the largest penalty to the smallest, in geometric steps.
std::vector<PathSearch> searches_for(std::size_t rows, std::size_t max_literals) {
    double least = rows < kManyRows ? kLeastPenaltyOfFew
                                    : std::max(kLeastPenalty, kLeastPenaltyShare * static_cast<double>(rows));
    double most = std::max(2 * least, kMostPenaltyShare * static_cast<double>(rows));
    std::size_t limit = max_literals > 0 ? max_literals : kReadableLiterals;
    std::vector<PathSearch> result;
    for (std::size_t i = 0; i < kPathPenalties; ++i) {
        double part = static_cast<double>(i) / static_cast<double>(kPathPenalties - 1);
        result.push_back({most * std::pow(least / most, part), limit});
    }
    return result;
}

// The rules of some tables are much shorter for one of two classes (docs/accuracy.md). A head of one formula that was asked for keeps to
// the positive one.
bool either_class_may_have_rules(const LearnTask& task) {
    return task.options.head == Head::list || (task.options.head == Head::automatic && task.positive.empty());
}

class RulePath {
public:
    RulePath(const LearnTask& task, double work, const LearnHooks& hooks)
        : task_(task),
          work_(work),
          progress_(hooks),
          data_(task.data.data()),
          threads_(task.options.threads),
          orders_(class_orders(task, either_class_may_have_rules(task))),
          split_(split_for_learning(data_.examples(), task.options)),
          scores_(task, split_, orders_[0].ranks, orders_[0].classes.size()),
          searches_(searches_for(split_.training.size(), task.options.max_literals)),
          lists_(task, split_.training, work, threads_) {}

    FoundPath run() {
        find_lists();
        score_lists();
        std::vector<PathStep> steps;  // [list]
        for (const RuleList& list : found_) steps.push_back(step_of(list));
        ScoredPath path = scores_.path(std::move(steps), threads_);
        path.steps[chosen_step(path.steps, task_.path_choice)].chosen = true;
        std::vector<Model> models;
        for (std::size_t list : path.candidate_of) models.push_back(model_of(list));
        Model model = with_path(models, path.steps);
        return comparable_path(model, path, scores_, orders_[0].classes, task_.path_choice);
    }

private:
    // The best of several starts and orders, by the metric on the rows it is searched on less the penalty. No rules if learning is
    // stopped before.
    RuleList best_list(const RuleListSearch& lists, const Rows& rows, const PathSearch& search) {
        if (progress_.stopped()) return found_[0];
        RuleList best;
        double highest = -std::numeric_limits<double>::infinity();
        for (const ClassOrder& order : orders_) {
            for (double strictness : kPathStrictness) {
                RuleSetOptions options;
                options.max_literals = search.max_literals;
                options.macro_f1 = task_.options.metric == Metric::macro_f1;
                options.strictness = strictness;
                options.penalty = search.penalty;
                options.seed = task_.options.seed;
                RuleList list = lists.find(order, options, [&] { return progress_.stopped(); });
                double value = list.score(rows, task_.options.metric, data_.weights) - list.penalty;
                if (value <= highest) continue;
                highest = value;
                best = std::move(list);
            }
        }
        progress_.report(best.score(rows, task_.options.metric, data_.weights),
                         {best.rule_count(), best.literals});
        return best;
    }

    // On all training rows, before the folds: if learning is stopped, there is a model.
    void find_lists() {
        found_.resize(1);
        found_[0].order = orders_.data();  // no rules: the class of most rows, or the negative one
        found_[0].rules.resize(orders_[0].classes.size());
        found_[0].predicted.assign(data_.rows, static_cast<std::uint32_t>(orders_[0].classes.size() - 1));
        expect_searches();
        find_more_lists();
        bool may_be_long = task_.options.max_literals == 0 && split_.training.size() >= kManyRows;
        if (!may_be_long || !has_rule_of(found_.back(), kReadableLiterals)) return;
        for (std::size_t i = kPathPenalties - kLongRulePenalties; i < kPathPenalties; ++i)
            searches_.push_back({searches_[i].penalty, 0});
        expect_searches();
        find_more_lists();
    }

    void expect_searches() {
        std::size_t folds = scores_.has_validation_rows() ? 0 : scores_.folds().size();
        progress_.expect(searches_.size() * (1 + folds));
    }

    // The lists of the searches that have none yet.
    void find_more_lists() {
        std::size_t first = found_.size();
        found_.resize(searches_.size() + 1);
        threads_.parallel_for(found_.size() - first, [&](std::size_t l, std::size_t) {
            found_[first + l] = best_list(lists_, split_.training, searches_[first + l - 1]);
        });
    }

    [[nodiscard]] static bool has_rule_of(const RuleList& list, std::size_t literals) {
        for (const std::vector<LiteralRule>& rules : list.rules) {
            for (const LiteralRule& rule : rules) {
                if (rule.size() == literals) return true;
            }
        }
        return false;
    }

    void score_lists() {
        const std::vector<PathFold>& folds = scores_.folds();
        scores_.start(found_.size());
        bool same_lists = scores_.has_validation_rows();
        std::vector<std::optional<RuleListSearch>>& lists = fold_searches_;
        lists = std::vector<std::optional<RuleListSearch>>(folds.size());
        fold_lists_.assign(folds.size(), std::vector<RuleList>(found_.size()));
        if (!same_lists) {
            threads_.parallel_for(folds.size(), [&](std::size_t f, std::size_t) {
                if (progress_.stopped()) return;
                ThreadPool alone(1);
                make_lists(lists[f], folds[f].training, alone);
            });
        }
        threads_.parallel_for(folds.size() * found_.size(), [&](std::size_t job, std::size_t) {
            std::size_t f = job / found_.size();
            std::size_t l = job % found_.size();
            const RuleList* list = &found_[l];
            RuleList own;
            if (l > 0 && !same_lists) {
                if (lists[f]) own = best_list(*lists[f], folds[f].training, searches_[l - 1]);
                list = lists[f] ? &own : found_.data();
            }
            std::vector<std::uint32_t> rank = ranks_in_first_order(*list->order);
            for (std::uint32_t row : folds[f].test)
                scores_.predictions(f, l)[row] = rank[list->predicted[row]];
            if (list == &own) {
                own.predicted = {};  // not needed any more
                fold_lists_[f][l] = std::move(own);
            }
        });
        scores_.finish(!progress_.stopped());
    }

    // Nothing if the rows have no literals: all columns are constant there.
    void make_lists(std::optional<RuleListSearch>& lists, const RowList& training, ThreadPool& pool) const {
        try {
            lists.emplace(task_, training, work_, pool);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::meaning) throw;
        }
    }

    [[nodiscard]] Model model_of(std::size_t list) {
        Model model = model_of_list(lists_, found_[list], task_, split_);
        if (!scores_.is_scored() || scores_.has_validation_rows()) return model;
        return with_probabilities(model, fitted_probabilities(model, list));
    }

    // From the lists that were found without each fold with the penalty of the model.
    [[nodiscard]] Probabilities fitted_probabilities(const Model& model, std::size_t list) {
        const std::vector<PathFold>& folds = scores_.folds();
        std::vector<DecidedRows> decided(folds.size());
        threads_.parallel_for(folds.size(), [&](std::size_t f, std::size_t) {
            decided[f] = decided_in_fold(folds[f], fold_searches_[f], fold_lists_[f][list], model.classes());
        });
        return fit_shares(model.data().decided, decided, model.classes().size(), "cross-validation");
    }

    // Classes by their index in the model.
    [[nodiscard]] DecidedRows decided_in_fold(const PathFold& fold,
                                              const std::optional<RuleListSearch>& search,
                                              const RuleList& list,
                                              const std::vector<std::string>& classes) const {
        auto in_model = [&](const std::string& name) {
            return static_cast<std::uint32_t>(std::find(classes.begin(), classes.end(), name) -
                                              classes.begin());
        };
        bool has_rules = search && list.order != nullptr;
        const ClassOrder& order = has_rules ? *list.order : orders_[0];
        std::vector<std::uint32_t> class_of;
        for (std::size_t rank = 0; has_rules && rank < list.rules.size(); ++rank)
            class_of.insert(class_of.end(), list.rules[rank].size(), in_model(order.classes[rank]));
        class_of.push_back(in_model(order.classes.back()));
        std::vector<std::uint32_t> rules(data_.rows, 0);
        if (has_rules) rules = search->deciding_rules(list);
        std::vector<std::uint32_t> number;  // [rank in the first order]
        for (const std::string& name : orders_[0].classes) number.push_back(in_model(name));
        DecidedRows result;
        result.start(std::move(class_of), classes.size());
        for (std::uint32_t row : fold.training)
            ++result.training[rules[row] * classes.size() + number[orders_[0].ranks[row]]];
        for (std::uint32_t row : fold.test)
            result.others.emplace_back(rules[row], number[orders_[0].ranks[row]]);
        return result;
    }

    [[nodiscard]] std::vector<std::uint32_t> ranks_in_first_order(const ClassOrder& order) const {
        const std::vector<std::string>& first = orders_[0].classes;
        std::vector<std::uint32_t> result;
        for (const std::string& name : order.classes)
            result.push_back(
                static_cast<std::uint32_t>(std::find(first.begin(), first.end(), name) - first.begin()));
        return result;
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

    const LearnTask& task_;
    double work_;
    PathProgress progress_;
    const DatasetData& data_;
    ThreadPool threads_;
    std::vector<ClassOrder> orders_;
    RowSplit split_;
    PathScores scores_;
    std::vector<PathSearch> searches_;
    RuleListSearch lists_;
    std::vector<std::optional<RuleListSearch>> fold_searches_;  // none where a fold has no literals
    std::vector<std::vector<RuleList>> fold_lists_;             // [fold][search + 1], without predictions
    std::vector<RuleList> found_;  // on all training rows: without rules, then [search]
};

}  // namespace

FoundPath found_rule_path(const LearnTask& task, double work, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head == Head::vote || task.options.head == Head::paper)
        throw Error(ErrorKind::usage, "rule search finds formulas of the heads `single` or `list`");
    check_occurs(task.positive, classes_to_learn(task.data).names, task.data.target());
    check_constraints(task.constraints, task.data);
    return RulePath(task, work, hooks).run();
}

Model find_rule_path(const LearnTask& task, double work, const LearnHooks& hooks) {
    FoundPath found = found_rule_path(task, work, hooks);
    warn_about_chance(found, hooks);
    return found.model;
}

}  // namespace loh
