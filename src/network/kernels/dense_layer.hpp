// A dense layer on a batch, under Gödel semantics:
//
//     conjunctive   out[j] = min_t max(gate[j][t], x[t])        gate = 1 - w
//     disjunctive   out[j] = max_t min(gate[j][t], x[t])        gate = w
//
// Forward keeps some neurons times sixteen rows in registers and goes through the terms once. When a backward pass will
// follow, it also keeps which term decided: the first whose gated value is the result. Backward then follows one path for
// each row and neuron: to that term's gate if the gate decides (also on a tie), else to its x. What goes to gates is summed
// over rows in lanes, so the result is that of the generic instructions, bit for bit.
//
// Rejected: finding the term again by comparing. It costs a forward pass more when done by columns, and by rows, where it
// can stop at the first match, four times that, because no branch can be predicted.
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
    std::vector<const float*> columns;     // [term]: x[t]; `zeros` or `ones` where the gate stands alone
    std::vector<float*> column_gradients;  // [term]: added to; null where the gate stands alone
    std::vector<float> gates;              // [neuron][term]
    std::vector<float> gate_gradients;     // [neuron][term]: overwritten
    std::vector<float> lanes;              // [term][lane]
    std::vector<float> zeros, ones;        // [row]

    void reserve(std::size_t neurons, std::size_t terms, std::size_t rows);
};

// columns: [term]; gates: [neuron][term]. out and winners: [neuron][row]; without winners when there will be no backward
// pass.
void dense_forward(const DenseShape& shape, const float* const* columns, const float* gates, float* out,
                   std::int32_t* winners) noexcept;

// winners and arriving: [neuron][row].
void dense_backward(const DenseShape& shape, DenseScratch& scratch, const std::int32_t* winners,
                    const float* arriving) noexcept;

}  // namespace loh
