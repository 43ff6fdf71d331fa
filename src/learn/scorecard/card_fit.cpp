// Logits. Idea: one rule after the other takes a Newton step for all classes, with the others fixed (coordinate descent). The
// second derivatives between classes are left out; with three and more classes, the step is shortened instead.
//
// Points. Idea: rounded logits are only the start. The logits are multiplied by several factors, rounded and limited, and then
// single points of the best two are raised or lowered by one while that lowers the loss. The unit is a free number, fitted again
// after each pass, so points are limited but their effect is not. The result with the least loss is taken.
//
// Invariant: every change of a point lowers the loss at the current unit, and so does every change of the unit.
//
// Rejected: rounding and clipping logits to the limit (coarse_points), which loses the small points.
#include "learn/scorecard/card_fit.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace loh {

RowGroups grouped(std::span<const Bits> covers, const Rows& rows, const Labels& labels,
                  std::span<const float> weights, std::size_t classes) {
    RowGroups result;
    result.rules = covers.size();
    result.classes = classes;
    result.group_of.assign(labels.size(), 0);
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    for (std::uint32_t row : rows) {
        std::uint64_t holds = 0;
        for (std::size_t r = 0; r < covers.size(); ++r) holds |= std::uint64_t{bit_at(covers[r], row)} << r;
        auto [place, added] = places.try_emplace(holds, static_cast<std::uint32_t>(result.groups()));
        if (added) {
            result.holds.push_back(holds);
            result.total.push_back(0);
            result.weights.resize(result.weights.size() + classes, 0);
        }
        double weight = weights.empty() ? 1 : weights[row];
        result.group_of[row] = place->second;
        result.total[place->second] += weight;
        result.weights[place->second * classes + labels[row]] += weight;
    }
    return result;
}

namespace {

constexpr double kBaseRidge = 1e-3;

// The exponential of the logits of each group, and the derivatives of the loss.
class CardState {
public:
    CardState(const RowGroups& rows, std::span<const double> logits)
        : rows_(rows), first_(rows.classes == 2 ? 1 : 0), logits_(logits.begin(), logits.end()) {
        start();
    }

    [[nodiscard]] std::size_t first_class() const { return first_; }  // with points
    [[nodiscard]] const std::vector<double>& logits() const { return logits_; }
    [[nodiscard]] double ridge(std::size_t rule) const {
        return rule == rows_.rules ? kBaseRidge : kCardRidge;
    }

    // Derivatives of the loss less its penalty, by the logits of the rule: [class].
    struct Slopes {
        std::vector<double> first, second;
    };
    [[nodiscard]] Slopes slopes(std::size_t rule) const {
        std::size_t classes = rows_.classes;
        Slopes result{std::vector<double>(classes, 0), std::vector<double>(classes, 0)};
        for (std::uint32_t g : groups_of_[rule]) {
            double scale = 1 / sums_[g];
            for (std::size_t c = first_; c < classes; ++c) {
                double p = powers_[g * classes + c] * scale;
                result.first[c] += rows_.total[g] * p - rows_.weights[g * classes + c];
                result.second[c] += rows_.total[g] * p * (1 - p);
            }
        }
        return result;
    }

    // Adds logits of all classes: [class].
    void add(std::size_t rule, std::span<const double> logits) {
        std::size_t classes = rows_.classes;
        std::vector<double> factors(classes, 1);
        for (std::size_t c = first_; c < classes; ++c) {
            logits_[rule * classes + c] += logits[c];
            factors[c] = std::exp(logits[c]);
        }
        for (std::uint32_t g : groups_of_[rule]) {
            double* powers = powers_.data() + g * classes;
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c) sum += powers[c] *= factors[c];
            sums_[g] = sum;
        }
    }

    void add(std::size_t rule, std::size_t of_class, double logit) {
        logits_[rule * rows_.classes + of_class] += logit;
        double factor = std::exp(logit);
        for (std::uint32_t g : groups_of_[rule]) {
            double& power = powers_[g * rows_.classes + of_class];
            sums_[g] += power * (factor - 1);
            power *= factor;
        }
    }

    // The change of loss and penalty if the logit is added.
    [[nodiscard]] double change(std::size_t rule, std::size_t of_class, double logit) const {
        double factor = std::exp(logit) - 1;
        double result = 0;
        for (std::uint32_t g : groups_of_[rule]) {
            result += rows_.total[g] * std::log1p(powers_[g * rows_.classes + of_class] * factor / sums_[g]) -
                      logit * rows_.weights[g * rows_.classes + of_class];
        }
        double now = logits_[rule * rows_.classes + of_class];
        return result + ridge(rule) / 2 * ((now + logit) * (now + logit) - now * now);
    }

    [[nodiscard]] std::vector<double> probabilities() const {
        std::vector<double> result = powers_;
        for (std::size_t i = 0; i < result.size(); ++i) result[i] /= sums_[i / rows_.classes];
        return result;
    }

private:
    void start() {
        std::size_t classes = rows_.classes;
        groups_of_.resize(rows_.rules + 1);
        for (std::size_t r = 0; r <= rows_.rules; ++r) {
            for (std::uint32_t g = 0; g < rows_.groups(); ++g) {
                if (rows_.has(g, r)) groups_of_[r].push_back(g);
            }
        }
        powers_.assign(rows_.groups() * classes, 1);
        sums_.assign(rows_.groups(), 0);
        std::vector<double> scores(classes);
        for (std::size_t g = 0; g < rows_.groups(); ++g) {
            std::fill(scores.begin(), scores.end(), 0);
            for (std::size_t r = 0; r <= rows_.rules; ++r) {
                if (!rows_.has(g, r)) continue;
                for (std::size_t c = 0; c < classes; ++c) scores[c] += logits_[r * classes + c];
            }
            for (std::size_t c = 0; c < classes; ++c)
                sums_[g] += powers_[g * classes + c] = std::exp(scores[c]);
        }
    }

    const RowGroups& rows_;
    std::size_t first_;
    std::vector<double> logits_;                         // [rule][class], then the base [class]
    std::vector<double> powers_;                         // [group][class]: e to the logit
    std::vector<double> sums_;                           // [group]
    std::vector<std::vector<std::uint32_t>> groups_of_;  // [rule], then the base
};

}  // namespace

void fit_logits(const RowGroups& rows, std::vector<double>& logits) {
    constexpr int kMostPasses = 12;
    constexpr double kLargestStep = 2;
    constexpr double kSmallestStep = 0.02;
    CardState state(rows, logits);
    auto classes = static_cast<double>(rows.classes);
    double shortened = rows.classes == 2 ? 1 : (classes - 1) / classes;
    for (int pass = 0; pass < kMostPasses; ++pass) {
        double largest = 0;
        for (std::size_t r = 0; r <= rows.rules; ++r) {
            CardState::Slopes slopes = state.slopes(r);
            std::vector<double> steps(rows.classes, 0);
            for (std::size_t c = state.first_class(); c < rows.classes; ++c) {
                double ridge = state.ridge(r);
                double slope = slopes.first[c] + ridge * state.logits()[r * rows.classes + c];
                double step = -shortened * slope / (slopes.second[c] + ridge);
                steps[c] = std::clamp(step, -kLargestStep, kLargestStep);
                largest = std::max(largest, std::abs(steps[c]));
            }
            state.add(r, steps);
        }
        if (largest < kSmallestStep) break;
    }
    logits = state.logits();
}

std::vector<double> probabilities(const RowGroups& rows, std::span<const double> logits) {
    return CardState(rows, logits).probabilities();
}

namespace {

// Loss and penalty of points as a function of the unit. Convex in the unit.
class PointLoss {
public:
    PointLoss(const RowGroups& rows, std::span<const std::int32_t> points) : rows_(rows) {
        std::size_t classes = rows.classes;
        scores_.assign(rows.groups() * classes, 0);
        for (std::size_t g = 0; g < rows.groups(); ++g) {
            for (std::size_t r = 0; r <= rows.rules; ++r) {
                if (!rows.has(g, r)) continue;
                for (std::size_t c = 0; c < classes; ++c) scores_[g * classes + c] += points[r * classes + c];
            }
        }
        for (std::size_t i = 0; i < points.size(); ++i)
            penalty_ += (i < rows.rules * classes ? kCardRidge : kBaseRidge) / 2 * points[i] * points[i];
    }

    struct Value {
        double loss = 0;
        double slope = 0;
        double curvature = 0;
    };
    [[nodiscard]] Value at(double unit) const {
        Value value{penalty_ * unit * unit, 2 * penalty_ * unit, 2 * penalty_};
        std::size_t classes = rows_.classes;
        for (std::size_t g = 0; g < rows_.groups(); ++g) {
            const double* score = scores_.data() + g * classes;
            double most = *std::max_element(score, score + classes);
            double sum = 0;
            double mean = 0;
            double square = 0;
            for (std::size_t c = 0; c < classes; ++c) {
                double power = std::exp(unit * (score[c] - most));
                sum += power;
                mean += power * score[c];
                square += power * score[c] * score[c];
                value.loss -= rows_.weights[g * classes + c] * unit * (score[c] - most);
                value.slope -= rows_.weights[g * classes + c] * score[c];
            }
            mean /= sum;
            value.loss += rows_.total[g] * std::log(sum);
            value.slope += rows_.total[g] * mean;
            value.curvature += rows_.total[g] * (square / sum - mean * mean);
        }
        return value;
    }

    // Newton's method, from a unit that is nearly the best; never to a greater loss.
    [[nodiscard]] std::pair<double, double> best_unit(double unit) const {
        constexpr int kSteps = 5;
        Value value = at(unit);
        for (int step = 0; step < kSteps && value.curvature > 0; ++step) {
            double next = std::clamp(unit - value.slope / value.curvature, unit / 2, unit * 2);
            Value there = at(next);
            if (there.loss >= value.loss) break;
            unit = next;
            value = there;
        }
        return {unit, value.loss};
    }

private:
    const RowGroups& rows_;
    std::vector<double> scores_;  // [group][class]
    double penalty_ = 0;          // at unit 1
};

class PointFit {
public:
    PointFit(const RowGroups& rows, std::int32_t most) : rows_(rows), most_(most) {}

    struct Fitted {
        std::vector<std::int32_t> points;
        double unit = 1;
        double loss = 0;
    };

    [[nodiscard]] Fitted rounded(std::span<const double> logits, double unit) const {
        Fitted result;
        for (std::size_t i = 0; i < logits.size(); ++i)
            result.points.push_back(limited(i, std::nearbyint(logits[i] / unit)));
        std::tie(result.unit, result.loss) = PointLoss(rows_, result.points).best_unit(unit);
        return result;
    }

    void descend(Fitted& fitted) const {
        constexpr int kMostPasses = 6;
        for (int pass = 0; pass < kMostPasses; ++pass) {
            if (!improve(fitted.unit, fitted.points)) break;
            std::tie(fitted.unit, fitted.loss) = PointLoss(rows_, fitted.points).best_unit(fitted.unit);
        }
    }

private:
    [[nodiscard]] std::int32_t limited(std::size_t place, double value) const {
        if (place < rows_.rules * rows_.classes) value = std::clamp<double>(value, -most_, most_);
        return static_cast<std::int32_t>(std::clamp(value, -1e6, 1e6));
    }

    // One pass over all points. Whether one was changed.
    bool improve(double unit, std::vector<std::int32_t>& points) const {
        constexpr double kLeastGain = 1e-9;
        std::vector<double> logits;
        for (std::int32_t value : points) logits.push_back(unit * value);
        CardState state(rows_, logits);
        bool changed = false;
        for (std::size_t r = 0; r <= rows_.rules; ++r) {
            CardState::Slopes slopes = state.slopes(r);
            for (std::size_t c = state.first_class(); c < rows_.classes; ++c) {
                std::size_t place = r * rows_.classes + c;
                double slope = slopes.first[c] + state.ridge(r) * state.logits()[place];
                std::int32_t step = slope > 0 ? -1 : 1;
                double logit = unit * step;
                bool promising = slope * logit + (slopes.second[c] + state.ridge(r)) * logit * logit / 4 < 0;
                if (!promising || limited(place, points[place] + step) == points[place]) continue;
                if (state.change(r, c, logit) > -kLeastGain) continue;
                state.add(r, c, logit);
                points[place] += step;
                changed = true;
            }
        }
        return changed;
    }

    const RowGroups& rows_;
    std::int32_t most_;
};

}  // namespace

std::vector<std::int32_t> fit_points(const RowGroups& rows, std::span<const double> logits,
                                     std::int32_t most) {
    // The largest logit in points, before it is limited, over the limit.
    constexpr double kFactors[] = {0.4, 0.6, 0.8, 1, 1.25, 1.6, 2};
    constexpr std::size_t kStarts = 2;  // of which points are changed one by one
    double largest = 0;
    for (std::size_t i = 0; i < rows.rules * rows.classes; ++i)
        largest = std::max(largest, std::abs(logits[i]));
    if (largest == 0) largest = 1;
    PointFit fit(rows, most);
    std::vector<PointFit::Fitted> starts;
    for (double factor : kFactors) starts.push_back(fit.rounded(logits, largest / (most * factor)));
    auto less = [](const PointFit::Fitted& a, const PointFit::Fitted& b) { return a.loss < b.loss; };
    std::stable_sort(starts.begin(), starts.end(), less);
    starts.resize(kStarts);
    for (PointFit::Fitted& start : starts) fit.descend(start);
    return std::min_element(starts.begin(), starts.end(), less)->points;
}

}  // namespace loh
