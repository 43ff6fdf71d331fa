#include "kernels/dense_layer.hpp"

#include <algorithm>

#include "kernels/lanes.hpp"
#include "kernels/vector_math.hpp"

namespace loh {

namespace {

// Eight floats; two of them are a group of lanes. Unaligned, because a column may begin anywhere.
using Vector = float __attribute__((vector_size(32), aligned(4)));
using Places = std::int32_t __attribute__((vector_size(32), aligned(4)));
static_assert(kLanes == 16);

// Macros, because a vector that is passed to a function, even an inlined one, has another ABI for each instruction set.
#define LOH_LOWER(a, b) ((a) < (b) ? (a) : (b))
#define LOH_HIGHER(a, b) ((a) > (b) ? (a) : (b))

// `Neurons` neurons on half a group of rows, `row` on.
template <bool Conjunctive, bool Recording, std::size_t Neurons>
LOH_INLINE void forward_block(const DenseShape& shape, const float* const* columns, const float* gates,
                              std::size_t row, float* out, std::int32_t* winners) {
    constexpr std::size_t kHalves = Recording ? 1 : 2;  // as many registers as there are
    Vector joined[Neurons][kHalves];
    Places winner[Neurons][kHalves];
    for (std::size_t j = 0; j < Neurons; ++j) {
        for (std::size_t h = 0; h < kHalves; ++h) {
            joined[j][h] = Vector{} + (Conjunctive ? 1.0F : 0.0F);
            winner[j][h] = Places{};
        }
    }
    for (std::size_t t = 0; t < shape.terms; ++t) {
        Vector x[kHalves];
        for (std::size_t h = 0; h < kHalves; ++h)
            x[h] = *reinterpret_cast<const Vector*>(columns[t] + row + 8 * h);
        const Places place = Places{} + static_cast<std::int32_t>(t);
        for (std::size_t j = 0; j < Neurons; ++j) {
            const Vector gate = Vector{} + gates[j * shape.terms + t];
            for (std::size_t h = 0; h < kHalves; ++h) {
                const Vector gated = Conjunctive ? LOH_HIGHER(x[h], gate) : LOH_LOWER(x[h], gate);
                if constexpr (Recording) {
                    const Places better = Conjunctive ? gated < joined[j][h] : gated > joined[j][h];
                    winner[j][h] = better ? place : winner[j][h];
                }
                joined[j][h] = Conjunctive ? LOH_LOWER(joined[j][h], gated) : LOH_HIGHER(joined[j][h], gated);
            }
        }
    }
    for (std::size_t j = 0; j < Neurons; ++j) {
        for (std::size_t h = 0; h < kHalves; ++h) {
            *reinterpret_cast<Vector*>(out + j * shape.stride + row + 8 * h) = joined[j][h];
            if constexpr (Recording)
                *reinterpret_cast<Places*>(winners + j * shape.stride + row + 8 * h) = winner[j][h];
        }
    }
}

template <bool Conjunctive, bool Recording>
LOH_INLINE void forward_layer(const DenseShape& shape, const float* const* columns, const float* gates,
                              float* out, std::int32_t* winners) {
    constexpr std::size_t kTogether = 4;
    constexpr std::size_t kRows = Recording ? 8 : 16;
    for (std::size_t row = 0; row < shape.rows; row += kRows) {
        std::size_t j = 0;
        for (; j + kTogether <= shape.neurons; j += kTogether)
            forward_block<Conjunctive, Recording, kTogether>(shape, columns, gates + j * shape.terms, row,
                                                             out + j * shape.stride,
                                                             winners + j * shape.stride);
        for (; j < shape.neurons; ++j)
            forward_block<Conjunctive, Recording, 1>(shape, columns, gates + j * shape.terms, row,
                                                     out + j * shape.stride, winners + j * shape.stride);
    }
}

template <bool Conjunctive>
LOH_INLINE void backward_neuron(const DenseShape& shape, DenseScratch& scratch, std::size_t neuron,
                                const std::int32_t* winners, const float* arriving) {
    const float* gates = scratch.gates.data() + neuron * shape.terms;
    std::fill_n(scratch.lanes.data(), shape.terms * kLanes, 0.0F);
    for (std::size_t r = 0; r < shape.rows; ++r) {
        if (arriving[r] == 0) continue;
        auto t = static_cast<std::size_t>(winners[r]);
        float x = scratch.columns[t][r];
        bool by_gate = Conjunctive ? gates[t] >= x : gates[t] <= x;
        float* target =
            by_gate ? scratch.lanes.data() + t * kLanes + r % kLanes : scratch.column_gradients[t] + r;
        *target += arriving[r];
    }
    float* gate_gradients = scratch.gate_gradients.data() + neuron * shape.terms;
    for (std::size_t t = 0; t < shape.terms; ++t) {
        float total = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) total += scratch.lanes[t * kLanes + lane];
        gate_gradients[t] = total;
    }
}

template <bool Conjunctive>
LOH_INLINE void backward_layer(const DenseShape& shape, DenseScratch& scratch, const std::int32_t* winners,
                               const float* arriving) {
    for (std::size_t j = shape.neurons; j-- > 0;) {  // the order in which generic instructions would go back
        const float* column = arriving + j * shape.stride;
        bool none = true;
        for (std::size_t r = 0; r < shape.rows; ++r) none = none && column[r] == 0;
        if (none) {
            std::fill_n(scratch.gate_gradients.data() + j * shape.terms, shape.terms, 0.0F);
        } else {
            backward_neuron<Conjunctive>(shape, scratch, j, winners + j * shape.stride, column);
        }
    }
}

}  // namespace

void DenseScratch::reserve(std::size_t neurons, std::size_t terms, std::size_t rows) {
    columns.resize(std::max(columns.size(), terms));
    column_gradients.resize(columns.size());
    gates.resize(std::max(gates.size(), neurons * terms));
    gate_gradients.resize(gates.size());
    lanes.resize(columns.size() * kLanes);
    zeros.assign(std::max(zeros.size(), rows), 0.0F);
    ones.assign(std::max(ones.size(), rows), 1.0F);
}

LOH_VECTOR_CLONES void dense_forward(const DenseShape& shape, const float* const* columns, const float* gates,
                                     float* out, std::int32_t* winners) noexcept {
    if (winners != nullptr) {
        shape.conjunctive ? forward_layer<true, true>(shape, columns, gates, out, winners)
                          : forward_layer<false, true>(shape, columns, gates, out, winners);
    } else {
        shape.conjunctive ? forward_layer<true, false>(shape, columns, gates, out, winners)
                          : forward_layer<false, false>(shape, columns, gates, out, winners);
    }
}

LOH_VECTOR_CLONES void dense_backward(const DenseShape& shape, DenseScratch& scratch,
                                      const std::int32_t* winners, const float* arriving) noexcept {
    shape.conjunctive ? backward_layer<true>(shape, scratch, winners, arriving)
                      : backward_layer<false>(shape, scratch, winners, arriving);
}

}  // namespace loh
