// The alternatives of a choice are processed eight at a time. If their number is not a multiple of eight, the last eight
// overlap the previous ones: values that are written twice are the same, and lanes already processed are excluded from sums
// and maxima. Choices with fewer than eight alternatives are processed one by one.
#include "network/kernels/many_way.hpp"

#include <cstring>
#include <limits>

#include "network/kernels/noise.hpp"
#include "network/kernels/sides.hpp"

namespace loh {

namespace {

constexpr std::size_t kVector = 8;
constexpr float kLowest = -std::numeric_limits<float>::max();

using Vector = float __attribute__((vector_size(32)));
using Mask = std::int32_t __attribute__((vector_size(32)));

// Calls work(first, fresh) for groups of eight alternatives of a choice; fresh[lane] tells whether that lane has not been
// processed before.
template <class Work>
LOH_INLINE void in_vectors(std::size_t arity, const Work& work) {
    const Mask lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const Mask all = lanes >= 0;
    std::size_t whole = arity / kVector * kVector;
    for (std::size_t first = 0; first < whole; first += kVector) work(first, all);
    if (whole == arity) return;
    const auto seen = static_cast<std::int32_t>(kVector - (arity - whole));
    work(arity - kVector, lanes >= seen);
}

// Macros, because passing a vector to a function has a different ABI for each instruction set. Vectors are copied in and out,
// because the arrays have only the alignment of their elements.
#define LOH_LOAD(vector, from) \
    Vector vector;             \
    std::memcpy(&(vector), from, sizeof(Vector))
#define LOH_STORE(vector, to) std::memcpy(to, &(vector), sizeof(Vector))
#define LOH_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define LOH_SMALLER(a, b) ((a) < (b) ? (a) : (b))
// Stores the two largest of `a, b` and `c, d` in a and b.
#define LOH_MERGE_TOP_TWO(a, b, c, d)                      \
    (b) = LOH_LARGER(LOH_SMALLER(a, c), LOH_LARGER(b, d)); \
    (a) = LOH_LARGER(a, c)
#define LOH_MERGE_LANES(a, b, ...)                                         \
    {                                                                      \
        const Vector other_a = __builtin_shufflevector(a, a, __VA_ARGS__); \
        const Vector other_b = __builtin_shufflevector(b, b, __VA_ARGS__); \
        LOH_MERGE_TOP_TWO(a, b, other_a, other_b);                         \
    }

struct TopTwoValues {
    float first;
    float second;
};

LOH_INLINE TopTwoValues top_two_of_few(const float* values, std::size_t arity) {
    TopTwoValues top{kLowest, kLowest};
    for (std::size_t i = 0; i < arity; ++i) {
        float smaller = LOH_SMALLER(values[i], top.first);
        top.second = LOH_LARGER(top.second, smaller);
        top.first = LOH_LARGER(top.first, values[i]);
    }
    return top;
}

LOH_INLINE TopTwoValues top_two(const float* values, std::size_t arity) {
    if (arity < kVector) return top_two_of_few(values, arity);
    Vector first = Vector{} + kLowest;
    Vector second = first;
    const Vector lowest = first;
    in_vectors(
        arity, [&](std::size_t at, const Mask& fresh) __attribute__((always_inline)) {
            LOH_LOAD(loaded, values + at);
            const Vector value = fresh ? loaded : lowest;
            const Vector smaller = LOH_SMALLER(value, first);
            second = LOH_LARGER(second, smaller);
            first = LOH_LARGER(first, value);
        });
    LOH_MERGE_LANES(first, second, 4, 5, 6, 7, 0, 1, 2, 3);
    LOH_MERGE_LANES(first, second, 2, 3, 0, 1, 6, 7, 4, 5);
    LOH_MERGE_LANES(first, second, 1, 0, 3, 2, 5, 4, 7, 6);
    return {first[0], second[0]};
}

// The first index of a value, which must be present.
LOH_INLINE std::size_t place_of(const float* values, float value) {
    std::size_t place = 0;
    while (values[place] != value) ++place;
    return place;
}

// From z' to z'', as (z' - largest) + half the distance of the two largest. So exactly one is positive whatever is rounded,
// unless the two are equal.
LOH_INLINE void shift(const float* values, std::size_t arity, float* shifted) {
    TopTwoValues top = top_two(values, arity);
    const float half = (top.first - top.second) / 2;
    if (arity < kVector) {
        for (std::size_t i = 0; i < arity; ++i) shifted[i] = (values[i] - top.first) + half;
    } else {
        in_vectors(
            arity, [&](std::size_t at, const Mask&) __attribute__((always_inline)) {
                LOH_LOAD(value, values + at);
                value = (value - top.first) + half;
                LOH_STORE(value, shifted + at);
            });
    }
    if (top.first != top.second) return;
    shifted[place_of(values, top.first)] = std::numeric_limits<float>::min();
}

// The gradient of the values before the shift; returns the sum.
LOH_INLINE float gradient_of_shifted(const float* w, const float* g, std::size_t arity, float scale,
                                     float* out) {
    float total = 0;
    if (arity < kVector) {
        for (std::size_t i = 0; i < arity; ++i) {
            out[i] = g[i] * (w[i] * (1 - w[i])) * scale;
            total += out[i];
        }
        return total;
    }
    Vector sums = {};
    in_vectors(
        arity, [&](std::size_t at, const Mask& fresh) __attribute__((always_inline)) {
            LOH_LOAD(weight, w + at);
            LOH_LOAD(by_value, g + at);
            by_value = by_value * (weight * (1.0F - weight)) * scale;
            LOH_STORE(by_value, out + at);
            sums += fresh ? by_value : Vector{};
        });
    for (std::size_t lane = 0; lane < kVector; ++lane) total += sums[lane];
    return total;
}

}  // namespace

LOH_VECTOR_CLONES void noisy_values(const WeightScales& scales, std::span<const double> logits,
                                    const std::uint32_t* noise, std::span<float> values) noexcept {
    const double* z = logits.data();
    float* to = values.data();
    const float by_logit = scales.logit;
    const float by_noise = scales.noise;
    if (noise == nullptr) {
        for (std::size_t i = 0; i < logits.size(); ++i) to[i] = by_logit * static_cast<float>(z[i]);
    } else {
        for (std::size_t i = 0; i < logits.size(); ++i)
            to[i] = by_logit * static_cast<float>(z[i]) + by_noise * gumbel_log2(noise[i]);
    }
}

LOH_VECTOR_CLONES void many_way_weights(std::size_t arity, std::span<const float> values,
                                        std::span<float> weights) noexcept {
    for (std::size_t first = 0; first < values.size(); first += arity)
        shift(values.data() + first, arity, weights.data() + first);
    float* w = weights.data();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        TwoSides sides = two_sides(w[i]);
        w[i] = w[i] > 0 ? sides.larger : sides.smaller;
    }
}

LOH_VECTOR_CLONES void many_way_gradient(std::size_t arity, std::span<const float> weights,
                                         std::span<const float> gradient, double temperature,
                                         std::span<float> by_logit) noexcept {
    const auto scale = static_cast<float>(1 / temperature);
    for (std::size_t first = 0; first < weights.size(); first += arity) {
        const float* w = weights.data() + first;
        float* out = by_logit.data() + first;
        float total = gradient_of_shifted(w, gradient.data() + first, arity, scale, out);
        if (total == 0) continue;
        TopTwoValues top = top_two(w, arity);  // never equal: one is above, the other below one half
        out[place_of(w, top.first)] -= total / 2;
        out[place_of(w, top.second)] -= total / 2;
    }
}

}  // namespace loh
