// A dense layer over inputs that are 0 or 1, under Gödel semantics, on bit masks.
//
// Idea: where x is 1, max(gate, x) is 1 and cannot be the minimum; where x is 0 it is the gate. So a conjunction is, for each
// row, the smallest gate among the terms with x = 0 (and 1 if there is none). In increasing order, each gate decides all
// undecided rows with x = 0. After a few gates every row is decided: on average log(rows) / -log(p) gates, with p the share
// of ones, instead of all terms for every row. Dually, a disjunction is the largest gate among the terms with x = 1.
//
// A gate and the rows it decides are exactly what the backward pass needs: the gradient of these rows goes to that gate.
// Ties go to the first term. Gates are not sorted: minima of blocks of gates are kept up to date.
//
// Rejected: masked minima over all terms, which need AVX-512 and do the full work; sorting the gates of each neuron, which
// costs more than the few that are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loh {

struct BinaryShape {
    bool conjunctive;
    std::size_t neurons;
    std::size_t terms;
    std::size_t rows;
    std::size_t
        stride;  // distance of the columns of out and arriving, including the padding to whole groups of lanes
};

// The decisions of a forward pass, for the backward pass.
struct BinaryDecisions {
    std::vector<std::uint32_t> first;  // [neuron + 1]: its decisions in the arrays below
    std::vector<std::uint32_t> terms;  // [decision]: the gate
    std::vector<std::uint64_t> rows;   // [decision][word]: the rows it decides
};

// Working memory for one thread and its largest layer.
struct BinaryScratch {
    std::vector<float> left;          // [term], padded: gates that have not been used yet
    std::vector<float> best;          // [block of terms], padded
    std::vector<std::uint64_t> open;  // [word]: undecided rows

    void reserve(std::size_t terms, std::size_t rows);
};

inline std::size_t row_words(std::size_t rows) { return (rows + 63) / 64; }

// deciding: [term]: the rows in which its gate decides, row_words() each; null: all rows. gates: [neuron][term].
// out: [neuron][row].
void binary_forward(const BinaryShape& shape, const std::uint64_t* const* deciding, const float* gates,
                    BinaryScratch& scratch, BinaryDecisions& decisions, float* out);

// arriving: [neuron][row]. gate_gradients: [neuron][term], overwritten.
void binary_backward(const BinaryShape& shape, const BinaryDecisions& decisions, const float* arriving,
                     BinaryScratch& scratch, float* gate_gradients) noexcept;

// Transposes a matrix of 64 x 64 bits in place; bits[i] is row i.
void transpose_bits(std::uint64_t* bits) noexcept;

}  // namespace loh
