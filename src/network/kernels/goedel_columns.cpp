#include "network/kernels/goedel_columns.hpp"

#include <bit>
#include <cstdint>

#include "network/kernels/lanes.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

template <bool Both>
LOH_INLINE float joined(float a, float b) {
    return Both ? (b < a ? b : a) : (b > a ? b : a);
}

LOH_INLINE float total(const float* lanes) {
    float sum = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += lanes[lane];
    return sum;
}

template <bool Both>
LOH_INLINE void join(const float* in, float* out, std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) out[r] = joined<Both>(out[r], in[r]);
}

template <bool Both>
LOH_INLINE void join_term(float gate, const float* x, float* out, std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) out[r] = joined<Both>(out[r], joined<!Both>(gate, x[r]));
}

template <bool Both>
LOH_INLINE void term(float gate, const float* x, float* out, std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) out[r] = joined<!Both>(gate, x[r]);
}

template <bool Both>
LOH_INLINE bool take_term(float gate, const float* x, const float* out, float* left, float* gradient,
                          float& gate_gradient, std::size_t rows) {
    float lanes[kLanes] = {};
    std::uint32_t any = 0;
    for (std::size_t first = 0; first < rows; first += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            std::size_t r = first + lane;
            float value = joined<!Both>(gate, x[r]);
            float taken = value == out[r] ? left[r] : 0.0F;
            bool by_gate = Both ? gate >= x[r] : gate <= x[r];
            left[r] -= taken;
            lanes[lane] += by_gate ? taken : 0.0F;
            float rest = by_gate ? 0.0F : taken;
            gradient[r] += rest;
            any |= std::bit_cast<std::uint32_t>(rest);
        }
    }
    gate_gradient = total(lanes);
    return any != 0;
}

}  // namespace

LOH_VECTOR_CLONES void goedel_join(bool both, const float* __restrict in, float* __restrict out,
                                   std::size_t rows) noexcept {
    both ? join<true>(in, out, rows) : join<false>(in, out, rows);
}

LOH_VECTOR_CLONES void goedel_join_term(bool both, float gate, const float* __restrict x,
                                        float* __restrict out, std::size_t rows) noexcept {
    both ? join_term<true>(gate, x, out, rows) : join_term<false>(gate, x, out, rows);
}

LOH_VECTOR_CLONES void goedel_term(bool both, float gate, const float* __restrict x, float* __restrict out,
                                   std::size_t rows) noexcept {
    both ? term<true>(gate, x, out, rows) : term<false>(gate, x, out, rows);
}

LOH_VECTOR_CLONES bool goedel_take(const float* __restrict in, const float* __restrict out,
                                   float* __restrict left, float* __restrict gradient,
                                   std::size_t rows) noexcept {
    std::uint32_t any = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        float taken = in[r] == out[r] ? left[r] : 0.0F;
        left[r] -= taken;
        gradient[r] += taken;
        any |= std::bit_cast<std::uint32_t>(taken);
    }
    return any != 0;
}

LOH_VECTOR_CLONES bool goedel_take_term(bool both, float gate, const float* __restrict x,
                                        const float* __restrict out, float* __restrict left,
                                        float* __restrict gradient, float& gate_gradient,
                                        std::size_t rows) noexcept {
    return both ? take_term<true>(gate, x, out, left, gradient, gate_gradient, rows)
                : take_term<false>(gate, x, out, left, gradient, gate_gradient, rows);
}

LOH_VECTOR_CLONES float goedel_take_gate(float gate, const float* __restrict out, float* __restrict left,
                                         std::size_t rows) noexcept {
    float lanes[kLanes] = {};
    for (std::size_t first = 0; first < rows; first += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            float taken = gate == out[first + lane] ? left[first + lane] : 0.0F;
            left[first + lane] -= taken;
            lanes[lane] += taken;
        }
    }
    return total(lanes);
}

}  // namespace loh
