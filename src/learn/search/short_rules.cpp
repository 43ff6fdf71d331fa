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
#include <cmath>
#include <deque>
#include <mutex>
#include <optional>

#include "base/thread_pool.hpp"
#include "decision/metrics.hpp"
#include "formula/simplify.hpp"
#include "learn/class_schema.hpp"
#include "learn/learned_model.hpp"
#include "learn/proposed_literals.hpp"
#include "learn/rule_literals.hpp"
#include "learn/search/rule_set.hpp"

namespace loh {

namespace {

constexpr std::array kPenalties = {1.0, 6.0};  // of a literal, in rows, to be compared on the validation rows
constexpr double kUsualPenalty = 0.1;          // without validation rows: the dataset is small
constexpr double kTolerance = 0.005;  // loss of the metric on validation rows that fewer literals are worth
constexpr std::array kStartStrictness = {1.0, 3.0, 10.0};
constexpr std::uint32_t kSample = 3;  // purpose of stratified_split, besides those of row_split.hpp

// Classes in the order of a list: the first of which a rule holds is the class of a row, or the last.
struct ClassOrder {
    std::vector<std::string> classes;
    Labels ranks;  // [row]: of its class
};

struct Found {
    const ClassOrder* order = nullptr;
    RulesOfClasses rules;    // by rank; the last has none
    double training = -1;    // by the metric
    double validation = -1;  // where there are validation rows
    std::size_t literals = 0;
    double penalty = 0;  // for these and the rules, as a share of the rows
    [[nodiscard]] bool is_flawless() const { return training == 1 && validation == 1; }
    [[nodiscard]] bool is_better_than(const Found& other) const {
        if (validation != other.validation) return validation > other.validation;
        return training - penalty > other.training - other.penalty;
    }
};

// Weights of the rows as whole numbers, which the counts of the search need: exact if all are whole and small, otherwise scaled
// so that the largest is kMostWeight.
std::vector<std::uint32_t> whole_weights(std::span<const float> weights, const RowList& rows) {
    constexpr float kMostWeight = 255;
    if (weights.empty()) return std::vector<std::uint32_t>(rows.size(), 1);
    float largest = 0;
    bool whole = true;
    for (std::uint32_t row : rows) {
        largest = std::max(largest, weights[row]);
        whole = whole && weights[row] == std::floor(weights[row]);
    }
    float scale = (whole && largest <= kMostWeight) || largest == 0 ? 1 : kMostWeight / largest;
    std::vector<std::uint32_t> result;
    result.reserve(rows.size());
    for (std::uint32_t row : rows)
        result.push_back(static_cast<std::uint32_t>(std::nearbyint(weights[row] * scale)));
    return result;
}

// The literals on all rows of a dataset, each evaluated when it is first needed. Several threads may ask.
class LiteralsOnDemand {
public:
    LiteralsOnDemand(std::span<const Atom> atoms, std::span<const TypedColumn> columns)
        : atoms_(atoms), columns_(columns), bits_(atoms.size()), known_(atoms.size()) {}

    const Bits& operator[](std::size_t literal) {
        std::call_once(known_[literal], [&] { bits_[literal] = literal_bits(atoms_[literal], columns_); });
        return bits_[literal];
    }

private:
    std::span<const Atom> atoms_;
    std::span<const TypedColumn> columns_;
    std::vector<Bits> bits_;
    std::deque<std::once_flag> known_;
};

class ShortRules {
public:
    ShortRules(const LearnTask& task, const SearchBudget& budget, const LearnHooks& hooks)
        : task_(task),
          budget_(budget),
          hooks_(hooks),
          data_(task.data.data()),
          columns_(data_.used_columns()),
          threads_(task.options.threads) {
        const ClassColumn& column = classes_to_learn(task.data);
        check_occurs(task.positive, column.names, data_.target);
        Examples examples = data_.examples();
        split_ = split_for_learning(examples, task.options);
        atoms_ = proposed_literals(data_, split_.training.list(), task.options).atoms;
        on_all_rows_.emplace(atoms_, columns_);
        find_orders(column);
        take_sample(examples);
    }

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
            found[search] =
                list_of_rules(orders_[search / kStartStrictness.size() / penalties.size()], options, stop);
            std::lock_guard lock(mutex);
            bool better = !best || found[search].is_better_than(found[*best]);
            bool equal = best && !better && !found[*best].is_better_than(found[search]);
            if (better || (equal && search < *best)) best = search;  // whichever was ready first
            if (hooks_.progress) report(search, searches, found[*best]);
        });
        return shortest_of_the_good(found, found[*best]);
    }

    Model model(const Found& found) const {
        Head head = task_.options.head;
        if (head == Head::automatic) head = found.rules.size() == 2 ? Head::single : Head::list;
        std::vector<std::string> classes = found.order->classes;
        if (head == Head::single) std::reverse(classes.begin(), classes.end());  // the negative one first
        DatasetColumns source(data_);
        Labels labels = labels_in(classes, data_.classes, source, source.at(data_.target));
        std::vector<Formula> formulas;
        for (std::size_t c = 0; c + 1 < found.rules.size(); ++c)
            formulas.push_back(literals_->formula(found.rules[c]));
        return model_of_formulas(formulas, {head, classes}, "search", task_.options, data_, labels, split_);
    }

private:
    // Of two classes in a list either may be the one with the rules.
    void find_orders(const ClassColumn& column) {
        std::vector<std::string> classes = output_classes(column, task_.options.head, task_.positive);
        for (const std::string& name : rarest_first(column)) {
            if (std::find(classes.begin(), classes.end(), name) == classes.end()) classes.push_back(name);
        }
        auto add = [&] {
            DatasetColumns source(data_);
            orders_.push_back({classes, labels_in(classes, column, source, source.at(data_.target))});
        };
        add();
        if (classes.size() > 2 || task_.options.head != Head::list) return;
        std::swap(classes[0], classes[1]);
        add();
    }

    [[nodiscard]] Found shortest_of_the_good(const std::vector<Found>& all, const Found& best) const {
        if (split_.validation.empty()) return best;  // the penalty has been paid
        const Found* shortest = &best;
        for (const Found& found : all) {
            if (best.is_flawless() && !found.is_flawless()) continue;  // no mistake for the sake of a literal
            if (found.validation >= best.validation - kTolerance && found.literals < shortest->literals)
                shortest = &found;
        }
        return *shortest;
    }

    // Training rows to search on: all, or as many as the budget allows.
    void take_sample(const Examples& examples) {
        double work = static_cast<double>(split_.training.size()) *
                      static_cast<double>(atoms_.size() * task_.options.max_rules);
        Rows sample = split_.training;
        if (work > budget_.work)
            sample =
                stratified_split(examples, sample, budget_.work / work, task_.options.seed, kSample).second;
        sample_ = sample.list();
        std::vector<TypedColumn> on_sample;
        for (const TypedColumn& column : columns_) on_sample.push_back(gathered(column, sample_));
        std::vector<RuleLiterals::Literal> named;
        for (const Atom& atom : atoms_) named.push_back({spell(atom), &atom});
        literals_.emplace(named, literal_bits(atoms_, on_sample, &threads_), sample_.size());
        whole_weights_ = whole_weights(data_.weights, sample_);
    }

    // Class after class, each told from those after it. Of the rules that are left to have, each class may have its share.
    [[nodiscard]] Found list_of_rules(const ClassOrder& order, RuleSetOptions options,
                                      const std::function<bool()>& stop) const {
        Found found;
        found.order = &order;
        auto last = static_cast<std::uint32_t>(order.classes.size() - 1);
        std::vector<std::uint32_t> predicted(order.ranks.size(), last);
        std::size_t left = task_.options.max_rules;
        std::size_t penalised = 0;
        for (std::uint32_t rank = 0; rank < last; ++rank) {
            options.max_rules = (left + last - rank - 1) / (last - rank);
            found.rules.push_back(rules_of_class(rank, order, predicted, options, stop));
            left -= found.rules.back().size();
            for (const LiteralRule& rule : found.rules.back()) {
                found.literals += rule.size();
                penalised += rule.size() + 1;
                predict(rule, rank, predicted);
            }
        }
        found.rules.emplace_back();
        found.penalty =
            options.penalty * static_cast<double>(penalised) / static_cast<double>(sample_.size());
        found.training = score(order, predicted, split_.training);
        if (!split_.validation.empty()) found.validation = score(order, predicted, split_.validation);
        return found;
    }

    [[nodiscard]] std::vector<LiteralRule> rules_of_class(std::uint32_t rank, const ClassOrder& order,
                                                          const std::vector<std::uint32_t>& predicted,
                                                          const RuleSetOptions& options,
                                                          const std::function<bool()>& stop) const {
        std::vector<bool> wanted(sample_.size(), false);
        std::vector<std::uint32_t> weights(sample_.size(), 0);
        Bits keep(bit_words(sample_.size()), 0);
        for (std::size_t place = 0; place < sample_.size(); ++place) {
            std::uint32_t row = sample_[place];
            // What an earlier class has, or should have, does not matter.
            if (predicted[row] < rank || order.ranks[row] < rank) continue;
            wanted[place] = order.ranks[row] == rank;
            weights[place] = whole_weights_[place];
            if (wanted[place]) set_bit(keep, place);
        }
        std::vector<LiteralRule> rules =
            find_rule_set({literals_->columns(), wanted, weights}, literals_->candidates(), options, stop);
        for (LiteralRule& rule : rules) literals_->prefer_contraries(rule, keep);
        return rules;
    }

    void predict(const LiteralRule& rule, std::uint32_t rank, std::vector<std::uint32_t>& predicted) const {
        Bits holds = all_ones(predicted.size());
        for (auto [literal, wanted] : rule) {
            const Bits& bits = (*on_all_rows_)[literal];
            for (std::size_t w = 0; w < holds.size(); ++w) holds[w] &= wanted ? bits[w] : ~bits[w];
        }
        for (std::size_t w = 0; w < holds.size(); ++w) {
            for (std::uint64_t bits = holds[w]; bits != 0; bits &= bits - 1) {
                std::uint32_t& row = predicted[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
                row = std::min(row, rank);
            }
        }
    }

    [[nodiscard]] double score(const ClassOrder& order, const std::vector<std::uint32_t>& predicted,
                               const Rows& rows) const {
        Confusion confusion(static_cast<std::uint32_t>(order.classes.size()));
        for (std::uint32_t row : rows)
            confusion.add(order.ranks[row], predicted[row], data_.weights.empty() ? 1 : data_.weights[row]);
        return confusion.score(task_.options.metric);
    }

    void report(std::size_t search, std::size_t searches, const Found& best) const {
        double best_score = best.validation < 0 ? best.training : best.validation;
        LearnProgress progress{search, searches, 0, 0, 0, best_score, true, {}};
        progress.size = [&best] {
            LearnProgress::Size size;
            for (const std::vector<LiteralRule>& rules : best.rules) {
                size.rules += rules.size();
                for (const LiteralRule& rule : rules) size.literals += rule.size();
            }
            return size;
        };
        hooks_.progress(progress);
    }

    const LearnTask& task_;
    const SearchBudget& budget_;
    const LearnHooks& hooks_;
    const DatasetData& data_;
    std::vector<TypedColumn> columns_;  // to learn from
    mutable ThreadPool threads_;
    std::vector<ClassOrder> orders_;
    RowSplit split_;
    std::vector<Atom> atoms_;                              // [literal]
    mutable std::optional<LiteralsOnDemand> on_all_rows_;  // [literal]
    RowList sample_;                                       // training rows to search on
    std::vector<std::uint32_t> whole_weights_;             // [row of the sample]
    std::optional<RuleLiterals> literals_;                 // on these
};

}  // namespace

Model find_short_rules(const LearnTask& task, const SearchBudget& budget, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head == Head::vote || task.options.head == Head::paper)
        throw Error(ErrorKind::usage, "rule search finds formulas of the heads `single` or `list`");
    ShortRules search(task, budget, hooks);
    return search.model(search.best());
}

}  // namespace loh
