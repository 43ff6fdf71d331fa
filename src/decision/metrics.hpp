// Metrics of predictions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loh/learn_options.hpp"

namespace loh {

// The confusion matrix: counts of (true class, predicted class), as rows or as sums of their weights.
class Confusion {
public:
    explicit Confusion(std::uint32_t classes = 2)
        : classes_(classes), counts_(std::size_t{classes} * classes, 0.0) {}

    void add(std::uint32_t truth, std::uint32_t predicted, double weight = 1) {
        counts_[truth * classes_ + predicted] += weight;
    }

    [[nodiscard]] std::uint32_t classes() const { return classes_; }
    [[nodiscard]] double count(std::uint32_t truth, std::uint32_t predicted) const {
        return counts_[truth * classes_ + predicted];
    }
    [[nodiscard]] double rows() const;
    [[nodiscard]] double accuracy() const;  // 1 if there are no rows

    // F1 of one class: the harmonic mean of precision and recall; 1 if the class neither occurs nor is predicted.
    [[nodiscard]] double f1(std::uint32_t of_class) const;

    // The mean F1 over the classes that occur or are predicted.
    [[nodiscard]] double macro_f1() const;

    [[nodiscard]] double score(Metric metric) const {
        return metric == Metric::macro_f1 ? macro_f1() : accuracy();
    }

private:
    std::uint32_t classes_;
    std::vector<double> counts_;  // [true class][predicted class]
};

}  // namespace loh
