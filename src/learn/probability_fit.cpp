#include "learn/probability_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "learn/row_split.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr double kMostStrength = 4096;  // in rows; more make all rules of a class equal

// The class shares of the rows that are predicted as each class: [predicted][class].
std::vector<double> shares_of_predicted(std::span<const DecidedRows> folds, const DecidedRows& rules,
                                        std::size_t classes) {
    std::vector<double> count(classes * classes, 0);
    for (const DecidedRows& fold : folds) {
        for (const auto& [rule, label] : fold.others) {
            if (fold.class_of[rule] < classes) count[fold.class_of[rule] * classes + label] += 1;
        }
    }
    std::vector<double> all(classes, 1);  // [class]; one more than there are, so that no probability is 0
    double rows = static_cast<double>(classes);
    for (std::size_t r = 0; r < rules.class_of.size(); ++r) {
        for (std::size_t c = 0; c < classes; ++c) {
            auto of_class = static_cast<double>(rules.training[r * classes + c]);
            all[c] += of_class;
            rows += of_class;
            if (folds.empty() && rules.class_of[r] < classes)
                count[rules.class_of[r] * classes + c] += of_class;
        }
    }
    std::vector<double> result(classes * classes);
    for (std::size_t k = 0; k < classes; ++k) {
        double total = 1;  // a row with the classes of all rows
        for (std::size_t c = 0; c < classes; ++c) total += count[k * classes + c];
        for (std::size_t c = 0; c < classes; ++c)
            result[k * classes + c] = (count[k * classes + c] + all[c] / rows) / total;
    }
    return result;
}

double probability(const DecidedRows& rules, std::size_t rule, std::size_t label, std::size_t classes,
                   std::span<const double> predicted, double strength) {
    double rows = 0;
    for (std::size_t c = 0; c < classes; ++c) rows += static_cast<double>(rules.training[rule * classes + c]);
    auto of_class = static_cast<double>(rules.training[rule * classes + label]);
    std::size_t decided = rules.class_of[rule];
    double prior = decided < classes ? predicted[decided * classes + label]  //
                                     : 1 / static_cast<double>(classes);
    return (of_class + strength * prior) / (rows + strength);
}

double log_loss(std::span<const DecidedRows> folds, std::size_t classes, std::span<const double> predicted,
                double strength) {
    double sum = 0;
    for (const DecidedRows& fold : folds) {
        for (const auto& [rule, label] : fold.others)
            sum -= std::log(probability(fold, rule, label, classes, predicted, strength));
    }
    return sum;
}

}  // namespace

Probabilities fit_shares(const DecidedRows& rules, std::span<const DecidedRows> folds, std::size_t classes,
                         std::string fitted_on) {
    std::vector<double> predicted = shares_of_predicted(folds, rules, classes);
    auto strength = static_cast<double>(classes);  // without other rows
    double least = std::numeric_limits<double>::infinity();
    for (double tried = 1; !folds.empty() && tried <= kMostStrength; tried *= 2) {
        double loss = log_loss(folds, classes, predicted, tried);
        if (loss >= least) continue;
        least = loss;
        strength = tried;
    }
    Probabilities result{std::move(fitted_on)};
    for (std::size_t r = 0; r < rules.class_of.size(); ++r) {
        for (std::size_t c = 0; c < classes; ++c)
            result.shares.push_back(probability(rules, r, c, classes, predicted, strength));
    }
    return result;
}

namespace {

// Newton's method for the unit and the shift of a softmax. Each row counts mostly for its class and a little for the others, as
// Platt does, so that the unit stays finite where no row is wrong; shifts have a ridge penalty. The loss is convex.
class SoftmaxFit {
public:
    SoftmaxFit(std::span<const double> scores, std::span<const std::uint32_t> labels, std::size_t classes)
        : scores_(scores), labels_(labels), classes_(classes), theta_(classes + 1, 0) {
        for (double score : scores) scale_ = std::max(scale_, std::abs(score));
        for (std::size_t row = 0; row < labels.size(); ++row) {  // only differences of scores count
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c) sum += scores[row * classes + c];
            mean_.push_back(sum / static_cast<double>(classes));
        }
    }

    Probabilities run() {
        constexpr int kSteps = 50;
        theta_[0] = 1;
        double loss = loss_at(theta_);
        for (int step = 0; step < kSteps; ++step) {
            std::vector<double> direction = newton_direction();
            double length = 1;
            std::vector<double> next = moved(direction, length);
            double value = loss_at(next);
            while (value > loss && length > 1e-6) {
                length /= 2;
                next = moved(direction, length);
                value = loss_at(next);
            }
            if (!(value < loss)) break;
            bool close = loss - value < 1e-9 * static_cast<double>(labels_.size());
            theta_ = next;
            loss = value;
            if (close) break;
        }
        Probabilities result;
        result.unit = std::max(0.0, theta_[0]) / scale_;
        result.shift.assign(theta_.begin() + 1, theta_.end());
        return result;
    }

private:
    static constexpr double kShiftRidge = 1;
    static constexpr double kUnitRidge = 1e-3;

    [[nodiscard]] double feature(std::size_t row, std::size_t c) const {
        return (scores_[row * classes_ + c] - mean_[row]) / scale_;
    }
    [[nodiscard]] double target(std::size_t row, std::size_t c) const {
        double others = 1 / (static_cast<double>(labels_.size()) + 2);
        return (labels_[row] == c ? 1 - others : 0) + others / static_cast<double>(classes_);
    }
    [[nodiscard]] std::vector<double> moved(const std::vector<double>& direction, double length) const {
        std::vector<double> result = theta_;
        for (std::size_t i = 0; i < result.size(); ++i) result[i] -= length * direction[i];
        return result;
    }

    // The logarithms of the probabilities of a row.
    void log_probabilities(const std::vector<double>& theta, std::size_t row,
                           std::vector<double>& result) const {
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < classes_; ++c) {
            result[c] = theta[0] * feature(row, c) + theta[c + 1];
            most = std::max(most, result[c]);
        }
        double sum = 0;
        for (std::size_t c = 0; c < classes_; ++c) sum += std::exp(result[c] - most);
        for (double& value : result) value -= most + std::log(sum);
    }

    [[nodiscard]] double loss_at(const std::vector<double>& theta) const {
        double loss = kUnitRidge / 2 * theta[0] * theta[0];
        for (std::size_t c = 0; c < classes_; ++c) loss += kShiftRidge / 2 * theta[c + 1] * theta[c + 1];
        std::vector<double> logs(classes_);
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            log_probabilities(theta, row, logs);
            for (std::size_t c = 0; c < classes_; ++c) loss -= target(row, c) * logs[c];
        }
        return loss;
    }

    [[nodiscard]] std::vector<double> newton_direction() const {
        std::size_t n = classes_ + 1;
        std::vector<double> slope(n);
        std::vector<double> curvature(n * n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            double ridge = i == 0 ? kUnitRidge : kShiftRidge;
            slope[i] = ridge * theta_[i];
            curvature[i * n + i] = ridge;
        }
        std::vector<double> logs(classes_);
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            log_probabilities(theta_, row, logs);
            add_row(row, logs, slope, curvature);
        }
        return solved(std::move(curvature), std::move(slope));
    }

    // The derivatives of a row: its logits are linear in theta, with the features and one for each shift.
    void add_row(std::size_t row, const std::vector<double>& logs, std::vector<double>& slope,
                 std::vector<double>& curvature) const {
        std::size_t n = classes_ + 1;
        double mean = 0;
        double square = 0;
        for (std::size_t c = 0; c < classes_; ++c) {
            double p = std::exp(logs[c]);
            mean += p * feature(row, c);
            square += p * feature(row, c) * feature(row, c);
        }
        curvature[0] += square - mean * mean;
        for (std::size_t c = 0; c < classes_; ++c) {
            double p = std::exp(logs[c]);
            slope[0] += (p - target(row, c)) * feature(row, c);
            slope[c + 1] += p - target(row, c);
            double mixed = p * (feature(row, c) - mean);
            curvature[c + 1] += mixed;
            curvature[(c + 1) * n] += mixed;
            for (std::size_t d = 0; d < classes_; ++d)
                curvature[(c + 1) * n + d + 1] += (c == d ? p : 0) - p * std::exp(logs[d]);
        }
    }

    // Gaussian elimination; the matrix is positive definite, so no rows are exchanged.
    static std::vector<double> solved(std::vector<double> matrix, std::vector<double> right) {
        std::size_t n = right.size();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                double factor = matrix[j * n + i] / matrix[i * n + i];
                for (std::size_t k = i; k < n; ++k) matrix[j * n + k] -= factor * matrix[i * n + k];
                right[j] -= factor * right[i];
            }
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[i * n + k] * right[k];
            right[i] /= matrix[i * n + i];
        }
        return right;
    }

    std::span<const double> scores_;
    std::span<const std::uint32_t> labels_;
    std::size_t classes_;
    double scale_ = 1;           // of the scores
    std::vector<double> mean_;   // [row]: of its scores
    std::vector<double> theta_;  // unit * scale, shifts
};

}  // namespace

Probabilities fit_softmax(std::span<const double> scores, std::span<const std::uint32_t> labels,
                          std::size_t classes, std::string fitted_on) {
    Probabilities result = SoftmaxFit(scores, labels, classes).run();
    result.fitted_on = std::move(fitted_on);
    return result;
}

namespace {

// The points of the rules, without the base: [row][class].
std::vector<double> points_of_rules(const Model& card, const DatasetData& data) {
    ThreadPool pool(card.options().threads);
    DatasetColumns columns(data);
    std::vector<std::int64_t> scores = DecisionRows(card.decision_data(), columns).scores(pool);
    const std::vector<std::int64_t>& base = card.scorecard().base;
    std::vector<double> result;
    for (std::size_t i = 0; i < scores.size(); ++i)
        result.push_back(static_cast<double>(scores[i] - base[i % base.size()]));
    return result;
}

// The standard deviation of the points of a row, over all rows.
double spread(const std::vector<double>& points, std::size_t classes) {
    double squares = 0;
    for (std::size_t first = 0; first < points.size(); first += classes) {
        double mean = 0;
        for (std::size_t c = 0; c < classes; ++c) mean += points[first + c] / static_cast<double>(classes);
        for (std::size_t c = 0; c < classes; ++c) squares += std::pow(points[first + c] - mean, 2);
    }
    return std::sqrt(squares / static_cast<double>(points.size()));
}

}  // namespace

Probabilities probabilities_like(const Model& card, const Model& smaller, const Dataset& dataset) {
    const DatasetData& data = dataset.data();
    std::size_t classes = card.classes().size();
    std::vector<double> points = points_of_rules(smaller, data);
    double unit = spread(points, classes);
    double wanted = spread(points_of_rules(card, data), classes);
    if (unit == 0 || wanted == 0) return card.probabilities();  // the rules say nothing
    DatasetColumns columns(data);
    Labels all = labels_in(smaller.classes(), data.classes, columns, columns.at(data.target));
    std::vector<double> scores;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row : split_for_learning(data.examples(), smaller.options()).validation) {
        for (std::size_t c = 0; c < classes; ++c) scores.push_back(points[row * classes + c] * wanted / unit);
        labels.push_back(all[row]);
    }
    Probabilities result = fit_softmax(scores, labels, classes, "validation");
    for (std::size_t c = 0; c < classes; ++c)
        result.shift[c] -= result.unit * static_cast<double>(card.scorecard().base[c]);
    return result;
}

Model with_probabilities(const Model& model, Probabilities probabilities) {
    auto decision = std::make_shared<DecisionData>(model.decision_data());
    decision->probabilities = std::move(probabilities);
    return {Decision(decision), std::make_shared<ModelData>(model.data())};
}

}  // namespace loh
