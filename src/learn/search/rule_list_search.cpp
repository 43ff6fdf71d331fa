#include "learn/search/rule_list_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "decision/decision_data.hpp"
#include "decision/metrics.hpp"
#include "learn/class_schema.hpp"
#include "learn/learned_model.hpp"
#include "learn/search/constraints.hpp"

namespace loh {

namespace {

// Exact if all are whole and small, otherwise scaled so that the largest is kMostWeight. A row of whole weight n counts like n
// rows. Fractional weights are relative, such as those of boosting, which sum to one: the mean weight counts like one row.
WholeWeights whole_weights(std::span<const float> weights, const RowList& rows) {
    constexpr float kMostWeight = 255;
    WholeWeights result{std::vector<std::uint32_t>(rows.size(), 1)};
    if (weights.empty()) return result;
    float largest = 0;
    double sum = 0;
    std::size_t positive = 0;
    bool whole = true;
    for (std::uint32_t row : rows) {
        largest = std::max(largest, weights[row]);
        sum += weights[row];
        positive += weights[row] > 0 ? 1 : 0;
        whole = whole && weights[row] == std::floor(weights[row]);
    }
    float scale = (whole && largest <= kMostWeight) || largest == 0 ? 1 : kMostWeight / largest;
    for (std::size_t i = 0; i < rows.size(); ++i)
        result.of_row[i] = static_cast<std::uint32_t>(std::nearbyint(weights[rows[i]] * scale));
    result.of_one = whole ? scale : scale * sum / static_cast<double>(positive);
    return result;
}

void overwrite(const Bits& rows, std::uint32_t value, std::vector<std::uint32_t>& values) {
    for (std::size_t w = 0; w < rows.size(); ++w) {
        for (std::uint64_t bits = rows[w]; bits != 0; bits &= bits - 1)
            values[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))] = value;
    }
}

}  // namespace

std::vector<ClassOrder> class_orders(const LearnTask& task, bool either) {
    const DatasetData& data = task.data.data();
    const ClassColumn& column = classes_to_learn(task.data);
    std::vector<std::string> classes = output_classes(column, task.options.head, task.positive);
    for (const std::string& name : rarest_first(column)) {
        if (std::find(classes.begin(), classes.end(), name) == classes.end()) classes.push_back(name);
    }
    std::vector<ClassOrder> orders;
    auto add = [&] {
        DatasetColumns source(data);
        orders.push_back({classes, labels_in(classes, column, source, source.at(data.target))});
    };
    add();
    if (classes.size() == 2 && either) {
        std::swap(classes[0], classes[1]);
        add();
    }
    return orders;
}

std::size_t RuleList::rule_count() const {
    std::size_t count = 0;
    for (const std::vector<LiteralRule>& part : rules) count += part.size();
    return count;
}

double RuleList::score(const Rows& rows, Metric metric, std::span<const float> weights) const {
    Confusion confusion(static_cast<std::uint32_t>(order->classes.size()));
    for (std::uint32_t row : rows)
        confusion.add(order->ranks[row], predicted[row], weights.empty() ? 1 : weights[row]);
    return confusion.score(metric);
}

RuleListSearch::RuleListSearch(const LearnTask& task, const Rows& training, double work, ThreadPool& pool)
    : task_(task),
      data_(task.data.data()),
      literals_(task, training, work, pool),
      weights_(whole_weights(data_.weights, literals_.sample())) {}

// With two classes, a rule for the positive one may ask for more of an increasing column, a rule for the negative one for less.
std::vector<CandidateLiteral> RuleListSearch::candidates_for(const ClassOrder& order,
                                                             std::uint32_t rank) const {
    const std::vector<CandidateLiteral>& all = literals_.on_sample().search_candidates();
    if (task_.constraints.empty()) return all;
    std::string positive = output_classes(classes_to_learn(task_.data), Head::single, task_.positive)[0];
    bool is_positive = order.classes[rank] == positive;
    return constrained(all, literals_.atoms(), task_.constraints, is_positive);
}

// Each class may have its share of the rules that are left.
RuleList RuleListSearch::find(const ClassOrder& order, RuleSetOptions options,
                              const std::function<bool()>& stop) const {
    RuleList list;
    list.order = &order;
    auto last = static_cast<std::uint32_t>(order.classes.size() - 1);
    list.predicted.assign(data_.rows, last);
    std::size_t left = task_.options.max_rules;
    std::size_t penalised = 0;
    for (std::uint32_t rank = 0; rank < last; ++rank) {
        options.max_rules = (left + last - rank - 1) / (last - rank);
        list.rules.push_back(rules_of_class(rank, order, list.predicted, options, stop));
        left -= list.rules.back().size();
        for (const LiteralRule& rule : list.rules.back()) {
            list.literals += rule.size();
            penalised += rule.size() + 1;
            predict(rule, rank, list.predicted);
        }
    }
    list.rules.emplace_back();
    list.penalty =
        options.penalty * static_cast<double>(penalised) / static_cast<double>(literals_.sample().size());
    return list;
}

std::vector<Formula> RuleListSearch::formulas(const RuleList& list) const {
    std::vector<Formula> result;
    for (std::size_t c = 0; c + 1 < list.rules.size(); ++c)
        result.push_back(literals_.on_sample().formula(list.rules[c]));
    return result;
}

std::vector<LiteralRule> RuleListSearch::rules_of_class(std::uint32_t rank, const ClassOrder& order,
                                                        const std::vector<std::uint32_t>& predicted,
                                                        RuleSetOptions options,
                                                        const std::function<bool()>& stop) const {
    options.penalty *= weights_.of_one;
    ClassRows own;
    if (rank > 0) own = class_rows(rank, order, predicted);
    const ClassRows& of_class = rank > 0 ? own : first_class_rows(order);
    std::vector<LiteralRule> rules = find_rule_set(of_class.rows, candidates_for(order, rank), options, stop);
    for (LiteralRule& rule : rules) literals_.on_sample().prefer_contraries(rule, of_class.keep);
    return by_contribution(std::move(rules), of_class.wanted, of_class.weights);
}

RuleListSearch::ClassRows RuleListSearch::class_rows(std::uint32_t rank, const ClassOrder& order,
                                                     const std::vector<std::uint32_t>& predicted) const {
    const RowList& sample = literals_.sample();
    ClassRows result;
    result.wanted.assign(sample.size(), false);
    result.weights.assign(sample.size(), 0);
    result.keep.assign(bit_words(sample.size()), 0);
    for (std::size_t place = 0; place < sample.size(); ++place) {
        std::uint32_t row = sample[place];
        if (predicted[row] < rank || order.ranks[row] < rank) continue;
        result.wanted[place] = order.ranks[row] == rank;
        result.weights[place] = weights_.of_row[place];
        if (result.wanted[place]) set_bit(result.keep, place);
    }
    result.rows = {literals_.on_sample().columns(), result.wanted, result.weights};
    return result;
}

const RuleListSearch::ClassRows& RuleListSearch::first_class_rows(const ClassOrder& order) const {
    std::lock_guard lock(first_mutex_);
    std::unique_ptr<ClassRows>& rows = first_[&order];
    if (!rows) {
        std::vector<std::uint32_t> nothing(data_.rows, static_cast<std::uint32_t>(order.classes.size() - 1));
        rows = std::make_unique<ClassRows>(class_rows(0, order, nothing));
    }
    return *rows;
}

// Each rule adds the most to those before it: right rows less wrong ones that no earlier rule covers.
std::vector<LiteralRule> RuleListSearch::by_contribution(std::vector<LiteralRule> rules,
                                                         const std::vector<bool>& wanted,
                                                         const std::vector<std::uint32_t>& weights) const {
    std::vector<Bits> covers;
    for (const LiteralRule& rule : rules)
        covers.push_back(literals_.on_sample().restricted(all_ones(wanted.size()), rule));
    Bits left = all_ones(wanted.size());
    auto gain = [&](std::size_t rule) {
        std::int64_t total = 0;
        for (std::size_t row = 0; row < wanted.size(); ++row) {
            if (bit_at(left, row) && bit_at(covers[rule], row))
                total += wanted[row] ? std::int64_t{weights[row]} : -std::int64_t{weights[row]};
        }
        return total;
    };
    for (std::size_t place = 0; place + 1 < rules.size(); ++place) {
        std::vector<std::int64_t> gains;
        for (std::size_t rule = place; rule < rules.size(); ++rule) gains.push_back(gain(rule));
        auto best =
            place + static_cast<std::size_t>(std::max_element(gains.begin(), gains.end()) - gains.begin());
        std::swap(rules[place], rules[best]);
        std::swap(covers[place], covers[best]);
        for (std::size_t w = 0; w < left.size(); ++w) left[w] &= ~covers[place][w];
    }
    return rules;
}

void RuleListSearch::predict(const LiteralRule& rule, std::uint32_t rank,
                             std::vector<std::uint32_t>& predicted) const {
    Bits holds = literals_.holds_on_all_rows(rule);
    for (std::size_t w = 0; w < holds.size(); ++w) {
        for (std::uint64_t bits = holds[w]; bits != 0; bits &= bits - 1) {
            std::uint32_t& row = predicted[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
            row = std::min(row, rank);
        }
    }
}

std::vector<std::uint32_t> RuleListSearch::deciding_rules(const RuleList& list) const {
    auto number = static_cast<std::uint32_t>(list.rule_count());
    std::vector<std::uint32_t> result(data_.rows, number);
    for (std::size_t rank = list.rules.size(); rank-- > 0;) {  // from the last, so that the first one stays
        for (std::size_t rule = list.rules[rank].size(); rule-- > 0;)
            overwrite(literals_.holds_on_all_rows(list.rules[rank][rule]), --number, result);
    }
    return result;
}

Model model_of_list(const RuleListSearch& lists, const RuleList& list, const LearnTask& task,
                    const RowSplit& split) {
    const DatasetData& data = task.data.data();
    Head head = task.options.head;
    if (head == Head::automatic) head = list.rules.size() == 2 ? Head::single : Head::list;
    std::vector<std::string> classes = list.order->classes;
    if (head == Head::single) std::reverse(classes.begin(), classes.end());  // the negative one first
    DatasetColumns source(data);
    Labels labels = labels_in(classes, data.classes, source, source.at(data.target));
    LearnOptions options = task.options;
    options.head = head;
    return model_of_formulas(lists.formulas(list), {head, classes}, "search", options, data, labels, split);
}

}  // namespace loh
