#include "network/kernels/vote_columns.hpp"

#include <algorithm>
#include <type_traits>

#include "network/kernels/lanes.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

// Eight floats; two of these vectors are a group of lanes. Unaligned, because a column may begin anywhere.
LOH_UNALIGNED_VECTOR(Vector, float, 32);
static_assert(kLanes == 16);

// Four rules or classes share the loads from memory, and their sums stay in registers.
constexpr std::size_t kTogether = 4;
constexpr std::size_t kRulesInCache = 16;  // rules whose columns stay in cache while all classes read them

// Calls block(number, first) for `count` items, in groups.
template <class Block>
LOH_INLINE void in_blocks(std::size_t count, const Block& block) {
    std::size_t first = 0;
    for (; first + kTogether <= count; first += kTogether)
        block(std::integral_constant<std::size_t, kTogether>{}, first);
    static_assert(kTogether == 4);
    switch (count - first) {
        case 3: block(std::integral_constant<std::size_t, 3>{}, first); break;
        case 2: block(std::integral_constant<std::size_t, 2>{}, first); break;
        case 1: block(std::integral_constant<std::size_t, 1>{}, first);
    }
}

// Adds the points of the rules `begin` to `end` to the scores of some classes on a group of rows.
template <std::size_t Classes>
LOH_INLINE void score_block(const VoteShape& shape, const float* const* rules, std::size_t begin,
                            std::size_t end, const float* points, std::size_t first, std::size_t row,
                            float* scores) {
    Vector sum[Classes][2] = {};
    float* own_scores = scores + first * shape.stride + row;
    for (std::size_t j = begin; j < end; ++j) {
        const float* own = points + j * shape.classes + first;
        for (std::size_t h = 0; h < 2; ++h) {
            const auto holds = *reinterpret_cast<const Vector*>(rules[j] + row + 8 * h) > 0.5F;
            for (std::size_t c = 0; c < Classes; ++c) sum[c][h] += holds ? Vector{} + own[c] : Vector{};
        }
    }
    for (std::size_t c = 0; c < Classes; ++c) {
        for (std::size_t h = 0; h < 2; ++h)
            *reinterpret_cast<Vector*>(own_scores + c * shape.stride + 8 * h) += sum[c][h];
    }
}

// The derivatives with respect to some rules on a group of rows, class by class.
template <std::size_t Rules>
LOH_INLINE void rule_slopes_block(const VoteShape& shape, const float* slopes, const float* points,
                                  std::size_t first, std::size_t row, float* const* by_rule) {
    Vector sum[Rules][2] = {};
    const float* own = points + first * shape.classes;
    for (std::size_t c = 0; c < shape.classes; ++c) {
        Vector slope[2];
        for (std::size_t h = 0; h < 2; ++h)
            slope[h] = *reinterpret_cast<const Vector*>(slopes + c * shape.stride + row + 8 * h);
        for (std::size_t j = 0; j < Rules; ++j) {
            const Vector vote = Vector{} + own[j * shape.classes + c];
            for (std::size_t h = 0; h < 2; ++h) sum[j][h] += vote * slope[h];
        }
    }
    for (std::size_t j = 0; j < Rules; ++j) {
        for (std::size_t h = 0; h < 2; ++h)
            *reinterpret_cast<Vector*>(by_rule[first + j] + row + 8 * h) = sum[j][h];
    }
}

// The derivatives with respect to the points of one rule for some classes.
template <std::size_t Classes>
LOH_INLINE void point_slopes_block(const VoteShape& shape, const float* rule, const float* slopes,
                                   std::size_t first, float* by_points) {
    Vector sum[Classes][2] = {};
    for (std::size_t row = 0; row < shape.stride; row += kLanes) {
        for (std::size_t h = 0; h < 2; ++h) {
            const auto holds = *reinterpret_cast<const Vector*>(rule + row + 8 * h) > 0.5F;
            for (std::size_t c = 0; c < Classes; ++c) {
                const float* slope = slopes + (first + c) * shape.stride + row + 8 * h;
                sum[c][h] += holds ? *reinterpret_cast<const Vector*>(slope) : Vector{};
            }
        }
    }
    float total[Classes] = {};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        for (std::size_t c = 0; c < Classes; ++c) total[c] += sum[c][lane / 8][lane % 8];
    }
    for (std::size_t c = 0; c < Classes; ++c) by_points[first + c] = total[c];
}

// The sums of some columns over all rows, in double and in row order.
template <std::size_t Classes>
LOH_INLINE void base_slopes_block(const VoteShape& shape, const float* slopes, std::size_t first,
                                  float* by_points) {
    double total[Classes] = {};
    for (std::size_t row = 0; row < shape.stride; ++row) {
        for (std::size_t c = 0; c < Classes; ++c)
            total[c] += static_cast<double>(slopes[(first + c) * shape.stride + row]);
    }
    for (std::size_t c = 0; c < Classes; ++c) by_points[first + c] = static_cast<float>(total[c]);
}

}  // namespace

LOH_VECTOR_CLONES void add_votes(const VoteShape& shape, const float* const* rules, const float* points,
                                 float* scores) noexcept {
    for (std::size_t c = 0; c < shape.classes; ++c)
        std::fill_n(scores + c * shape.stride, shape.stride, points[shape.rules * shape.classes + c]);
    for (std::size_t begin = 0; begin < shape.rules; begin += kRulesInCache) {
        const std::size_t end = std::min(shape.rules, begin + kRulesInCache);
        for (std::size_t row = 0; row < shape.stride; row += kLanes) {
            auto some_classes = [&](auto size, std::size_t first) __attribute__((always_inline)) {
                score_block<size>(shape, rules, begin, end, points, first, row, scores);
            };
            in_blocks(shape.classes, some_classes);
        }
    }
}

LOH_VECTOR_CLONES double softmax_slopes(const SoftmaxRows& rows, std::size_t classes, std::size_t stride,
                                        std::span<float> columns, std::span<double> total) noexcept {
    const std::size_t count = rows.labels.size();
    float* values = columns.data();
    double* sum = total.data();
    // Subtract the largest logit of each row, so that exponentials cannot overflow.
    for (std::size_t r = 0; r < stride; ++r) sum[r] = static_cast<double>(values[r]);
    for (std::size_t c = 1; c < classes; ++c) {
        const float* column = values + c * stride;
        for (std::size_t r = 0; r < stride; ++r)
            sum[r] = static_cast<double>(column[r]) > sum[r] ? static_cast<double>(column[r]) : sum[r];
    }
    double loss = 0;
    for (std::size_t r = 0; r < count; ++r) {
        auto own = static_cast<double>(values[rows.labels[r] * stride + r]);
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

LOH_VECTOR_CLONES void vote_slopes(const VoteShape& shape, const float* const* rules, const float* slopes,
                                   const float* points, float* const* by_rule, float* by_points) noexcept {
    auto some_rules = [&](auto size, std::size_t first) __attribute__((always_inline)) {
        for (std::size_t row = 0; row < shape.stride; row += kLanes)
            rule_slopes_block<size>(shape, slopes, points, first, row, by_rule);
    };
    in_blocks(shape.rules, some_rules);
    auto some_classes = [&](auto size, std::size_t first) __attribute__((always_inline)) {
        for (std::size_t j = 0; j < shape.rules; ++j)
            point_slopes_block<size>(shape, rules[j], slopes, first, by_points + j * shape.classes);
        base_slopes_block<size>(shape, slopes, first, by_points + shape.rules * shape.classes);
    };
    in_blocks(shape.classes, some_classes);
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
