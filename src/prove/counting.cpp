// Exact counts of distinguishable rows.
//
// Idea: the columns are decided one after the other. What remains of the formulas after some columns is a state; different cells
// that leave the same state are counted together, and a state is counted once (a decision diagram that is never stored as a
// whole). The formulas are nodes of a small graph in which constants are folded and equal nodes are one, so equal remainders are
// found by comparing numbers. Points of rules that are decided become a sum. A state whose class is certain has no formulas but
// the condition left.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include <gmpxx.h>

#include "base/check.hpp"
#include "loh/prove.hpp"
#include "prove/claim.hpp"
#include "prove/element_formulas.hpp"

namespace loh {

namespace {

using Remainder = std::vector<NodeNumber>;

class Counter {
public:
    Counter(const DecisionData& decision, ElementFormulas& formulas,
            std::vector<std::vector<std::size_t>> elements)
        : decision_(decision),
          card_(decision.head->card()),
          formulas_(formulas),
          elements_(std::move(elements)),
          known_(elements_.size() + 1) {}

    struct State {
        Remainder rules = {};  // [formula]; empty: the class is certain
        NodeNumber condition = kAlways;
        std::vector<std::int64_t> sums = {};  // [class], with `vote`
        std::size_t decided = 0;              // the class, if it is certain
        friend bool operator<(const State& a, const State& b) {
            return std::tie(a.condition, a.decided, a.sums, a.rules) <
                   std::tie(b.condition, b.decided, b.sums, b.rules);
        }
    };
    using Counts = std::vector<mpz_class>;  // [class]

    Counts count(State state, std::size_t level) {
        normalize(state);
        if (state.condition == kNever) return Counts(decision_.classes().size());
        if (level == elements_.size()) {
            LOH_CHECK(state.rules.empty());
            Counts result(decision_.classes().size());
            result[state.decided] = formulas_.value(state.condition, state.decided) ? 1 : 0;
            return result;
        }
        auto known = known_[level].find(state);
        if (known != known_[level].end()) return known->second;
        constexpr std::size_t kMostStates = 1'000'000;
        if (++states_ > kMostStates || formulas_.size() > 20 * kMostStates)
            throw Error(ErrorKind::limit,
                        "the rows cannot be counted: too many different remainders of the rules",
                        "count for a model with fewer rules, or assume (--assume) a formula that leaves "
                        "fewer cells of some columns");
        Counts total = branches(state, level);
        known_[level].emplace(std::move(state), total);
        return total;
    }

private:
    Counts branches(const State& state, std::size_t level) {
        Counts total(decision_.classes().size());
        std::map<State, std::size_t> next;  // with the number of elements that lead there
        auto column = static_cast<std::uint32_t>(order_of(level));
        bool reads = formulas_.node(state.condition).reads[column] ||
                     std::any_of(state.rules.begin(), state.rules.end(),
                                 [&](NodeNumber rule) { return formulas_.node(rule).reads[column]; });
        if (!reads) {
            next.emplace(state, elements_[level].size());
        } else {
            for (std::size_t element : elements_[level]) {
                ElementFormulas::Restriction restricted(formulas_, column, element);
                State one = state;
                for (NodeNumber& rule : one.rules) rule = restricted(rule);
                one.condition = restricted(one.condition);
                normalize(one);
                ++next[std::move(one)];
            }
        }
        for (const auto& [one, times] : next) {
            Counts some = count(one, level + 1);
            for (std::size_t c = 0; c < total.size(); ++c)
                total[c] += some[c] * static_cast<unsigned long>(times);
        }
        return total;
    }

    [[nodiscard]] std::size_t order_of(std::size_t level) const { return order[level]; }

    void normalize(State& state) const {
        if (state.rules.empty()) return;
        if (card_.classes > 0) {
            normalize_sums(state);
            return;
        }
        std::size_t none = decision_.head->kind() == Head::single ? 0 : decision_.formulas.size();
        for (std::size_t f = 0; f < state.rules.size(); ++f) {
            if (state.rules[f] == kAlways) return certain(state, decision_.head->class_of(f));
            if (state.rules[f] != kNever) return drop_behind_certain(state, f);
        }
        certain(state, none);
    }

    // Formulas behind one that always holds do not matter.
    static void drop_behind_certain(State& state, std::size_t first) {
        bool holds = false;
        for (std::size_t f = first; f < state.rules.size(); ++f) {
            if (holds) state.rules[f] = kNever;
            holds = holds || state.rules[f] == kAlways;
        }
    }

    static void certain(State& state, std::size_t decided) {
        state.rules.clear();
        state.sums.clear();
        state.decided = decided;
    }

    void normalize_sums(State& state) const {
        for (std::size_t r = 0; r < state.rules.size(); ++r) {
            if (state.rules[r] != kAlways) continue;
            for (std::size_t c = 0; c < card_.classes; ++c) state.sums[c] += card_.at(r, c);
            state.rules[r] = kNever;
        }
        std::int64_t first = state.sums[0];  // only differences matter
        for (std::int64_t& sum : state.sums) sum -= first;
        for (std::size_t c = 0; c < card_.classes; ++c) {
            bool wins = true;
            for (std::size_t other = 0; wins && other < card_.classes; ++other)
                wins = other == c || worst_lead(state, c, other) >= (other < c ? 1 : 0);
            if (wins) return certain(state, c);
        }
    }

    // The least lead of a class over another one, over all values of the open rules.
    [[nodiscard]] std::int64_t worst_lead(const State& state, std::size_t of_class, std::size_t other) const {
        std::int64_t lead = state.sums[of_class] - state.sums[other];
        for (std::size_t r = 0; r < state.rules.size(); ++r)
            if (state.rules[r] != kNever)
                lead += std::min<std::int64_t>(0, card_.at(r, of_class) - card_.at(r, other));
        return lead;
    }

    const DecisionData& decision_;
    const Scorecard& card_;
    ElementFormulas& formulas_;
    std::vector<std::vector<std::size_t>> elements_;  // [level]: the elements of its column
    std::vector<std::map<State, Counts>> known_;      // [level]
    std::size_t states_ = 0;

public:
    std::vector<std::size_t> order;  // [level]: its column
};

// The columns, those that most literals read first.
std::vector<std::size_t> column_order(const ElementFormulas& formulas, std::size_t columns) {
    std::vector<std::size_t> uses(columns, 0);
    for (std::size_t n = 2; n < formulas.size(); ++n) {
        const ElementFormulas::Node& node = formulas.node(static_cast<NodeNumber>(n));
        if (node.kind == ElementFormulas::Node::Kind::cell) ++uses[node.cell];
    }
    std::vector<std::size_t> result(columns);
    std::iota(result.begin(), result.end(), std::size_t{0});
    std::stable_sort(result.begin(), result.end(),
                     [&](std::size_t a, std::size_t b) { return uses[a] > uses[b]; });
    return result;
}

// The remainder before any column is decided.
Counter::State start_of(const ClaimContext& context, const Policy& condition, FormulaMaker& maker,
                        ElementFormulas& formulas) {
    Counter::State start;
    for (const ClassFormula& part : context.data().formulas)
        start.rules.push_back(maker.make(part.formula, context.views[0], {}));
    std::vector<NodeNumber> conditions = {maker.make(condition.formula, condition.view, condition.classes)};
    for (const Policy& assumption : context.assumptions)
        conditions.push_back(maker.make(assumption.formula, assumption.view, assumption.classes));
    start.condition = formulas.all(std::move(conditions));
    start.sums = context.data().head->card().base;
    if (!start.rules.empty()) return start;
    // No rules: the base or the default decides.
    const std::vector<std::int64_t>& base = start.sums;
    start.decided = base.empty()
                        ? context.data().classes().size() - 1
                        : static_cast<std::size_t>(std::max_element(base.begin(), base.end()) - base.begin());
    start.sums.clear();
    return start;
}

// The elements that the cells of a column can be in.
std::vector<std::size_t> possible_elements(const QuestionColumn& column, bool missing) {
    bool only_present = column.type != QuestionColumn::Type::truth && !(column.missing && missing);
    std::vector<std::size_t> result(column.elements() - (only_present ? 1 : 0));
    std::iota(result.begin(), result.end(), only_present ? std::size_t{1} : std::size_t{0});
    return result;
}

}  // namespace

ProofCounts prove_count(const Decision& decision, const std::string& condition, const ProofOptions& options) {
    ClaimContext context({decision}, options);
    Policy policy = read_policy(condition, context.data(), options.unread);
    QuestionColumns columns;
    context.add_columns({&policy}, columns);
    columns.finish();
    std::size_t count = columns.columns().size();
    ElementFormulas formulas(count);
    Row row(count);
    std::iota(row.begin(), row.end(), CellId{0});
    FormulaMaker maker(columns, formulas, row);
    Counter::State start = start_of(context, policy, maker, formulas);
    ProofCounts result;
    for (const QuestionColumn& column : columns.columns()) {
        result.columns.push_back(column.name);
        result.regions.push_back(possible_elements(column, options.missing).size());
    }
    std::vector<std::size_t> order = column_order(formulas, count);
    std::vector<std::vector<std::size_t>> elements;
    for (std::size_t c : order) elements.push_back(possible_elements(columns.columns()[c], options.missing));
    Counter counter(context.data(), formulas, std::move(elements));
    counter.order = order;
    mpz_class total = 0;
    for (const mpz_class& number : counter.count(start, 0)) {
        result.by_class.push_back(number.get_str());
        total += number;
    }
    result.rows = total.get_str();
    return result;
}

}  // namespace loh
