// Idea: cross-entropy is convex in the unit, so as a function of the logarithm of the unit it has one minimum. Golden-section
// search finds it.
#include "learn/scorecard/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace loh {

namespace {

struct WeightedRows {
    std::size_t classes;
    std::vector<double> lead = {};     // [row][class]: points of the class minus points of the true class
    std::vector<double> weights = {};  // [row]

    [[nodiscard]] double cross_entropy(double unit) const {
        double total = 0;
        double weight = 0;
        for (std::size_t row = 0; row < weights.size(); ++row) {
            const double* points = lead.data() + row * classes;
            double most =
                *std::max_element(points, points + classes);  // at least 0, the lead of the true class
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c) sum += std::exp(unit * (points[c] - most));
            total += weights[row] * (std::log(sum) + unit * most);
            weight += weights[row];
        }
        return total / weight;
    }
};

}  // namespace

double least_cross_entropy(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
                           std::span<const float> weights, std::size_t classes) {
    if (labels.empty()) return 0;
    WeightedRows rows{classes};
    double largest = 1;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        std::span<const std::int64_t> points = scores.subspan(row * rows.classes, rows.classes);
        for (std::int64_t of_class : points) {
            rows.lead.push_back(static_cast<double>(of_class - points[labels[row]]));
            largest = std::max(largest, std::abs(rows.lead.back()));
        }
        rows.weights.push_back(weights[row]);
    }
    // From a unit at which all classes are about equally probable to one at which a single point decides.
    constexpr double kGolden = 0.6180339887498949;
    constexpr int kSteps = 60;
    double low = std::log(1e-3 / largest);
    double high = std::log(50.0);
    auto at = [&](double logarithm) { return rows.cross_entropy(std::exp(logarithm)); };
    double left = high - kGolden * (high - low);
    double right = low + kGolden * (high - low);
    double of_left = at(left);
    double of_right = at(right);
    for (int step = 0; step < kSteps; ++step) {
        if (of_left <= of_right) {
            high = right;
            right = left;
            of_right = of_left;
            of_left = at(left = high - kGolden * (high - low));
        } else {
            low = left;
            left = right;
            of_left = of_right;
            of_right = at(right = low + kGolden * (high - low));
        }
    }
    return std::min(of_left, of_right);
}

}  // namespace loh
