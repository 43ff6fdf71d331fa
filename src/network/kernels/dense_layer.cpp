#include "network/kernels/dense_layer.hpp"

#include <algorithm>

#include "network/kernels/lanes.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

// Eight floats; two of these vectors are a group of lanes. Unaligned, because a column may begin anywhere.
LOH_UNALIGNED_VECTOR(Vector, float, 32);
LOH_UNALIGNED_VECTOR(Places, std::int32_t, 32);
static_assert(kLanes == 16);

// Macros, because passing a vector to a function, even an inlined one, has a different ABI for each instruction set.
#define LOH_LOWER(a, b) ((a) < (b) ? (a) : (b))
#define LOH_HIGHER(a, b) ((a) > (b) ? (a) : (b))

// `Neurons` neurons from `first` on, on the rows from `row` on: one half of a group of rows, or both.
template <bool Conjunctive, bool Recording, std::size_t Neurons, std::size_t Halves>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): one loop nest over registers, which is unrolled as a whole
LOH_INLINE void forward_block(const DenseShape& shape, const float* const* columns, const float* gates,
                              std::size_t first, std::size_t row, float* out, std::int32_t* winners) {
    Vector joined[Neurons][Halves];
    Places winner[Neurons][Halves];
    for (std::size_t j = 0; j < Neurons; ++j) {
        for (std::size_t h = 0; h < Halves; ++h) {
            joined[j][h] = Vector{} + (Conjunctive ? 1.0F : 0.0F);
            winner[j][h] = Places{};
        }
    }
    const float* own_gates = gates + first * shape.terms;
    Places place{};  // t, counted in a register: cheaper than a broadcast
    for (std::size_t t = 0; t < shape.terms; ++t, place += 1) {
        Vector x[Halves];
        for (std::size_t h = 0; h < Halves; ++h)
            x[h] = *reinterpret_cast<const Vector*>(columns[t] + row + 8 * h);
        for (std::size_t j = 0; j < Neurons; ++j) {
            const Vector gate = Vector{} + own_gates[j * shape.terms + t];
            for (std::size_t h = 0; h < Halves; ++h) {
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
        for (std::size_t h = 0; h < Halves; ++h) {
            std::size_t to = (first + j) * shape.stride + row + 8 * h;
            *reinterpret_cast<Vector*>(out + to) = joined[j][h];
            if constexpr (Recording) *reinterpret_cast<Places*>(winners + to) = winner[j][h];
        }
    }
}

// The same for a group of rows, with as many neurons at a time as the registers allow.
template <bool Conjunctive, bool Recording, std::size_t Neurons>
LOH_INLINE void forward_group(const DenseShape& shape, const float* const* columns, const float* gates,
                              std::size_t first, std::size_t row, float* out, std::int32_t* winners) {
    constexpr std::size_t kHalves = Recording && Neurons > 2 ? 1 : 2;
    for (std::size_t h = 0; h < 2; h += kHalves)
        forward_block<Conjunctive, Recording, Neurons, kHalves>(shape, columns, gates, first, row + 8 * h,
                                                                out, winners);
}

template <bool Conjunctive, bool Recording>
LOH_INLINE void forward_layer(const DenseShape& shape, const float* const* columns, const float* gates,
                              float* out, std::int32_t* winners) {
    for (std::size_t row = 0; row < shape.rows; row += kLanes) {
        std::size_t j = 0;
        for (; j + 4 <= shape.neurons; j += 4)
            forward_group<Conjunctive, Recording, 4>(shape, columns, gates, j, row, out, winners);
        switch (shape.neurons - j) {
            case 3:
                forward_group<Conjunctive, Recording, 3>(shape, columns, gates, j, row, out, winners);
                break;
            case 2:
                forward_group<Conjunctive, Recording, 2>(shape, columns, gates, j, row, out, winners);
                break;
            case 1: forward_group<Conjunctive, Recording, 1>(shape, columns, gates, j, row, out, winners);
        }
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
    for (std::size_t j = shape.neurons; j-- > 0;) {  // the backward order of generic instructions
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
