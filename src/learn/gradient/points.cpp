// Steps: with --votes count or --points, join equal rules and limit their points; measure the log loss on the validation rows;
// with the metric macro F1, change the base. The log loss is that of the points before the base is changed.
#include "learn/gradient/points.hpp"

#include <algorithm>

#include "decision/decision_data.hpp"
#include "decision/metrics.hpp"
#include "decision/scorecard.hpp"
#include "learn/gradient/trainer.hpp"
#include "learn/scorecard/calibration.hpp"
#include "learn/scorecard/scorecard_tuning.hpp"

namespace loh {

namespace {

// With two classes: equivalent points for the second class only.
std::vector<std::int32_t> for_second_class(std::vector<std::int32_t> points, std::size_t classes) {
    if (classes != 2) return points;
    for (std::size_t i = 0; i < points.size(); i += 2) {
        points[i + 1] -= points[i];
        points[i] = 0;
    }
    return points;
}

}  // namespace

PointTuning::PointTuning(const TrainedNetwork& network, const ColumnMeanings& meanings,
                         const DatasetData& data, const Examples& examples, const RowSplit& split,
                         const LearnOptions& options)
    : examples_(examples),
      split_(split),
      options_(options),
      classes_(examples.classes),
      rules_(simple_outputs(network, meanings, network.logits, network.temperature)),
      tuning_rows_(split.training.list()) {
    DecisionData rules{data.target, nullptr, {}, meanings, nullptr};
    for (const Formula& rule : rules_) rules.formulas.push_back({{}, rule});
    holds_ = evaluate_rows(rules_, variable_bits(rules, DatasetColumns(data)));
    // Tuning depends on the shares of the classes, which a few validation rows estimate badly. So the training rows are used
    // as well.
    for (std::uint32_t row : split.validation) tuning_rows_.push_back(row);
    for (std::uint32_t row : tuning_rows_) {
        labels_.push_back(examples.labels[row]);
        if (!examples.weights.empty()) weights_.push_back(examples.weights[row]);
    }
}

std::vector<std::int64_t> PointTuning::scores(std::span<const std::int32_t> points, const Rows& rows) const {
    Scorecard card{classes_,
                   options_.votes,
                   {points.end() - static_cast<std::ptrdiff_t>(classes_), points.end()},
                   {points.begin(), points.end() - static_cast<std::ptrdiff_t>(classes_)}};
    std::vector<std::int64_t> all = scores_of(card, holds_, examples_.rows());
    std::vector<std::int64_t> result;
    result.reserve(rows.size() * classes_);
    for (std::uint32_t row : rows) {
        auto first = all.begin() + static_cast<std::ptrdiff_t>(row * classes_);
        result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(classes_));
    }
    return result;
}

double PointTuning::quality(std::span<const std::int32_t> points) const {
    Confusion confusion(static_cast<std::uint32_t>(classes_));
    std::vector<std::uint32_t> predicted = most_points(scores(points, tuning_rows_), classes_);
    for (std::size_t i = 0; i < predicted.size(); ++i)
        confusion.add(labels_[i], predicted[i], weights_.empty() ? 1 : weights_[i]);
    return confusion.score(options_.metric);
}

// The points after equal rules are joined, so that rounding and the limit on points apply to the rules that remain.
std::vector<std::int32_t> PointTuning::joined(std::span<const std::int32_t> points) const {
    std::vector<std::int32_t> result;
    for (std::int64_t value : joined_points(rules_, points, classes_))
        result.push_back(static_cast<std::int32_t>(value));
    return result;
}

std::optional<double> PointTuning::run(std::vector<std::int32_t>& points) const {
    if (options_.votes == Votes::count) {
        points = joined(points);
        for (std::size_t i = 0; i + classes_ < points.size(); ++i) points[i] = std::min(points[i], 1);
    }
    if (options_.points > 0) {
        points = coarse_points(for_second_class(joined(points), classes_), classes_,
                               static_cast<std::int32_t>(options_.points),
                               [&](std::span<const std::int32_t> tried) { return quality(tried); });
    }
    std::optional<double> log_loss;
    if (!split_.validation.empty()) {
        std::vector<std::uint32_t> validation_labels;
        std::vector<float> of_class = weights_of_classes(options_.class_weights, examples_, split_.training);
        std::vector<float> validation_weights;
        for (std::uint32_t row : split_.validation) {
            validation_labels.push_back(examples_.labels[row]);
            validation_weights.push_back(of_class[examples_.labels[row]] * examples_.weight(row));
        }
        log_loss = least_cross_entropy(scores(points, split_.validation), validation_labels,
                                       validation_weights, classes_);
    }
    // Without a mistake on these rows, their scores say nothing about the best base for other rows.
    if (options_.metric != Metric::macro_f1 || quality(points) == 1) return log_loss;
    constexpr std::size_t kMinClassRows = 10;
    std::vector<std::int64_t> increase =
        base_for_macro_f1(scores(points, tuning_rows_), labels_, weights_, classes_, kMinClassRows);
    std::size_t base = points.size() - increase.size();
    for (std::size_t c = 0; c < increase.size(); ++c)
        points[base + c] += static_cast<std::int32_t>(increase[c]);
    return log_loss;
}

}  // namespace loh
