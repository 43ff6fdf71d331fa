#include "prove/box_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "loh/error.hpp"

namespace loh {

namespace {

using ElementWords = std::vector<std::uint64_t>;

ElementWords words_of(const std::vector<bool>& set) {
    ElementWords result((set.size() + 63) / 64, 0);
    for (std::size_t e = 0; e < set.size(); ++e)
        if (set[e]) result[e / 64] |= std::uint64_t{1} << (e % 64);
    return result;
}

bool disjoint(const ElementWords& a, const ElementWords& b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & b[w]) != 0) return false;
    return true;
}

bool within(const ElementWords& a, const ElementWords& b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & ~b[w]) != 0) return false;
    return true;
}

// A present cell if the set has one.
std::size_t some_element(const ElementWords& set, std::size_t elements) {
    for (std::size_t e = 1; e < elements; ++e)
        if ((set[e / 64] >> (e % 64) & 1U) != 0) return e;
    return 0;
}

}  // namespace

BoxSearch::BoxSearch(const QuestionColumns& columns, std::vector<std::size_t> cells,
                     std::vector<DecidedCells> rows, std::size_t max_boxes)
    : columns_(columns),
      cells_(std::move(cells)),
      rows_(std::move(rows)),
      max_boxes_(max_boxes),
      formulas_(cells_.size()) {}

std::unique_ptr<BoxSearch> BoxSearch::make(const QuestionColumns& columns, std::vector<std::size_t> cells,
                                           std::vector<DecidedCells> rows, std::size_t max_boxes) {
    std::unique_ptr<BoxSearch> result(new BoxSearch(columns, std::move(cells), std::move(rows), max_boxes));
    return result->read_rules() ? std::move(result) : nullptr;
}

bool BoxSearch::read_rules() {
    for (std::size_t d = 0; d < rows_.size(); ++d) {
        Scores& scores = scores_.emplace_back();
        const DecisionData& decision = *rows_[d].decision;
        const Scorecard& card = decision.head->card();
        if (card.classes == 0) continue;
        scores.base = card.base;
        FormulaMaker maker(columns_, formulas_, rows_[d].row, static_cast<std::uint32_t>(d));
        for (std::size_t r = 0; r < card.rules(); ++r) {
            NodeNumber node = maker.make(decision.formulas[r].formula, *rows_[d].view, {});
            if (node == kNever) continue;
            std::optional<BoxRule> rule = rule_of(node);
            if (!rule) return false;
            for (std::size_t c = 0; c < card.classes; ++c) rule->points.push_back(card.at(r, c));
            auto [least, most] = std::minmax_element(rule->points.begin(), rule->points.end());
            rule->spread = *most - *least;
            scores.rules.push_back(std::move(*rule));
        }
        group_rules(scores);
    }
    return true;
}

std::optional<BoxSearch::BoxRule> BoxSearch::rule_of(NodeNumber number) const {
    using NodeKind = ElementFormulas::Node::Kind;
    BoxRule result;
    if (number == kAlways) return result;
    const ElementFormulas::Node& node = formulas_.node(number);
    std::vector<NodeNumber> parts = node.kind == NodeKind::all ? node.operands : std::vector{number};
    for (NodeNumber part : parts) {
        const ElementFormulas::Node& condition = formulas_.node(part);
        bool negated = condition.kind == NodeKind::negation;
        const ElementFormulas::Node& cell = negated ? formulas_.node(condition.operands[0]) : condition;
        if (cell.kind != NodeKind::cell) return std::nullopt;
        std::vector<bool> accepted = cell.accepted;
        if (negated) accepted.flip();
        ElementWords words = words_of(accepted);
        auto known = std::find_if(result.conditions.begin(), result.conditions.end(),
                                  [&](const Condition& one) { return one.cell == cell.cell; });
        if (known == result.conditions.end()) {
            result.conditions.push_back({cell.cell, std::move(words)});
        } else {
            for (std::size_t w = 0; w < words.size(); ++w) known->accepted[w] &= words[w];
        }
    }
    return result;
}

// Rules that exclude each other pairwise, found one after the other.
void BoxSearch::group_rules(Scores& scores) {
    auto exclusive = [](const BoxRule& a, const BoxRule& b) {
        for (const Condition& one : a.conditions)
            for (const Condition& other : b.conditions)
                if (one.cell == other.cell && disjoint(one.accepted, other.accepted)) return true;
        return false;
    };
    std::vector<std::vector<std::size_t>> groups;
    std::vector<std::size_t> order(scores.rules.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return scores.rules[a].spread > scores.rules[b].spread;
    });
    for (std::size_t r : order) {
        auto fits = [&](const std::vector<std::size_t>& group) {
            return std::all_of(group.begin(), group.end(), [&](std::size_t other) {
                return exclusive(scores.rules[r], scores.rules[other]);
            });
        };
        auto group = std::find_if(groups.begin(), groups.end(), fits);
        if (group == groups.end()) group = groups.insert(groups.end(), std::vector<std::size_t>());
        scores.rules[r].group = static_cast<std::uint32_t>(group - groups.begin());
        group->push_back(r);
    }
    scores.groups = static_cast<std::uint32_t>(groups.size());
}

NodeNumber BoxSearch::in_classes(std::size_t decided, const std::vector<bool>& classes) {
    const DecisionData& decision = *rows_[decided].decision;
    auto number = static_cast<std::uint32_t>(decided);
    if (decision.head->card().classes > 0) return formulas_.of_class(number, classes);
    FormulaMaker maker(columns_, formulas_, rows_[decided].row, number);
    NodeNumber result =
        classes[decision.head->kind() == Head::single ? 0 : decision.formulas.size()] ? kAlways : kNever;
    for (std::size_t f = decision.formulas.size(); f-- > 0;) {
        NodeNumber here = maker.make(decision.formulas[f].formula, *rows_[decided].view, {});
        bool wanted = classes[decision.head->class_of(f)];
        result = wanted ? formulas_.any({here, result}) : formulas_.all({formulas_.negation(here), result});
    }
    return result;
}

NodeNumber BoxSearch::policy(const Policy& policy, std::size_t decided) {
    FormulaMaker maker(columns_, formulas_, rows_[decided].row, static_cast<std::uint32_t>(decided));
    return maker.make(policy.formula, policy.view, policy.classes);
}

// The most by which a can lead b.
std::int64_t BoxSearch::most_lead(const Scores& scores, const Box::Open& open, std::size_t a,
                                  std::size_t b) const {
    static thread_local std::vector<std::int64_t> best;  // [group]
    best.assign(scores.groups, 0);
    for (std::uint32_t r : open.rules) {
        const BoxRule& rule = scores.rules[r];
        best[rule.group] = std::max(best[rule.group], rule.points[a] - rule.points[b]);
    }
    return std::accumulate(best.begin(), best.end(), open.sums[a] - open.sums[b]);
}

// Removes the rules that hold or fail everywhere in the box, after one of its cells, or all of them, have changed.
void BoxSearch::decide_rules(Box& box, std::size_t decided, const Scores& scores,
                             std::optional<CellId> changed) {
    Box::Open& open = box.open[decided];
    std::erase_if(open.rules, [&](std::uint32_t r) {
        const BoxRule& rule = scores.rules[r];
        bool touched = !changed;
        for (const Condition& condition : rule.conditions) {
            if (changed && condition.cell != *changed) continue;
            touched = true;
            if (disjoint(box.cells[condition.cell], condition.accepted)) return true;
        }
        if (!touched) return false;
        bool holds =
            std::all_of(rule.conditions.begin(), rule.conditions.end(), [&](const Condition& condition) {
                return within(box.cells[condition.cell], condition.accepted);
            });
        for (std::size_t c = 0; holds && c < open.sums.size(); ++c) open.sums[c] += rule.points[c];
        return holds;
    });
}

// The most by which a class that the goal allows can lead one that it does not.
double BoxSearch::promise_of(const Box& box, std::size_t decided, NodeNumber goal) const {
    const Scores& scores = scores_[decided];
    std::size_t classes = scores.base.size();
    std::vector<bool> wanted(classes, false);
    Box one{box.cells, {}, box.possible, 0};
    for (std::size_t c = 0; c < classes; ++c) {
        if (!box.possible[decided][c]) continue;
        one.possible[decided].assign(classes, false);
        one.possible[decided][c] = true;
        wanted[c] = value(goal, one) != Truth::no;
    }
    std::int64_t most = 0;
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t other = 0; wanted[c] && other < classes; ++other)
            if (!wanted[other]) most = std::max(most, most_lead(scores, box.open[decided], c, other));
    return static_cast<double>(most);
}

// Brings a box up to date after one of its cells, or all of them, have changed.
void BoxSearch::update(Box& box, std::optional<CellId> changed, NodeNumber goal) const {
    for (std::size_t d = 0; d < scores_.size(); ++d) {
        const Scores& scores = scores_[d];
        if (scores.base.empty()) continue;
        decide_rules(box, d, scores, changed);
        std::size_t classes = scores.base.size();
        for (std::size_t c = 0; c < classes; ++c) {
            box.possible[d][c] = true;
            for (std::size_t other = 0; box.possible[d][c] && other < classes; ++other)
                if (other != c)
                    box.possible[d][c] = most_lead(scores, box.open[d], c, other) >= (other < c ? 1 : 0);
        }
    }
    box.promise = 0;
    for (std::size_t d = 0; d < scores_.size(); ++d)
        box.promise = std::max(box.promise, promise_of(box, d, goal));
}

BoxSearch::Truth BoxSearch::value(NodeNumber number, const Box& box) const {
    using NodeKind = ElementFormulas::Node::Kind;
    const ElementFormulas::Node& node = formulas_.node(number);
    switch (node.kind) {
        case NodeKind::constant: return number == kAlways ? Truth::yes : Truth::no;
        case NodeKind::cell: {
            ElementWords accepted = words_of(node.accepted);
            if (disjoint(box.cells[node.cell], accepted)) return Truth::no;
            return within(box.cells[node.cell], accepted) ? Truth::yes : Truth::open;
        }
        case NodeKind::of_class: {
            bool some = false;
            bool all = true;
            for (std::size_t c = 0; c < node.accepted.size(); ++c) {
                if (!box.possible[node.cell][c]) continue;
                some = some || node.accepted[c];
                all = all && node.accepted[c];
            }
            return all ? Truth::yes : some ? Truth::open : Truth::no;
        }
        case NodeKind::negation: {
            Truth operand = value(node.operands[0], box);
            if (operand == Truth::open) return operand;
            return operand == Truth::yes ? Truth::no : Truth::yes;
        }
        default: {
            bool open = false;
            for (NodeNumber operand : node.operands) {
                Truth one = value(operand, box);
                if (one == Truth::no) return one;
                open = open || one == Truth::open;
            }
            return open ? Truth::open : Truth::yes;
        }
    }
}

// A condition of the goal itself that is open.
std::optional<BoxSearch::Split> BoxSearch::split_by_goal(NodeNumber number, const Box& box) const {
    using NodeKind = ElementFormulas::Node::Kind;
    const ElementFormulas::Node& node = formulas_.node(number);
    if (node.kind == NodeKind::cell) {
        if (value(number, box) != Truth::open) return std::nullopt;
        return Split{node.cell, words_of(node.accepted)};
    }
    if (value(number, box) != Truth::open) return std::nullopt;
    for (NodeNumber operand : node.operands)
        if (std::optional<Split> found = split_by_goal(operand, box)) return found;
    return std::nullopt;
}

BoxSearch::Split BoxSearch::split(const Box& box, NodeNumber goal) const {
    if (std::optional<Split> found = split_by_goal(goal, box)) return *found;
    std::vector<double> weight(cells_.size(), 0);
    for (std::size_t d = 0; d < scores_.size(); ++d)
        for (std::uint32_t r : box.open[d].rules) {
            const BoxRule& rule = scores_[d].rules[r];
            for (const Condition& condition : rule.conditions)
                if (!within(box.cells[condition.cell], condition.accepted))
                    weight[condition.cell] +=
                        static_cast<double>(rule.spread) / static_cast<double>(rule.conditions.size());
        }
    Split best;
    double most = -1;
    for (std::size_t d = 0; d < scores_.size(); ++d)
        for (std::uint32_t r : box.open[d].rules) {
            const BoxRule& rule = scores_[d].rules[r];
            for (const Condition& condition : rule.conditions) {
                if (within(box.cells[condition.cell], condition.accepted)) continue;
                double value = weight[condition.cell] * 1e6 +
                               static_cast<double>(rule.spread) / static_cast<double>(rule.conditions.size());
                if (value <= most) continue;
                most = value;
                best = {condition.cell, condition.accepted};
            }
        }
    return best;
}

std::optional<std::vector<std::size_t>> BoxSearch::find(const std::vector<ElementSet>& box, NodeNumber goal) {
    Box first;
    for (const ElementSet& set : box) first.cells.push_back(words_of(set));
    for (const Scores& scores : scores_) {
        Box::Open& open = first.open.emplace_back();
        open.rules.resize(scores.rules.size());
        std::iota(open.rules.begin(), open.rules.end(), 0U);
        open.sums = scores.base;
        first.possible.emplace_back(scores.base.size(), true);
    }
    update(first, std::nullopt, goal);
    std::vector<Box> stack;
    stack.push_back(std::move(first));
    for (std::size_t count = 0; !stack.empty(); ++count) {
        if (count == max_boxes_)
            throw Error(ErrorKind::limit,
                        "not decided after " + std::to_string(max_boxes_) +
                            " boxes: the scorecard has too many rules",
                        "--assume a formula that leaves fewer rows, or raise --max-boxes");
        Box one = std::move(stack.back());
        stack.pop_back();
        Truth truth = value(goal, one);
        if (truth == Truth::no) continue;
        if (truth == Truth::yes) {
            std::vector<std::size_t> elements;
            for (std::size_t c = 0; c < cells_.size(); ++c)
                elements.push_back(some_element(one.cells[c], columns_.columns()[cells_[c]].elements()));
            return elements;
        }
        Split by = split(one, goal);
        Box other = one;
        for (std::size_t w = 0; w < by.part.size(); ++w) {
            one.cells[by.cell][w] &= by.part[w];
            other.cells[by.cell][w] &= ~by.part[w];
        }
        update(one, by.cell, goal);
        update(other, by.cell, goal);
        if (one.promise > other.promise) std::swap(one, other);
        stack.push_back(std::move(one));
        stack.push_back(std::move(other));
    }
    return std::nullopt;
}

}  // namespace loh
