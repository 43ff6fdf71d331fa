// A dense layer over inputs that are 0 or 1, with groups of terms of which at most one is true in each row: the categories or
// intervals of a column. Under Gödel semantics, on a batch.
//
// Idea: the contribution of a group of up to eight terms to a neuron is one of nine numbers, depending on which of its terms is
// true, if any. These numbers are a table in a vector register, and a lookup for eight rows is one instruction. So a row costs
// one lookup for each group, not for each term. The table indices of the rows are the same for all neurons.
//
//     disjunctive   the gate of the true term
//     conjunctive   the smallest gate of all other terms
//
// The groups are found for every batch: a term joins the current group as long as no row has two true terms. Results and
// gradients equal those of binary_layer.hpp, bit for bit. That kernel is faster if groups are small, so costs are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/kernels/binary_layer.hpp"

namespace loh {

struct TermGroups {
    static constexpr std::size_t kTable = 8;  // entries of a table

    std::vector<std::uint32_t> first;  // [group + 1]: its terms
    std::vector<std::int32_t>
        present;  // [group][row], stride apart: the index of its true term, or the number of terms if none is true
    std::size_t stride = 0;  // rows, padded to whole vectors

    [[nodiscard]] std::size_t count() const { return first.empty() ? 0 : first.size() - 1; }
};

// Finds the groups; deciding as for binary_forward. Returns false if binary_layer.hpp is expected to be faster.
bool find_groups(const BinaryShape& shape, const std::uint64_t* const* deciding, TermGroups& groups);

// Working memory for one thread.
struct GroupedScratch {
    std::vector<float> tables;           // [neuron][group][kTable]
    std::vector<std::uint32_t> winners;  // [group][kTable]: the deciding term
    std::vector<float> lanes;            // [term][lane], zero between calls
    std::vector<std::uint32_t> touched;  // terms with nonzero lanes
};

// gates: [neuron][term]. out and winners: [neuron][row], shape.stride apart; a winner is a group, or -1.
void grouped_forward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                     GroupedScratch& scratch, float* out, std::int32_t* winners);

// arriving: [neuron][row]. gate_gradients: [neuron][term], overwritten.
void grouped_backward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                      const std::int32_t* winners, const float* arriving, GroupedScratch& scratch,
                      float* gate_gradients);

}  // namespace loh
