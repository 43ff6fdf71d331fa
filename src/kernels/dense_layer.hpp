// A dense layer on a batch, under Gödel semantics:
//
//     conjunctive   out[j] = min_t max(gate[j][t], x[t])        gate = 1 - w
//     disjunctive   out[j] = max_t min(gate[j][t], x[t])        gate = w
//
// The backward pass follows one path for each row and neuron: the first t whose gated value is the result, and there the
// gate if it decides (also on a tie), else x. It is found again by comparing. What goes to gates is summed over rows in
// the lanes of Batch, so the result is that of the generic instructions, bit for bit.
//
// Columns are `rows` long (a multiple of the lanes) and do not overlap; the neurons' columns lie `stride` apart.
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

// Room for the layers of a batch, as large as the largest needs.
struct DenseScratch {
    std::vector<const float*> columns;     // [term]: x[t]; null: the gate stands alone
    std::vector<float*> column_gradients;  // [term]: added to; null with x[t]
    std::vector<float> gates;              // [neuron][term]
    std::vector<float> gate_gradients;     // [neuron][term]: overwritten
    std::vector<float> lanes;              // [term][lane]
    std::vector<std::int32_t> winners;     // [row]: the term that decided

    void reserve(std::size_t neurons, std::size_t terms, std::size_t rows);
};

// out: [neuron][row].
void dense_forward(const DenseShape& shape, const DenseScratch& scratch, float* out) noexcept;

// out and arriving: [neuron][row].
void dense_backward(const DenseShape& shape, DenseScratch& scratch, const float* out,
                    const float* arriving) noexcept;

}  // namespace loh
