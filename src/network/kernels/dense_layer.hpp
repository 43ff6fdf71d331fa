// A dense layer on a batch, under Gödel semantics:
//
//     conjunctive   out[j] = min_t max(gate[j][t], x[t])        gate = 1 - w
//     disjunctive   out[j] = max_t min(gate[j][t], x[t])        gate = w
//
// Idea: forward keeps several neurons times sixteen rows in registers and visits the terms once. If a backward pass follows,
// it also records the deciding term: the first whose gated value is the result. Backward then follows one path for each row
// and neuron: to the gate of that term if the gate decides (also on a tie), otherwise to its x. Gradients of gates are summed
// over rows in lanes.
//
// Invariant: the result equals that of the generic instructions, bit for bit.
//
// Rejected: finding the term again by comparison. By columns it costs another forward pass; by rows, where it can stop at the
// first match, four times that, because no branch is predictable.
//
// Columns have `rows` values (a multiple of the lanes) and do not overlap; the columns of the neurons are `stride` apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loh {

struct DenseShape {
    bool conjunctive;
    std::size_t neurons;
    std::size_t terms;
    std::size_t rows;
    std::size_t stride;
};

// Working memory for the layers of a batch, sized for the largest.
struct DenseScratch {
    std::vector<const float*> columns;     // [term]: x[t]; `zeros` or `ones` for a bare gate
    std::vector<float*> column_gradients;  // [term]: added to; null for a bare gate
    std::vector<float> gates;              // [neuron][term]
    std::vector<float> gate_gradients;     // [neuron][term]: overwritten
    std::vector<float> lanes;              // [term][lane]
    std::vector<float> zeros, ones;        // [row]

    void reserve(std::size_t neurons, std::size_t terms, std::size_t rows);
};

// columns: [term]; gates: [neuron][term]. out and winners: [neuron][row]; winners is null if no backward pass follows.
void dense_forward(const DenseShape& shape, const float* const* columns, const float* gates, float* out,
                   std::int32_t* winners) noexcept;

// winners and arriving: [neuron][row].
void dense_backward(const DenseShape& shape, DenseScratch& scratch, const std::int32_t* winners,
                    const float* arriving) noexcept;

}  // namespace loh
