#include "kernels/dense_layer.hpp"

#include <algorithm>
#include <array>

#include "kernels/lanes.hpp"
#include "kernels/logics.hpp"

namespace loh {

namespace {

// One neuron on kLanes rows from `row`.
template <bool Conjunctive>
void forward_block(const DenseShape& shape, const DenseScratch& scratch, const float* gates, std::size_t row,
                   float* out) {
    std::array<float, kLanes> joined;
    joined.fill(Conjunctive ? 1.0F : 0.0F);
    for (std::size_t t = 0; t < shape.terms; ++t) {
        const float gate = gates[t];
        if (const float* x = scratch.columns[t]) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                float gated = GoedelLogic::pair<!Conjunctive>(gate, x[row + lane]);
                joined[lane] = GoedelLogic::pair<Conjunctive>(joined[lane], gated);
            }
        } else {
            for (float& value : joined) value = GoedelLogic::pair<Conjunctive>(value, gate);
        }
    }
    std::copy(joined.begin(), joined.end(), out + row);
}

template <bool Conjunctive>
void forward_layer(const DenseShape& shape, const DenseScratch& scratch, float* out) {
    for (std::size_t row = 0; row < shape.rows; row += kLanes) {
        for (std::size_t j = 0; j < shape.neurons; ++j) {
            forward_block<Conjunctive>(shape, scratch, scratch.gates.data() + j * shape.terms, row,
                                       out + j * shape.stride);
        }
    }
}

// For each row the first term that decided: from the last to the first, so that the first match stays.
template <bool Conjunctive>
void find_winners(const DenseShape& shape, DenseScratch& scratch, const float* gates, const float* out) {
    std::int32_t* winners = scratch.winners.data();
    for (std::size_t t = shape.terms; t-- > 0;) {
        const float gate = gates[t];
        const auto index = static_cast<std::int32_t>(t);
        if (const float* x = scratch.columns[t]) {
            for (std::size_t r = 0; r < shape.rows; ++r) {
                float gated = GoedelLogic::pair<!Conjunctive>(gate, x[r]);
                winners[r] = gated == out[r] ? index : winners[r];
            }
        } else {
            for (std::size_t r = 0; r < shape.rows; ++r) winners[r] = gate == out[r] ? index : winners[r];
        }
    }
}

template <bool Conjunctive>
void backward_neuron(const DenseShape& shape, DenseScratch& scratch, std::size_t neuron, const float* out,
                     const float* arriving) {
    const float* gates = scratch.gates.data() + neuron * shape.terms;
    float* gate_gradients = scratch.gate_gradients.data() + neuron * shape.terms;
    std::fill_n(gate_gradients, shape.terms, 0.0F);
    if (std::all_of(arriving, arriving + shape.rows, [](float g) { return g == 0; })) return;
    find_winners<Conjunctive>(shape, scratch, gates, out);
    std::fill_n(scratch.lanes.begin(), shape.terms * kLanes, 0.0F);
    for (std::size_t r = 0; r < shape.rows; ++r) {
        if (arriving[r] == 0) continue;
        auto t = static_cast<std::size_t>(scratch.winners[r]);
        const float* x = scratch.columns[t];
        if (x == nullptr || GoedelLogic::by_gate<!Conjunctive>(gates[t], x[r]) != 0) {
            scratch.lanes[t * kLanes + r % kLanes] += arriving[r];
        } else {
            scratch.column_gradients[t][r] += arriving[r];
        }
    }
    for (std::size_t t = 0; t < shape.terms; ++t) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            gate_gradients[t] += scratch.lanes[t * kLanes + lane];
    }
}

template <bool Conjunctive>
void backward_layer(const DenseShape& shape, DenseScratch& scratch, const float* out, const float* arriving) {
    for (std::size_t j = shape.neurons; j-- > 0;) {  // the order in which generic instructions would go back
        backward_neuron<Conjunctive>(shape, scratch, j, out + j * shape.stride, arriving + j * shape.stride);
    }
}

}  // namespace

void DenseScratch::reserve(std::size_t neurons, std::size_t terms, std::size_t rows) {
    columns.resize(std::max(columns.size(), terms));
    column_gradients.resize(columns.size());
    gates.resize(std::max(gates.size(), neurons * terms));
    gate_gradients.resize(gates.size());
    lanes.resize(columns.size() * kLanes);
    winners.resize(std::max(winners.size(), rows));
}

void dense_forward(const DenseShape& shape, const DenseScratch& scratch, float* out) noexcept {
    shape.conjunctive ? forward_layer<true>(shape, scratch, out) : forward_layer<false>(shape, scratch, out);
}

void dense_backward(const DenseShape& shape, DenseScratch& scratch, const float* out,
                    const float* arriving) noexcept {
    shape.conjunctive ? backward_layer<true>(shape, scratch, out, arriving)
                      : backward_layer<false>(shape, scratch, out, arriving);
}

}  // namespace loh
