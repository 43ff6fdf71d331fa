#include "loh/short_rules.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>

#include "base/text.hpp"
#include "base/thread_pool.hpp"
#include "decision/metrics.hpp"
#include "learn/proposed_literals.hpp"
#include "learn/purposes.hpp"
#include "learn/search/rule_literals.hpp"
#include "learn/search/rule_set.hpp"
#include "model/schema.hpp"

namespace loh {

namespace {

constexpr std::array kPrices = {1.0, 6.0};  // of a literal, in rows, to be compared on the validation rows
constexpr double kUsualPrice = 0.1;         // where there are none: few rows
constexpr double kTolerance = 0.005;  // of the metric on the validation rows, for the sake of fewer literals
constexpr std::array kStrictness = {1.0, 3.0, 10.0};
constexpr std::uint32_t kSample = 3;  // purpose of stratified_split, besides those of model/purposes.hpp

using RulesByRank =
    std::vector<std::vector<LiteralRule>>;  // [class], by its rank in an order; the last has none

// Classes in the order of a list: the first whose rules hold is the class of a row, or the last.
struct ClassOrder {
    std::vector<std::string> classes;
    std::vector<std::uint32_t> ranks;  // [row]: of its class
};

struct Found {
    const ClassOrder* order = nullptr;
    RulesByRank rules;
    double training = -1;    // by the metric
    double validation = -1;  // where there are validation rows
    std::size_t literals = 0;
    double price = 0;  // of these and the rules, as a share of the rows
    [[nodiscard]] bool is_flawless() const { return training == 1 && validation == 1; }
    [[nodiscard]] bool is_better_than(const Found& other) const {
        if (validation != other.validation) return validation > other.validation;
        return training - price > other.training - other.price;
    }
};

class ShortRules {
public:
    ShortRules(const ShortRulesTask& task, const LearnHooks& hooks) : task_(task), hooks_(hooks) {
        ClassColumn column = classes_to_learn(task.table, task.target);
        check_occurs(task.positive, column.names, task.target);
        ProposedLiterals proposed =
            proposed_literals(task.table, task.target, column, task.options, task.schema);
        find_orders(column);
        Examples examples;
        examples.labels = orders_[0].ranks;
        examples.classes = static_cast<std::uint32_t>(orders_[0].classes.size());
        purposes_ = split_for_learning(examples, task.options);
        read(proposed);
        take_sample(examples);
    }

    Found best() {
        std::vector<double> prices = {kUsualPrice};
        if (!purposes_.validation.empty()) prices.assign(kPrices.begin(), kPrices.end());
        std::size_t searches = prices.size() * kStrictness.size() * orders_.size();
        std::vector<Found> found(searches);
        std::optional<std::size_t> best;  // so far
        std::mutex mutex;                 // of the best, and of the hooks
        auto stop = [&] {
            std::lock_guard lock(mutex);
            return hooks_.stop && hooks_.stop();
        };
        ThreadPool threads(task_.options.threads);
        threads.parallel_for(searches, [&](std::size_t search, std::size_t) {
            RuleSetOptions options;
            options.max_literals = task_.options.max_literals;
            options.macro_f1 = task_.options.metric == Metric::macro_f1;
            options.strictness = kStrictness[search % kStrictness.size()];
            options.price = prices[search / kStrictness.size() % prices.size()];
            options.rounds = task_.rounds;
            options.seed = task_.options.seed * searches + search;
            found[search] =
                list_of_rules(orders_[search / kStrictness.size() / prices.size()], options, stop);
            std::lock_guard lock(mutex);
            bool better = !best || found[search].is_better_than(found[*best]);
            bool equal = best && !better && !found[*best].is_better_than(found[search]);
            if (better || (equal && search < *best)) best = search;  // whichever was ready first
            if (hooks_.progress) tell(search, searches, found[*best]);
        });
        return shortest_of_the_good(found, found[*best]);
    }

    // As a program with no choices left.
    [[nodiscard]] Program program(const Found& found) const {
        std::string text;
        for (std::size_t c = 0; c + 1 < found.rules.size(); ++c)
            text += "output " + spell_name(found.order->classes[c]) +
                    " := " + literals_->text(found.rules[c]) + "\n";
        return Program::parse(text, "<short rules>");
    }

private:
    // Those of the head; of two classes in a list either may be the one with the rules.
    void find_orders(const ClassColumn& column) {
        std::vector<std::string> classes = output_classes(column, task_.options.head, task_.positive);
        for (const std::string& name : rarest_first(column)) {
            if (std::find(classes.begin(), classes.end(), name) == classes.end()) classes.push_back(name);
        }
        auto add = [&] {
            orders_.push_back(
                {classes, labels_in(classes, column, task_.table, task_.table.at(task_.target))});
        };
        add();
        if (classes.size() > 2 || task_.options.head != Head::list) return;
        std::swap(classes[0], classes[1]);
        add();
    }

    [[nodiscard]] Found shortest_of_the_good(const std::vector<Found>& all, const Found& best) const {
        if (purposes_.validation.empty()) return best;  // the price has been paid
        const Found* shortest = &best;
        for (const Found& found : all) {
            if (best.is_flawless() && !found.is_flawless()) continue;  // no mistake for the sake of a literal
            if (found.validation >= best.validation - kTolerance && found.literals < shortest->literals)
                shortest = &found;
        }
        return *shortest;
    }

    void read(const ProposedLiterals& proposed) {
        for (const Atom& atom : proposed.atoms) {
            names_.push_back(spell(atom));
            atoms_.emplace(names_.back(), atom);
        }
        std::vector<Diagnostic> slips;  // a literal that was proposed is none
        ColumnMeanings meanings = find_meanings(atoms_, task_.table, task_.schema, task_.target, slips);
        ModelRows rows = read_rows(names_, atoms_, meanings, task_.table, task_.target);
        columns_.assign(names_.size(), Bits(bit_words(rows.count), 0));
        for (std::size_t i = 0; i < names_.size(); ++i) {
            for (std::size_t row = 0; row < rows.count; ++row) {
                if (rows.inputs.value(i, row) > 0.5F) set_bit(columns_[i], row);
            }
        }
    }

    // Training rows to search on: all, or as many as the work allows.
    void take_sample(const Examples& examples) {
        double work = static_cast<double>(purposes_.training.size()) *
                      static_cast<double>(names_.size() * task_.options.max_rules);
        Rows sample = purposes_.training;
        if (work > task_.work)
            sample =
                stratified_split(examples, sample, task_.work / work, task_.options.seed, kSample).second;
        sample_ = sample.list();
        std::vector<Bits> columns(names_.size(), Bits(bit_words(sample_.size()), 0));
        for (std::size_t i = 0; i < names_.size(); ++i) {
            for (std::size_t place = 0; place < sample_.size(); ++place) {
                if (bit_at(columns_[i], sample_[place])) set_bit(columns[i], place);
            }
        }
        literals_.emplace(names_, atoms_, std::move(columns), sample_.size());
    }

    // Class after class, each told from those after it. Of the rules that are left to have, each class may have its share.
    [[nodiscard]] Found list_of_rules(const ClassOrder& order, RuleSetOptions options,
                                      const std::function<bool()>& stop) const {
        Found found;
        found.order = &order;
        auto last = static_cast<std::uint32_t>(order.classes.size() - 1);
        std::vector<std::uint32_t> predicted(order.ranks.size(), last);
        std::size_t left = task_.options.max_rules;
        std::size_t priced = 0;
        for (std::uint32_t rank = 0; rank < last; ++rank) {
            options.max_rules = (left + last - rank - 1) / (last - rank);
            found.rules.push_back(rules_of_class(rank, order, predicted, options, stop));
            left -= found.rules.back().size();
            for (const LiteralRule& rule : found.rules.back()) {
                found.literals += rule.size();
                priced += rule.size() + 1;
                predict(rule, rank, predicted);
            }
        }
        found.rules.emplace_back();
        found.price = options.price * static_cast<double>(priced) / static_cast<double>(sample_.size());
        found.training = score(order, predicted, purposes_.training);
        if (!purposes_.validation.empty()) found.validation = score(order, predicted, purposes_.validation);
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
            weights[place] = 1;
            if (wanted[place]) set_bit(keep, place);
        }
        std::vector<LiteralRule> rules =
            find_rule_set({literals_->columns(), wanted, weights}, literals_->candidates(), options, stop);
        for (LiteralRule& rule : rules) literals_->affirm(rule, keep);
        return rules;
    }

    void predict(const LiteralRule& rule, std::uint32_t rank, std::vector<std::uint32_t>& predicted) const {
        for (std::size_t row = 0; row < predicted.size(); ++row) {
            bool holds = std::all_of(rule.begin(), rule.end(), [&](SignedLiteral literal) {
                return bit_at(columns_[literal.literal], row) == literal.holds;
            });
            if (holds) predicted[row] = std::min(predicted[row], rank);
        }
    }

    [[nodiscard]] double score(const ClassOrder& order, const std::vector<std::uint32_t>& predicted,
                               const Rows& rows) const {
        Confusion confusion(static_cast<std::uint32_t>(order.classes.size()));
        for (std::uint32_t row : rows) confusion.add(order.ranks[row], predicted[row]);
        return task_.options.metric == Metric::macro_f1 ? confusion.macro_f1() : confusion.accuracy();
    }

    void tell(std::size_t search, std::size_t searches, const Found& best) const {
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

    const ShortRulesTask& task_;
    const LearnHooks& hooks_;
    std::vector<ClassOrder> orders_;
    RowsByPurpose purposes_;
    std::vector<std::string> names_;  // [literal]
    Atoms atoms_;
    std::vector<Bits> columns_;             // [literal], over all rows of the table
    RowList sample_;                        // training rows to search on
    std::optional<RuleLiterals> literals_;  // on these
};

}  // namespace

Model find_short_rules(const ShortRulesTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head == Head::vote || task.options.head == Head::paper)
        throw Error(ErrorKind::usage, "short rules are formulas of the heads `single` or `list`");
    ShortRules search(task, hooks);
    Found found = search.best();
    LearnOptions plain = task.options;
    plain.epochs = plain.restarts = plain.committees = 1;
    if (plain.head == Head::automatic) plain.head = found.rules.size() == 2 ? Head::single : Head::list;
    LearnTask learned{search.program(found), task.table, task.target, {}, plain, {}, task.schema};
    if (plain.head == Head::single) learned.positive = found.order->classes[0];
    LearnHooks quiet = hooks;
    quiet.progress = {};  // nothing is left to learn
    return learn(learned, quiet);
}

}  // namespace loh
