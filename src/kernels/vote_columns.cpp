#include "kernels/vote_columns.hpp"

#include <algorithm>

#include "kernels/lanes.hpp"
#include "kernels/vector_math.hpp"

namespace loh {

LOH_VECTOR_CLONES void add_votes(std::span<const float> rule, std::span<const float> points,
                                 std::span<float> scores) noexcept {
    const std::size_t rows = rule.size();
    const float* value = rule.data();
    for (std::size_t c = 0; c < points.size(); ++c) {
        const float vote = points[c];
        float* score = scores.data() + c * rows;
        for (std::size_t r = 0; r < rows; ++r) score[r] += value[r] > 0.5F ? vote : 0.0F;
    }
}

LOH_VECTOR_CLONES double softmax_slopes(const SoftmaxRows& rows, std::size_t classes, std::size_t stride,
                                        std::span<float> columns, std::span<double> total) noexcept {
    const std::size_t count = rows.labels.size();
    float* values = columns.data();
    double* sum = total.data();
    // The largest logit of a row is taken off first: exponentials cannot overflow.
    for (std::size_t r = 0; r < stride; ++r) sum[r] = static_cast<double>(values[r]);
    for (std::size_t c = 1; c < classes; ++c) {
        const float* column = values + c * stride;
        for (std::size_t r = 0; r < stride; ++r)
            sum[r] = static_cast<double>(column[r]) > sum[r] ? static_cast<double>(column[r]) : sum[r];
    }
    double loss = 0;
    for (std::size_t r = 0; r < count; ++r) {
        double own = static_cast<double>(values[rows.labels[r] * stride + r]);
        loss += rows.scale * static_cast<double>(rows.weights[r]) * rows.unit * (sum[r] - own);
    }
    for (std::size_t c = 0; c < classes; ++c) {
        float* column = values + c * stride;
        for (std::size_t r = 0; r < stride; ++r)
            column[r] = static_cast<float>(vector_exp(rows.unit * (static_cast<double>(column[r]) - sum[r])));
    }
    for (std::size_t r = 0; r < stride; ++r) sum[r] = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        const float* column = values + c * stride;
        for (std::size_t r = 0; r < stride; ++r) sum[r] += static_cast<double>(column[r]);
    }
    for (std::size_t r = 0; r < count; ++r) {
        double weight = rows.scale * static_cast<double>(rows.weights[r]);
        loss += weight * vector_log(sum[r]);
        sum[r] = weight / sum[r];
    }
    for (std::size_t r = count; r < stride; ++r) sum[r] = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        float* column = values + c * stride;
        for (std::size_t r = 0; r < stride; ++r)
            column[r] = static_cast<float>(static_cast<double>(column[r]) * sum[r]);
    }
    for (std::size_t r = 0; r < count; ++r)
        values[rows.labels[r] * stride + r] -=
            static_cast<float>(rows.scale * static_cast<double>(rows.weights[r]));
    return loss;
}

LOH_VECTOR_CLONES void vote_slopes(std::span<const float> rule, std::span<const float> slopes,
                                   std::span<const float> points, std::span<float> by_rule,
                                   std::span<float> by_points) noexcept {
    const std::size_t rows = rule.size();
    const float* value = rule.data();
    float* to = by_rule.data();
    for (std::size_t r = 0; r < rows; ++r) to[r] = 0;
    for (std::size_t c = 0; c < points.size(); ++c) {
        const float* slope = slopes.data() + c * rows;
        const float vote = points[c];
        float lanes[kLanes] = {};
        for (std::size_t first = 0; first < rows; first += kLanes) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                std::size_t r = first + lane;
                to[r] += vote * slope[r];
                lanes[lane] += value[r] > 0.5F ? slope[r] : 0.0F;
            }
        }
        float sum = 0;
        for (float lane : lanes) sum += lane;
        by_points[c] = sum;
    }
}

void most_votes(std::span<const float> scores, std::size_t classes, std::size_t stride,
                std::span<std::uint32_t> chosen) noexcept {
    for (std::size_t r = 0; r < chosen.size(); ++r) {
        std::uint32_t best = 0;
        for (std::uint32_t c = 1; c < classes; ++c)
            best = scores[c * stride + r] > scores[best * stride + r] ? c : best;
        chosen[r] = best;
    }
}

}  // namespace loh
