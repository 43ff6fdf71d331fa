// The dense layers of a batch. Layers exist only under Gödel semantics.
//
// A layer runs in dense_layer.hpp on columns of floats, or, if its inputs are bits, in grouped_layer.hpp or binary_layer.hpp,
// whichever is faster. This class prepares their arguments: columns, gates and the rows in which gates decide. The neurons of a
// layer are distributed over the threads of the batch; the results do not depend on it.
#pragma once

#include "network/kernels/batch.hpp"

namespace loh {

class Batch::Layers {
public:
    explicit Layers(Batch& batch) : batch_(batch), program_(batch.program_), rows_(batch.padded_) {}

    void forward(const DenseLayer& layer);
    void backward(const DenseLayer& layer);

private:
    // A range of neurons of a layer, for one thread.
    struct Neurons {
        std::size_t first;
        std::size_t count;
    };
    template <class Work>
    void for_each_chunk(const DenseLayer& layer, const Work& work);

    void bits_forward(const DenseLayer& layer);
    void bits_backward(const DenseLayer& layer);

    // Columns and gates.
    void load_columns(const DenseLayer& layer);
    const float* load_gates(const DenseLayer& layer, Neurons neurons, float* all);
    const float* load_gates(const DenseLayer& layer, Neurons neurons) {
        return load_gates(layer, neurons, batch_.dense_.gates.data());
    }
    void add_gate_gradients(const DenseLayer& layer, Neurons neurons);
    [[nodiscard]] const float* neutral_column(const DenseLayer& layer) const;
    [[nodiscard]] const std::uint64_t* deciding_rows(std::uint32_t slot, bool conjunctive) const;

    // The parts of the batch that belong to a layer.
    [[nodiscard]] std::size_t index_of(const DenseLayer& layer) const {
        return static_cast<std::size_t>(&layer - program_.layers.data());
    }
    [[nodiscard]] bool runs_on_bits(const DenseLayer& layer) const {
        return batch_.bits_ && batch_.bit_layer_[index_of(layer)];
    }
    [[nodiscard]] std::int32_t* winners_of(const DenseLayer& layer) {
        return batch_.winners_.data() + batch_.first_winner_[index_of(layer)] * batch_.stride_;
    }
    // The gates of a layer on bits, kept for the backward pass.
    [[nodiscard]] float* bit_gates_of(const DenseLayer& layer) {
        return batch_.bit_gates_.data() + batch_.first_bit_gate_[index_of(layer)];
    }
    [[nodiscard]] BinaryDecisions& decisions_of(const DenseLayer& layer, std::size_t chunk) {
        return batch_.decisions_[index_of(layer)][chunk];
    }
    [[nodiscard]] DenseShape shape_of(const DenseLayer& layer, Neurons neurons) const {
        return {layer.conjunctive, neurons.count, layer.terms, rows_, batch_.stride_};
    }
    [[nodiscard]] BinaryShape bit_shape_of(const DenseLayer& layer, Neurons neurons) const {
        return {layer.conjunctive, neurons.count, layer.terms, batch_.rows_, batch_.stride_};
    }

    Batch& batch_;
    const CompiledProgram& program_;
    std::size_t rows_;  // padded
};

}  // namespace loh
