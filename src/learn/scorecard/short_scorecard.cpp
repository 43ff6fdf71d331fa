// Idea: forward search. The rule with the largest gain (rule_gain.hpp) is added, all logits are fitted again, and so on. At each
// size, every rule is replaced by a better one if there is one, and whole points are fitted (card_fit.hpp). With the metric
// macro F1, the base is then changed to increase it (scorecard_tuning.hpp), unless there is no mistake.
#include "learn/scorecard/short_scorecard.hpp"

#include <algorithm>
#include <utility>

#include "decision/metrics.hpp"
#include "decision/scorecard.hpp"
#include "learn/scorecard/scorecard_tuning.hpp"

namespace loh {

namespace {

constexpr std::size_t kCardPoints = 5;     // of a rule, unless others are given
constexpr double kLeastGain = 2;           // of a rule
constexpr std::size_t kMostReplaced = 12;  // rules of a scorecard in which they are replaced
constexpr double kBetter = 1.05;           // factor on the gain of a rule that replaces another

}  // namespace

struct ShortScorecardSearch::Card {
    GainOptions options;
    std::vector<LiteralRule> rules;
    std::vector<Bits> covers;    // [rule]: rows of the dataset
    std::vector<double> logits;  // [rule][class], then the base [class]
    RowGroups groups;            // of the training rows
};

ShortScorecardSearch::ShortScorecardSearch(const LearnTask& task, const Rows& training, const Labels& labels,
                                           std::size_t classes, double work, ThreadPool& pool)
    : task_(task),
      data_(task.data.data()),
      training_(training),
      labels_(labels),
      classes_(classes),
      literals_(task, training, work, pool) {}

std::vector<ShortCard> ShortScorecardSearch::find(std::span<const std::size_t> sizes,
                                                  std::size_t max_literals, const std::function<bool()>& stop,
                                                  const std::function<void(const ShortCard&)>& found) const {
    Card card;
    card.options = {max_literals, kCardRidge};
    card.logits.assign(classes_, 0);
    fit(card);
    std::vector<ShortCard> result;
    for (std::size_t size : sizes) {
        bool grown = false;
        while (card.rules.size() < size && !stop() && add_rule(card)) grown = true;
        if (grown && !stop()) replace_rules(card);
        if (grown || result.empty()) {
            result.push_back(with_whole_points(card));
        } else {
            result.push_back(result.back());
        }
        found(result.back());
    }
    return result;
}

std::vector<std::int64_t> ShortScorecardSearch::scores(const ShortCard& card) const {
    std::vector<Bits> covers;
    for (const LiteralRule& rule : card.rules) covers.push_back(literals_.holds_on_all_rows(rule));
    auto base = card.points.end() - static_cast<std::ptrdiff_t>(classes_);
    return scores_of({classes_, Votes::points, {base, card.points.end()}, {card.points.begin(), base}},
                     covers, data_.rows);
}

std::vector<Formula> ShortScorecardSearch::formulas(const ShortCard& card) const {
    std::vector<Formula> result;
    for (const LiteralRule& rule : card.rules) result.push_back(literals_.on_sample().formula({rule}));
    return result;
}

void ShortScorecardSearch::fit(Card& card) const {
    card.groups = grouped(card.covers, training_, labels_, data_.weights, classes_);
    fit_logits(card.groups, card.logits);
}

// On the sample.
RowSlopes ShortScorecardSearch::slopes(const RowGroups& groups, std::span<const double> logits) const {
    std::vector<double> probable = probabilities(groups, logits);
    std::size_t first = classes_ == 2 ? 1 : 0;
    const RowList& sample = literals_.sample();
    RowSlopes result;
    for (std::size_t c = first; c < classes_; ++c) {
        result.first.emplace_back(sample.size());
        result.second.emplace_back(sample.size());
        for (std::size_t i = 0; i < sample.size(); ++i) {
            std::uint32_t row = sample[i];
            double weight = data_.weights.empty() ? 1 : data_.weights[row];
            double p = probable[groups.group_of[row] * classes_ + c];
            result.first.back()[i] = weight * (p - (labels_[row] == c ? 1 : 0));
            result.second.back()[i] = weight * p * (1 - p);
        }
    }
    return result;
}

void ShortScorecardSearch::insert(Card& card, std::size_t place, const LiteralRule& rule) const {
    auto at = static_cast<std::ptrdiff_t>(place);
    card.rules.insert(card.rules.begin() + at, rule);
    card.covers.insert(card.covers.begin() + at, literals_.holds_on_all_rows(rule));
    card.logits.insert(card.logits.begin() + at * static_cast<std::ptrdiff_t>(classes_), classes_, 0.0);
    fit(card);
}

// Whether there is a rule that gains enough.
bool ShortScorecardSearch::add_rule(Card& card) const {
    const RuleLiterals& literals = literals_.on_sample();
    RowSlopes now = slopes(card.groups, card.logits);
    GainedRule found = find_gained_rule(literals.columns(), literals.search_candidates(),
                                        literals_.sample().size(), now, card.options);
    if (found.rule.empty() || found.gain < kLeastGain) return false;
    found.rule = literals.as_written(std::move(found.rule));
    Bits cover = literals_.holds_on_all_rows(found.rule);
    if (std::find(card.covers.begin(), card.covers.end(), cover) != card.covers.end()) return false;
    insert(card, card.rules.size(), found.rule);
    return true;
}

// One pass: each rule but the last is compared with the best one in its place, the logits of the others as they are.
void ShortScorecardSearch::replace_rules(Card& card) const {
    if (card.rules.size() > kMostReplaced) return;
    const RuleLiterals& literals = literals_.on_sample();
    std::size_t rows = literals_.sample().size();
    for (std::size_t r = 0; r + 1 < card.rules.size(); ++r) {
        std::vector<double> without = card.logits;
        std::fill_n(without.begin() + static_cast<std::ptrdiff_t>(r * classes_), classes_, 0.0);
        RowSlopes now = slopes(card.groups, without);
        GainedRule found =
            find_gained_rule(literals.columns(), literals.search_candidates(), rows, now, card.options);
        Bits cover = literals.restricted(all_ones(rows), card.rules[r]);
        double old = exact_gain(now, cover, card.options.ridge) * literal_share(card.rules[r].size());
        found.rule = literals.as_written(std::move(found.rule));
        bool known = std::find(card.rules.begin(), card.rules.end(), found.rule) != card.rules.end();
        if (known || found.gain < kBetter * old) continue;
        auto at = static_cast<std::ptrdiff_t>(r);
        auto width = static_cast<std::ptrdiff_t>(classes_);
        card.rules.erase(card.rules.begin() + at);
        card.covers.erase(card.covers.begin() + at);
        card.logits.erase(card.logits.begin() + at * width, card.logits.begin() + (at + 1) * width);
        insert(card, r, found.rule);
    }
}

ShortCard ShortScorecardSearch::with_whole_points(const Card& card) const {
    std::size_t most = task_.options.points > 0 ? task_.options.points : kCardPoints;
    ShortCard result;
    std::vector<std::int32_t> points = fit_points(card.groups, card.logits, static_cast<std::int32_t>(most));
    std::vector<Bits> covers;
    for (std::size_t r = 0; r <= card.rules.size(); ++r) {
        auto first = points.begin() + static_cast<std::ptrdiff_t>(r * classes_);
        auto last = first + static_cast<std::ptrdiff_t>(classes_);
        bool is_rule = r < card.rules.size();
        if (is_rule && std::all_of(first, last, [&](std::int32_t value) { return value == *first; }))
            continue;
        result.points.insert(result.points.end(), first, last);
        if (!is_rule) continue;
        result.rules.push_back(card.rules[r]);
        covers.push_back(card.covers[r]);
    }
    auto base = result.points.end() - static_cast<std::ptrdiff_t>(classes_);
    Scorecard whole{classes_, Votes::points, {base, result.points.end()}, {result.points.begin(), base}};
    std::vector<std::int64_t> scores = scores_of(whole, covers, data_.rows);
    if (task_.options.metric == Metric::macro_f1) tune_base(scores, result.points);
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] += result.points[result.points.size() - classes_ + i % classes_] - whole.base[i % classes_];
    result.predicted = most_points(scores, classes_);
    return result;
}

// Changes the base, the last of the points. scores: [row of the dataset][class].
void ShortScorecardSearch::tune_base(std::vector<std::int64_t> scores,
                                     std::vector<std::int32_t>& points) const {
    constexpr std::size_t kMinClassRows = 10;
    std::vector<std::int64_t> of_training;
    std::vector<std::uint32_t> labels;
    std::vector<float> weights;
    for (std::uint32_t row : training_) {
        auto first = scores.begin() + static_cast<std::ptrdiff_t>(row * classes_);
        of_training.insert(of_training.end(), first, first + static_cast<std::ptrdiff_t>(classes_));
        labels.push_back(labels_[row]);
        if (!data_.weights.empty()) weights.push_back(data_.weights[row]);
    }
    if (most_points(of_training, classes_) == labels) return;
    std::vector<std::int64_t> increase =
        base_for_macro_f1(of_training, labels, weights, classes_, kMinClassRows);
    for (std::size_t c = 0; c < classes_; ++c)
        points[points.size() - classes_ + c] += static_cast<std::int32_t>(increase[c]);
}

}  // namespace loh
