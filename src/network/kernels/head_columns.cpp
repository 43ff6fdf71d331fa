#include "network/kernels/head_columns.hpp"

#include <limits>

#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

constexpr std::size_t kSumLanes = 8;  // sums are taken in lanes, which are added in order

LOH_INLINE double inside(double value, double margin) {
    value = value < margin ? margin : value;
    return value > 1 - margin ? 1 - margin : value;
}

struct Point {
    double value;
    double slope;
};

// Both cross-entropies are the logarithm of the probability of the target.
template <Loss kLoss>
LOH_INLINE Point point(double p, double margin, bool target) {
    if constexpr (kLoss == Loss::squared_error) {
        double difference = p - (target ? 1.0 : 0.0);
        return {difference * difference, 2 * difference};
    } else {
        double truth = inside(target ? p : 1 - p, margin);
        double value = -vector_log(truth);
        double slope = (target ? -1.0 : 1.0) / truth;
        bool counts = kLoss == Loss::binary_cross_entropy || target;
        return {counts ? value : 0, counts ? slope : 0};
    }
}

template <Loss kLoss>
LOH_INLINE double loss_loop(double margin, const double* values, const std::uint32_t* labels,
                            std::uint32_t own, const float* weights, double scale, double* slopes,
                            std::size_t rows) {
    double lanes[kSumLanes] = {};
    std::size_t whole = rows / kSumLanes * kSumLanes;
    for (std::size_t first = 0; first < whole; first += kSumLanes) {
        for (std::size_t lane = 0; lane < kSumLanes; ++lane) {
            std::size_t r = first + lane;
            Point at = point<kLoss>(values[r], margin, labels[r] == own);
            double weight = scale * static_cast<double>(weights[r]);
            lanes[lane] += weight * at.value;
            slopes[r] = weight * at.slope;
        }
    }
    double total = 0;
    for (double lane : lanes) total += lane;
    for (std::size_t r = whole; r < rows; ++r) {
        Point at = point<kLoss>(values[r], margin, labels[r] == own);
        double weight = scale * static_cast<double>(weights[r]);
        total += weight * at.value;
        slopes[r] = weight * at.slope;
    }
    return total;
}

}  // namespace

LOH_VECTOR_CLONES double loss_column(Loss loss, double margin, std::span<const double> values,
                                     const TargetColumn& target, std::span<const float> weights, double scale,
                                     std::span<double> slopes) noexcept {
    const double* v = values.data();
    const std::uint32_t* labels = target.labels.data();
    switch (loss) {
        case Loss::binary_cross_entropy:
            return loss_loop<Loss::binary_cross_entropy>(margin, v, labels, target.own, weights.data(), scale,
                                                         slopes.data(), values.size());
        case Loss::cross_entropy:
            return loss_loop<Loss::cross_entropy>(margin, v, labels, target.own, weights.data(), scale,
                                                  slopes.data(), values.size());
        case Loss::squared_error: break;
    }
    return loss_loop<Loss::squared_error>(margin, v, labels, target.own, weights.data(), scale, slopes.data(),
                                          values.size());
}

LOH_VECTOR_CLONES void logit_column(std::span<const float> outputs, std::span<double> z) noexcept {
    const float* o = outputs.data();
    double* to = z.data();
    for (std::size_t r = 0; r < z.size(); ++r) {
        double p = inside(static_cast<double>(o[r]), kLogitMargin);
        to[r] = vector_log(p / (1 - p));
    }
}

void begin_top_two(const TopTwoColumns& top) noexcept {
    for (std::size_t r = 0; r < top.largest.size(); ++r) {
        top.largest[r] = top.second[r] = -std::numeric_limits<double>::max();
        top.largest_at[r] = top.second_at[r] = -1;
    }
}

LOH_VECTOR_CLONES void add_to_top_two(std::span<const double> z, std::int64_t column,
                                      const TopTwoColumns& top) noexcept {
    const double* v = z.data();
    double* largest = top.largest.data();
    double* second = top.second.data();
    std::int64_t* largest_at = top.largest_at.data();
    std::int64_t* second_at = top.second_at.data();
    for (std::size_t r = 0; r < z.size(); ++r) {
        bool first = v[r] > largest[r];
        bool next = v[r] > second[r];
        second_at[r] = first ? largest_at[r] : (next ? column : second_at[r]);
        second[r] = first ? largest[r] : (next ? v[r] : second[r]);
        largest_at[r] = first ? column : largest_at[r];
        largest[r] = first ? v[r] : largest[r];
    }
}

LOH_VECTOR_CLONES void shifted_sigmoid_column(const TopTwoColumns& top, double temperature,
                                              std::span<const double> uniforms,
                                              std::span<double> z) noexcept {
    const double* largest = top.largest.data();
    const double* second = top.second.data();
    const double* u = uniforms.data();
    double* v = z.data();
    const double scale = 1 / temperature;
    if (uniforms.empty()) {
        for (std::size_t r = 0; r < z.size(); ++r)
            v[r] = vector_sigmoid((v[r] - (largest[r] + second[r]) / 2) * scale);
    } else {
        for (std::size_t r = 0; r < z.size(); ++r)
            v[r] = vector_sigmoid((0.75 + u[r] / 2) * ((v[r] - (largest[r] + second[r]) / 2) * scale));
    }
}

LOH_VECTOR_CLONES void through_sigmoid_column(std::span<const double> p, double temperature,
                                              std::span<double> slopes, std::span<double> total) noexcept {
    const double* v = p.data();
    double* s = slopes.data();
    double* t = total.data();
    const double scale = 1 / temperature;
    for (std::size_t r = 0; r < p.size(); ++r) {
        s[r] *= v[r] * (1 - v[r]) * scale;
        t[r] += s[r];
    }
}

LOH_VECTOR_CLONES void through_shift_column(std::span<const float> outputs, std::int64_t column,
                                            const TopTwoColumns& top, std::span<const double> total,
                                            std::span<double> slopes) noexcept {
    const float* o = outputs.data();
    const double* t = total.data();
    const std::int64_t* largest_at = top.largest_at.data();
    const std::int64_t* second_at = top.second_at.data();
    double* s = slopes.data();
    for (std::size_t r = 0; r < slopes.size(); ++r) {
        double taken = (largest_at[r] == column ? t[r] / 2 : 0.0) + (second_at[r] == column ? t[r] / 2 : 0.0);
        auto raw = static_cast<double>(o[r]);
        double p = inside(raw, kLogitMargin);
        s[r] = p == raw ? (s[r] - taken) / (p * (1 - p)) : 0;
    }
}

}  // namespace loh
