#include "train/loss.hpp"

#include <algorithm>
#include <cmath>

namespace loh {

namespace {

constexpr double kMargin = 1e-7;

struct Point {
    double value;
    double slope;
};

Point cross_entropy(double output, double target) {
    double p = std::clamp(output, kMargin, 1 - kMargin);
    return {-(target * std::log(p) + (1 - target) * std::log1p(-p)), (p - target) / (p * (1 - p))};
}

Point square(double output, double target) {
    double difference = output - target;
    return {difference * difference, 2 * difference};
}

}  // namespace

double loss_and_gradient(Loss loss, std::span<const float> outputs, std::span<const float> targets,
                         std::span<const float> row_weights, double scale, std::span<float> gradient) {
    double total = 0;
    for (std::size_t r = 0; r < outputs.size(); ++r) {
        Point point = loss == Loss::binary_cross_entropy ? cross_entropy(outputs[r], targets[r])
                                                         : square(outputs[r], targets[r]);
        double weight = scale * row_weights[r];
        total += weight * point.value;
        gradient[r] = static_cast<float>(weight * point.slope);
    }
    return total;
}

}  // namespace loh
