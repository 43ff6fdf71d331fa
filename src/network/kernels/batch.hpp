// Runs a compiled program on a batch of rows, in float.
//
// Idea: data are columns. Slot s holds its truth values for all rows of the batch, padded with rows that are computed but
// carry no gradient, so that no loop has a tail. One instruction at a time runs over its columns; the loops are plain and
// branch-free, so that the compiler vectorizes them. Nothing is allocated after construction. Dense layers, which only Gödel
// programs have, run in dense_layer.hpp.
//
// Inputs that are all 0 or 1 can be given as bits. Layers over inputs and their negations then work on bits alone
// (binary_layer.hpp, grouped_layer.hpp), and columns of floats are made only for inputs that something else reads. The
// results are the same.
//
// The backward pass follows the conventions of the oracle. Under Gödel semantics the gradient of a row goes down one path:
// to the first operand, in program order, whose value is the result. It is found again by comparison, not recorded: the
// remaining gradient moves to the first operand that matches and is zero from then on.
//
// Invariant: sums over rows (the gradient of a weight) are taken in sixteen interleaved lanes, which are added in a fixed
// order, so they do not depend on how the compiler vectorizes.
//
// Rejected: running the whole program on blocks of rows that fit into the cache. The cost per node and row is the same from
// 64 to 512 rows (bench/step_bench.cpp), and fewer rows cost more per instruction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "network/compiled_program.hpp"
#include "network/kernels/binary_layer.hpp"
#include "network/kernels/dense_layer.hpp"
#include "network/kernels/grouped_layer.hpp"
#include "network/kernels/semantics.hpp"

namespace loh {

class Batch {
public:
    // Keeps references to the program and to the pool, over which the neurons of a layer are distributed; the results are the
    // same without a pool. A program with layers needs Gödel semantics.
    Batch(const CompiledProgram& program, Semantics semantics, std::size_t max_rows,
          ThreadPool* pool = nullptr);

    // The number of rows of the following passes; at most max_rows.
    void set_rows(std::size_t rows);
    [[nodiscard]] std::size_t rows() const { return rows_; }

    // The column of an input: rows() values, to be set before forward.
    std::span<float> input(std::size_t index) { return {slot(input_slot_[index]), rows_}; }
    std::span<float> padded_input(std::size_t index) { return {slot(input_slot_[index]), padded_}; }

    // The column of an input as bits: rows() bits from the lowest on, to be set before forward_bits in place of input().
    std::span<std::uint64_t> input_bits(std::size_t index) {
        return {input_bits_.data() + index * bit_stride_, row_words(rows_)};
    }

    // Whether bits are faster: some layer reads only inputs and their negations.
    [[nodiscard]] bool prefers_bits() const;

    // weights: [weight]; the backward pass reads them again. After forward_bits there is no gradient of the inputs. A forward
    // pass without a backward pass is cheaper.
    enum class Then : std::uint8_t { backward, nothing };
    void forward_bits(std::span<const float> weights, Then then = Then::backward);
    void forward(std::span<const float> weights, Then then = Then::backward);
    [[nodiscard]] std::span<const float> output(std::size_t index) const {
        return {slot(program_.outputs[index].value), rows_};
    }

    // Including the padding, whose values are unspecified.
    [[nodiscard]] std::span<const float> padded_output(std::size_t index) const {
        return {slot(program_.outputs[index].value), padded_};
    }

    // Between forward and backward: rows() gradients of the loss with respect to an output, to be set.
    std::span<float> output_gradient(std::size_t index) {
        return {output_gradients_.data() + index * stride_, rows_};
    }
    std::span<float> padded_output_gradient(std::size_t index) {  // the padding is not read
        return {output_gradients_.data() + index * stride_, padded_};
    }
    void backward();
    [[nodiscard]] std::span<const float> weight_gradient() const { return weight_gradients_; }  // [weight]
    [[nodiscard]] std::span<const float> input_gradient(std::size_t index) const {
        return {gradient(input_slot_[index]), rows_};
    }

private:
    [[nodiscard]] float* slot(std::size_t index) { return values_.data() + index * stride_; }
    [[nodiscard]] const float* slot(std::size_t index) const { return values_.data() + index * stride_; }
    [[nodiscard]] float* gradient(std::size_t index) { return gradients_.data() + index * stride_; }
    [[nodiscard]] const float* gradient(std::size_t index) const {
        return gradients_.data() + index * stride_;
    }

    // The content of the gradient of a slot in the current backward pass. With one path for each row, most slots of a large
    // program receive nothing and cost nothing.
    enum class Arrived : std::uint8_t {
        nothing,  // the column is from an earlier pass
        zeros,
        something
    };
    // The column to add to, zero at the first use.
    float* gradient_target(std::size_t slot, Arrived what) {
        if (arrived_[slot] == Arrived::nothing) std::fill_n(gradient(slot), padded_, 0.0F);
        arrived_[slot] = std::max(arrived_[slot], what);
        return gradient(slot);
    }

    template <class Logic>
    class Pass;    // the instructions, in batch.cpp
    class Layers;  // the layers, in batch_layers.hpp
    void find_bit_layers();
    void find_float_slots();
    void spread_bits();
    void run_forward(std::span<const float> weights);

    const CompiledProgram& program_;
    Semantics semantics_;
    std::size_t stride_;  // rows of a full batch, padded to a multiple of kLanes
    std::size_t rows_ = 0;
    std::size_t padded_ = 0;               // rows_, padded
    std::vector<float> values_;            // [slot][row]
    std::vector<float> gradients_;         // [slot][row]: valid if something has arrived in this pass
    std::vector<Arrived> arrived_;         // [slot]
    std::vector<float> output_gradients_;  // [output][row]
    std::span<const float> weights_;       // [weight]: of the last forward pass
    std::vector<float> weight_gradients_;  // [weight]
    std::vector<float> scratch_;           // [4][row]
    DenseScratch dense_;                   // for the largest layer
    bool backward_follows_ = false;
    std::vector<std::int32_t> winners_;      // [neuron of any layer][row]: the deciding term
    std::vector<std::size_t> first_winner_;  // [layer]: index of its first neuron in winners_
    std::vector<std::size_t> gate_stride_;   // [layer]: distance of the weights of its gates; 0 if it varies
    std::vector<std::size_t> input_slot_;    // [input]

    // For inputs as bits.
    bool bits_ = false;                           // whether the last forward was on bits
    std::size_t bit_stride_ = 0;                  // words of a full batch
    std::vector<std::uint64_t> input_bits_;       // [input][word]
    std::vector<std::uint64_t> negated_bits_;     // [input][word]
    std::vector<bool> bit_layer_;                 // [layer]: over inputs and their negations only
    std::vector<bool> float_slot_;                // [slot]: has a column of floats in passes on bits, too
    std::vector<const std::uint64_t*> deciding_;  // [term of the current layer]
    std::vector<BinaryScratch> binary_;           // [worker]
    std::vector<std::vector<BinaryDecisions>> decisions_;  // [layer][chunk of neurons]
    std::vector<float> bit_gates_;                         // [layer on bits][neuron][term]
    std::vector<std::size_t> first_bit_gate_;              // [layer]
    std::vector<TermGroups> groups_;                       // [layer]
    std::vector<bool> grouped_;                  // [layer]: whether the last forward pass used groups
    std::vector<GroupedScratch> group_scratch_;  // [worker]
    ThreadPool* pool_;
};

}  // namespace loh
