// The statistics of the studies.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace loh::study {

inline double mean(const std::vector<double>& values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Of a sample: divided by n - 1. 0 for a single value.
inline double deviation(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    double centre = mean(values);
    double squares = 0;
    for (double value : values) squares += (value - centre) * (value - centre);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// From 1 for the smallest; equal values share the mean of their places.
inline std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        for (std::size_t i = begin; i < end; ++i) result[order[i]] = static_cast<double>(begin + 1 + end) / 2;
    }
    return result;
}

// Pearson's; 0 where one side is constant, as then nothing goes with anything.
inline double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    double x_mean = mean(x);
    double y_mean = mean(y);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        yy += (y[i] - y_mean) * (y[i] - y_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
    }
    return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
}

inline double spearman(const std::vector<double>& x, const std::vector<double>& y) {
    return correlation(ranks(x), ranks(y));
}

// Pairs in which the first value is larger, smaller, or neither.
struct Signs {
    std::size_t larger = 0;
    std::size_t smaller = 0;
    std::size_t equal = 0;

    // The exact sign test, two-sided: how probable are signs at least as uneven when each is a toss of a fair coin?
    // Equal pairs say nothing and are left out.
    [[nodiscard]] double p_value() const {
        std::size_t tosses = larger + smaller;
        double tail = 0;
        auto log_factorial = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
        for (std::size_t k = 0; k <= std::min(larger, smaller); ++k) {
            tail += std::exp(log_factorial(tosses) - log_factorial(k) - log_factorial(tosses - k) -
                             static_cast<double>(tosses) * std::log(2.0));
        }
        return std::min(1.0, 2 * tail);
    }
};

inline Signs compare(const std::vector<double>& first, const std::vector<double>& second) {
    Signs signs;
    for (std::size_t i = 0; i < first.size(); ++i)
        ++(first[i] > second[i] ? signs.larger : first[i] < second[i] ? signs.smaller : signs.equal);
    return signs;
}

}  // namespace loh::study
