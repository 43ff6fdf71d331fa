// A dense layer over inputs that are 0 or 1, where terms come in groups of which at most one is true in each row: the
// categories or intervals of a column. Under Gödel semantics, on a batch.
//
// What a group of up to eight terms contributes to a neuron is one of nine numbers, by which of its terms is true, or none.
// These are a table in a vector register, and looking it up for eight rows is one instruction. So a row costs one look-up
// for each group, not for each term. The rows' places in the tables are the same for all neurons.
//
//     disjunctive   the gate of the true term
//     conjunctive   the smallest gate of all other terms
//
// The groups are found anew for every batch: a term joins the group before it as long as no row has two true ones. Results
// and gradients are those of binary_layer.hpp, bit for bit, which is faster where groups are small: compare the costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/kernels/binary_layer.hpp"

namespace loh {

struct TermGroups {
    static constexpr std::size_t kTable = 8;  // places of a table

    std::vector<std::uint32_t> first;  // [group + 1]: its terms
    std::vector<std::int32_t>
        present;  // [group][row], stride apart: which of its terms is true; their number where none is
    std::size_t stride = 0;  // rows, padded to whole vectors

    [[nodiscard]] std::size_t count() const { return first.empty() ? 0 : first.size() - 1; }
};

// Finds the groups; deciding as for binary_forward. False when the layer had better run in binary_layer.hpp.
bool find_groups(const BinaryShape& shape, const std::uint64_t* const* deciding, TermGroups& groups);

// Room for one thread.
struct GroupedScratch {
    std::vector<float> tables;           // [neuron][group][kTable]
    std::vector<std::uint32_t> winners;  // [group][kTable]: the term that decides
    std::vector<float> lanes;            // [term][lane], zero between calls
    std::vector<std::uint32_t> touched;  // terms with something in their lanes
};

// gates: [neuron][term]. out and winners: [neuron][row], shape.stride apart; a winner is a group, or -1.
void grouped_forward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                     GroupedScratch& scratch, float* out, std::int32_t* winners);

// arriving: [neuron][row]. gate_gradients: [neuron][term], overwritten.
void grouped_backward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                      const std::int32_t* winners, const float* arriving, GroupedScratch& scratch,
                      float* gate_gradients);

}  // namespace loh
