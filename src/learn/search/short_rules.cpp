// Short rules: several rule searches (rule_set.hpp), of which the best is kept.
//
// Idea: class after class, the rarest first, a set of rules is searched that tells the class from those after it. Each search
// is done with several complexity penalties, with strict and lenient starts, and for two classes in a list in both orders. On
// the validation rows the best result is chosen, or a shorter one that is nearly as good; without validation rows, the best on
// the training rows less the complexity penalty.
//
// Invariant: a search sees the training rows only, or a stratified sample of them when there are many; all rows are looked at
// only to score what it found. Nothing depends on which search ends first.
//
// Rejected: gradient descent on formulas of a few rules. On the paper's tables it never came near this search.
#include "loh/short_rules.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "learn/class_schema.hpp"
#include "learn/learned_model.hpp"
#include "learn/search/rule_list_search.hpp"

namespace loh {

namespace {

constexpr std::array kPenalties = {1.0, 6.0};  // of a literal, in rows, to be compared on the validation rows
constexpr double kUsualPenalty = 0.1;          // without validation rows: the dataset is small
constexpr double kTolerance = 0.005;  // loss of the metric on validation rows that fewer literals are worth
constexpr std::array kStartStrictness = {1.0, 3.0, 10.0};

struct Found {
    RuleList list;
    double training = -1;    // by the metric
    double validation = -1;  // where there are validation rows
    [[nodiscard]] bool is_flawless() const { return training == 1 && validation == 1; }
    [[nodiscard]] bool is_better_than(const Found& other) const {
        if (validation != other.validation) return validation > other.validation;
        return training - list.penalty > other.training - other.list.penalty;
    }
};

class ShortRules {
public:
    ShortRules(const LearnTask& task, const SearchBudget& budget, const LearnHooks& hooks)
        : task_(task),
          budget_(budget),
          hooks_(hooks),
          data_(task.data.data()),
          threads_(task.options.threads),
          orders_(class_orders(task, task.options.head == Head::list)),
          split_(split_for_learning(data_.examples(), task.options)),
          lists_(task, split_.training, budget.work, threads_) {}

    Found best() {
        std::vector<double> penalties = {kUsualPenalty};
        if (!split_.validation.empty()) penalties.assign(kPenalties.begin(), kPenalties.end());
        std::size_t searches = penalties.size() * kStartStrictness.size() * orders_.size();
        std::vector<Found> found(searches);
        std::optional<std::size_t> best;  // so far
        std::mutex mutex;                 // guards the best, and the hooks
        auto stop = [&] {
            std::lock_guard lock(mutex);
            return hooks_.stop && hooks_.stop();
        };
        threads_.parallel_for(searches, [&](std::size_t search, std::size_t) {
            RuleSetOptions options;
            options.max_literals = task_.options.max_literals;
            options.macro_f1 = task_.options.metric == Metric::macro_f1;
            options.strictness = kStartStrictness[search % kStartStrictness.size()];
            options.penalty = penalties[search / kStartStrictness.size() % penalties.size()];
            options.rounds = budget_.rounds;
            options.seed = task_.options.seed * searches + search;
            const ClassOrder& order = orders_[search / kStartStrictness.size() / penalties.size()];
            found[search] = scored(lists_.find(order, options, stop));
            std::lock_guard lock(mutex);
            bool better = !best || found[search].is_better_than(found[*best]);
            bool equal = best && !better && !found[*best].is_better_than(found[search]);
            if (better || (equal && search < *best)) best = search;  // whichever was ready first
            if (hooks_.progress) report(search, searches, found[*best]);
        });
        return shortest_of_the_good(found, found[*best]);
    }

    Model model(const Found& found) const { return model_of_list(lists_, found.list, task_, split_); }

private:
    [[nodiscard]] Found scored(RuleList list) const {
        Found found{std::move(list)};
        found.training = found.list.score(split_.training, task_.options.metric, data_.weights);
        if (!split_.validation.empty())
            found.validation = found.list.score(split_.validation, task_.options.metric, data_.weights);
        return found;
    }

    [[nodiscard]] Found shortest_of_the_good(const std::vector<Found>& all, const Found& best) const {
        if (split_.validation.empty()) return best;  // the penalty has been paid
        const Found* shortest = &best;
        for (const Found& found : all) {
            if (best.is_flawless() && !found.is_flawless()) continue;  // no mistake for the sake of a literal
            if (found.validation >= best.validation - kTolerance &&
                found.list.literals < shortest->list.literals)
                shortest = &found;
        }
        return *shortest;
    }

    void report(std::size_t search, std::size_t searches, const Found& best) const {
        double best_score = best.validation < 0 ? best.training : best.validation;
        LearnProgress progress{search, searches, 0, 0, 0, best_score, true, {}, 0};
        progress.size = [&best] { return LearnProgress::Size{best.list.rule_count(), best.list.literals}; };
        hooks_.progress(progress);
    }

    const LearnTask& task_;
    const SearchBudget& budget_;
    const LearnHooks& hooks_;
    const DatasetData& data_;
    ThreadPool threads_;
    std::vector<ClassOrder> orders_;
    RowSplit split_;
    RuleListSearch lists_;
};

}  // namespace

Model find_short_rules(const LearnTask& task, const SearchBudget& budget, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head == Head::vote || task.options.head == Head::paper)
        throw Error(ErrorKind::usage, "rule search finds formulas of the heads `single` or `list`");
    check_occurs(task.positive, classes_to_learn(task.data).names, task.data.target());
    ShortRules search(task, budget, hooks);
    return search.model(search.best());
}

}  // namespace loh
