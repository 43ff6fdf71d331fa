#include "prove/number_system.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "features/discretize.hpp"
#include "prove/number_line.hpp"

namespace loh {

namespace {

// The real numbers that round to `bound` or more begin here.
struct RoundingPoint {
    mpq_class at;
    bool included;
};

RoundingPoint rounding_point(double bound) {
    // The sign of a difference is exact. Without this case, a <= b <= c < a would have a solution in reals.
    if (bound == 0) return {0, true};
    if (bound == std::numeric_limits<double>::denorm_min()) return {0, false};
    double before = number_before(bound);
    bool even = (std::bit_cast<std::uint64_t>(bound) & 1U) == 0;
    if (std::isinf(before)) return {mpq_class(bound), true};  // all finite numbers
    mpq_class at = mpq_class(bound) + mpq_class(before);
    return {at / 2, even};
}

// Short numbers from `low` to `high`, where they are bounded: candidates, best first.
std::vector<double> short_numbers(const std::optional<mpq_class>& low, const std::optional<mpq_class>& high,
                                  bool dates) {
    std::vector<double> result;
    auto add = [&](double number) {
        if (std::isfinite(number)) result.push_back(number == 0 ? 0 : number);
    };
    double least = low ? low->get_d() : -kLargestNumber;
    double most = high ? high->get_d() : kLargestNumber;
    if (!low && !high) {
        add(0);
    } else if (!low) {
        add(dates ? most - 86400 : std::floor(most));
        add(std::floor(most) - 1);
    } else if (!high) {
        add(std::ceil(least));
        add(std::floor(least) + 1);
    } else {
        add(std::ceil(least));
        add(std::floor(least) + 1);
        if (least < most) add(readable_cut(least, most));
        add(least + (most - least) / 2);
    }
    for (double end : {least, most}) {
        add(end);
        add(number_before(end));
        add(number_after(end));
    }
    if (dates)
        for (double& number : result) number = std::round(number * 1e6) / 1e6;
    return result;
}

}  // namespace

NumberSystem::NumberSystem(std::size_t numbers, std::vector<bool> dates)
    : zero_(numbers), dates_(std::move(dates)) {
    dates_.resize(numbers, false);
    least_.resize(numbers, {-kLargestNumber, 0});
    end_.resize(numbers, {kNoEnd, 0});
}

void NumberSystem::add(std::size_t from, std::size_t to, mpq_class weight, bool strict, int label) {
    edges_.push_back({from, to, std::move(weight), strict, label});
}

void NumberSystem::at_least(std::size_t number, double bound, int label) {
    if (bound > least_[number].at) least_[number] = {bound, label};
    add(number, zero_, -mpq_class(bound), false, label);
}

void NumberSystem::below(std::size_t number, double bound, int label) {
    if (bound < end_[number].at) end_[number] = {bound, label};
    add(zero_, number, mpq_class(number_before(bound)), false, label);  // the numbers are doubles
}

void NumberSystem::at_least_difference(std::size_t a, std::size_t b, double bound, int label) {
    pushes_.push_back({b, a, bound, true, label});
    RoundingPoint point = rounding_point(bound);
    add(a, b, -point.at, !point.included, label);
}

void NumberSystem::below_difference(std::size_t a, std::size_t b, double bound, int label) {
    pushes_.push_back({a, b, bound, false, label});
    RoundingPoint point = rounding_point(bound);
    add(b, a, point.at, point.included, label);
}

std::vector<int> NumberSystem::negative_cycle() const {
    std::size_t nodes = zero_ + 1;
    std::vector<mpq_class> value(nodes, 0);
    std::vector<long> strict(nodes, 0);
    std::vector<std::size_t> reached_by(nodes, edges_.size());
    std::size_t changed = nodes;
    for (std::size_t round = 0; round <= nodes && changed < nodes + 1; ++round) {
        changed = nodes + 1;
        for (std::size_t e = 0; e < edges_.size(); ++e) {
            const Edge& edge = edges_[e];
            mpq_class sum = value[edge.from] + edge.weight;
            long count = strict[edge.from] + (edge.strict ? 1 : 0);
            int order = cmp(sum, value[edge.to]);
            if (order > 0 || (order == 0 && count <= strict[edge.to])) continue;
            value[edge.to] = sum;
            strict[edge.to] = count;
            reached_by[edge.to] = e;
            changed = edge.to;
        }
        if (changed == nodes + 1) return {};
    }
    std::size_t node = changed;
    for (std::size_t i = 0; i < nodes; ++i) node = edges_[reached_by[node]].from;  // now on the cycle
    std::vector<int> labels;
    std::size_t start = node;
    do {
        const Edge& edge = edges_[reached_by[node]];
        labels.push_back(edge.label);
        node = edge.from;
    } while (node != start);
    return labels;
}

// Shortest distances from a node, or to it. There is no negative cycle.
std::vector<NumberSystem::Distance> NumberSystem::distances(std::size_t from, bool reversed,
                                                            const std::vector<Edge>& fixed) const {
    std::vector<Distance> result(zero_ + 1);
    result[from].finite = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::vector<Edge>* edges : {&edges_, &fixed}) {
            for (const Edge& edge : *edges) {
                const Distance& start = result[reversed ? edge.to : edge.from];
                Distance& end = result[reversed ? edge.from : edge.to];
                if (!start.finite) continue;
                mpq_class sum = start.value + edge.weight;
                long count = start.strict + (edge.strict ? 1 : 0);
                int order = end.finite ? cmp(sum, end.value) : -1;
                if (order > 0 || (order == 0 && count <= end.strict)) continue;
                end = {true, sum, count};
                changed = true;
            }
        }
    }
    return result;
}

bool NumberSystem::choose(std::size_t next, std::vector<Edge>& fixed, std::vector<double>& numbers,
                          std::size_t& budget) const {
    if (next == zero_) return true;
    Distance up = distances(zero_, false, fixed)[next];
    Distance down = distances(zero_, true, fixed)[next];
    std::optional<mpq_class> low = down.finite ? std::optional<mpq_class>(-down.value) : std::nullopt;
    std::optional<mpq_class> high = up.finite ? std::optional<mpq_class>(up.value) : std::nullopt;
    for (double number : short_numbers(low, high, dates_[next])) {
        if (budget == 0) return false;
        mpq_class exact(number);
        if (low && (exact < *low || (exact == *low && down.strict > 0))) continue;
        if (high && (exact > *high || (exact == *high && up.strict > 0))) continue;
        --budget;
        fixed.push_back({zero_, next, exact, false, 0});
        fixed.push_back({next, zero_, -exact, false, 0});
        numbers[next] = number;
        if (choose(next + 1, fixed, numbers, budget)) return true;
        fixed.resize(fixed.size() - 2);
    }
    return false;
}

// The least double that a bound on a difference allows for `to`, if `from` is at least `number`.
std::optional<double> NumberSystem::pushed(const Push& push, double number) const {
    std::optional<double> at = push.at_least
                                   ? first_where([&](double to) { return to - number >= push.bound; })
                                   : first_where([&](double to) { return number - to < push.bound; });
    return at ? first_from({*at, false}, dates_[push.to]) : std::nullopt;
}

NumberSystem::Outcome NumberSystem::least_solution() const {
    struct Step {
        double at;
        int label;
        std::size_t before;  // the step that pushed it
    };
    constexpr std::size_t kMostSteps = 20'000;
    constexpr std::size_t kFirst = SIZE_MAX;
    std::vector<Step> steps;
    std::vector<std::size_t> now;  // [number]: its last step
    for (const Bound& bound : least_) {
        now.push_back(steps.size());
        steps.push_back({bound.at, bound.label, kFirst});
    }
    Outcome result;
    auto conflict_at = [&](std::size_t step, int label) {
        if (label != 0) result.conflict.push_back(label);
        for (; step != kFirst; step = steps[step].before)
            if (steps[step].label != 0) result.conflict.push_back(steps[step].label);
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const Push& push : pushes_) {
            if (steps.size() > kMostSteps) return {};
            std::optional<double> at = pushed(push, steps[now[push.from]].at);
            if (at && *at <= steps[now[push.to]].at) continue;
            if (!at || *at >= end_[push.to].at) {
                conflict_at(now[push.from], push.label);
                if (at && end_[push.to].label != 0) result.conflict.push_back(end_[push.to].label);
                return result;
            }
            steps.push_back({*at, push.label, now[push.from]});
            now[push.to] = steps.size() - 1;
            changed = true;
        }
    }
    for (std::size_t step : now) result.numbers.push_back(steps[step].at);
    return result;
}

NumberSystem::Outcome NumberSystem::solve() const {
    Outcome result;
    result.conflict = negative_cycle();
    if (!result.conflict.empty()) return result;
    result = least_solution();
    if (!result.conflict.empty()) return result;
    constexpr std::size_t kTries = 200;
    std::size_t budget = kTries;
    std::vector<double> numbers(zero_, 0);
    std::vector<Edge> fixed;
    if (choose(0, fixed, numbers, budget)) result.numbers = std::move(numbers);
    return result;
}

}  // namespace loh
