// Cross-entropy is convex in the unit, so that its logarithm, too, has one minimum, and halving finds it.
#include "rules/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace loh {

namespace {

double cross_entropy(std::span<const double> behind, std::size_t classes, double unit) {
    double total = 0;
    for (std::size_t first = 0; first < behind.size(); first += classes) {
        double sum = 0;
        double lead = 0;  // the class's own score is 0
        for (std::size_t c = 0; c < classes; ++c) lead = std::max(lead, behind[first + c]);
        for (std::size_t c = 0; c < classes; ++c) sum += std::exp(unit * (behind[first + c] - lead));
        total += std::log(sum) + unit * lead;
    }
    return total;
}

}  // namespace

double least_cross_entropy(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
                           std::size_t classes) {
    if (labels.empty()) return 0;
    std::vector<double> behind;  // [row][class]: how many points the row's own class lacks
    behind.reserve(scores.size());
    double largest = 1;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        for (std::size_t c = 0; c < classes; ++c) {
            behind.push_back(
                static_cast<double>(scores[row * classes + c] - scores[row * classes + labels[row]]));
            largest = std::max(largest, std::abs(behind.back()));
        }
    }
    // From a unit that tells nothing to one at which a single point decides.
    constexpr double kGolden = 0.6180339887498949;
    constexpr int kSteps = 60;
    double low = std::log(1e-3 / largest);
    double high = std::log(50.0);
    auto at = [&](double logarithm) { return cross_entropy(behind, classes, std::exp(logarithm)); };
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
    return std::min(of_left, of_right) / static_cast<double>(labels.size());
}

}  // namespace loh
