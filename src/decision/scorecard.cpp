#include "decision/scorecard.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <unordered_map>

namespace loh {

namespace {

using Points = std::vector<std::int64_t>;  // [class]

std::int64_t spread(const Points& points) {
    auto [least, most] = std::minmax_element(points.begin(), points.end());
    return *most - *least;
}

// Adding the same points to every class changes nothing. With two classes, one gets 0.
void normalize_points(Points& points) {
    if (points.size() != 2) return;
    std::int64_t least = std::min(points[0], points[1]);
    for (std::int64_t& value : points) value -= least;
}

}  // namespace

std::vector<std::int64_t> joined_points(const std::vector<Formula>& rules,
                                        std::span<const std::int32_t> points, std::size_t classes) {
    std::vector<std::int64_t> joined(points.size(), 0);
    std::unordered_map<std::string, std::size_t> place;  // index by the text of the rule
    for (std::size_t r = 0; r <= rules.size(); ++r) {
        std::size_t to = rules.size();
        if (r < rules.size()) {
            if (rules[r] == Formula(false)) continue;
            if (rules[r] != Formula(true)) to = place.try_emplace(rules[r].to_string(), r).first->second;
        }
        for (std::size_t c = 0; c < classes; ++c) joined[to * classes + c] += points[r * classes + c];
    }
    return joined;
}

ScoredRules scorecard_of(const std::vector<Formula>& rules, std::span<const std::int32_t> points,
                         std::size_t classes) {
    std::vector<std::int64_t> joined = joined_points(rules, points, classes);
    std::vector<Points> of_rule;  // [rule], then the base
    for (auto at = joined.begin(); at != joined.end(); at += static_cast<std::ptrdiff_t>(classes))
        of_rule.emplace_back(at, at + static_cast<std::ptrdiff_t>(classes));
    std::vector<std::size_t> order(rules.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        std::int64_t of_a = spread(of_rule[a]);
        std::int64_t of_b = spread(of_rule[b]);
        return of_a != of_b ? of_a > of_b : of_rule[a] > of_rule[b];
    });
    ScoredRules result;
    normalize_points(of_rule.back());
    result.card.classes = classes;
    result.card.base = of_rule.back();
    for (std::size_t r : order) {
        if (spread(of_rule[r]) == 0) break;
        normalize_points(of_rule[r]);
        result.rules.push_back(rules[r]);
        result.card.points.insert(result.card.points.end(), of_rule[r].begin(), of_rule[r].end());
    }
    return result;
}

std::vector<std::int64_t> scores_of(const Scorecard& card, const std::vector<Bits>& holds, std::size_t rows) {
    std::vector<std::int64_t> scores(rows * card.classes);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy(card.base.begin(), card.base.end(), scores.data() + row * card.classes);
    for (std::size_t rule = 0; rule < holds.size(); ++rule) {
        const std::int64_t* points = card.points.data() + rule * card.classes;
        for (std::size_t word = 0; word < holds[rule].size(); ++word) {
            for (std::uint64_t bits = holds[rule][word]; bits != 0; bits &= bits - 1) {
                std::size_t row = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
                std::int64_t* score = scores.data() + row * card.classes;
                for (std::size_t c = 0; c < card.classes; ++c) score[c] += points[c];
            }
        }
    }
    return scores;
}

std::vector<std::uint32_t> most_points(std::span<const std::int64_t> scores, std::size_t classes) {
    std::vector<std::uint32_t> chosen(scores.size() / classes);
    for (std::size_t row = 0; row < chosen.size(); ++row) {
        auto first = scores.begin() + static_cast<std::ptrdiff_t>(row * classes);
        chosen[row] = static_cast<std::uint32_t>(
            std::max_element(first, first + static_cast<std::ptrdiff_t>(classes)) - first);
    }
    return chosen;
}

std::size_t favoured_class(const Scorecard& card, std::size_t rule) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < card.classes; ++c) best = card.at(rule, c) > card.at(rule, best) ? c : best;
    return best;
}

}  // namespace loh
