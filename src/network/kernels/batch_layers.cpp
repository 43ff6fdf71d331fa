#include "network/kernels/batch_layers.hpp"

#include <algorithm>

#include "network/kernels/gates.hpp"

namespace loh {

namespace {

constexpr std::size_t kNeuronsOfAChunk = 16;

}  // namespace

template <class Work>
void Batch::Layers::for_each_chunk(const DenseLayer& layer, const Work& work) {
    if (batch_.pool_ == nullptr) return work(Neurons{0, layer.neurons}, 0, 0);
    std::size_t chunks = (layer.neurons + kNeuronsOfAChunk - 1) / kNeuronsOfAChunk;
    batch_.pool_->parallel_for(chunks, [&](std::size_t chunk, std::size_t worker) {
        std::size_t first = chunk * kNeuronsOfAChunk;
        work(Neurons{first, std::min(kNeuronsOfAChunk, layer.neurons - first)}, chunk, worker);
    });
}

void Batch::Layers::forward(const DenseLayer& layer) {
    if (runs_on_bits(layer)) return bits_forward(layer);
    load_columns(layer);
    for_each_chunk(layer, [&](Neurons neurons, std::size_t, std::size_t) {
        std::size_t place = neurons.first * batch_.stride_;
        dense_forward(shape_of(layer, neurons), batch_.dense_.columns.data(), load_gates(layer, neurons),
                      batch_.slot(layer.first_slot) + place,
                      batch_.backward_follows_ ? winners_of(layer) + place : nullptr);
    });
}

// On one thread: neurons add to the same columns, and the order matters.
void Batch::Layers::backward(const DenseLayer& layer) {
    for (std::size_t j = 0; j < layer.neurons; ++j)
        batch_.gradient_target(layer.first_slot + j, Arrived::zeros);
    if (runs_on_bits(layer)) return bits_backward(layer);
    Neurons all{0, layer.neurons};
    load_columns(layer);
    load_gates(layer, all);
    std::span<const std::uint32_t> terms = program_.terms_of(layer);
    for (std::size_t t = 0; t < terms.size(); ++t)
        batch_.dense_.column_gradients[t] =
            terms[t] == Term::kNoSlot ? nullptr : batch_.gradient_target(terms[t], Arrived::something);
    dense_backward(shape_of(layer, all), batch_.dense_, winners_of(layer), batch_.gradient(layer.first_slot));
    add_gate_gradients(layer, all);
}

void Batch::Layers::bits_forward(const DenseLayer& layer) {
    std::span<const std::uint32_t> terms = program_.terms_of(layer);
    for (std::size_t t = 0; t < terms.size(); ++t)
        batch_.deciding_[t] = deciding_rows(terms[t], layer.conjunctive);
    TermGroups& groups = batch_.groups_[index_of(layer)];
    bool grouped = find_groups(bit_shape_of(layer, {0, layer.neurons}), batch_.deciding_.data(), groups);
    batch_.grouped_[index_of(layer)] = grouped;
    for_each_chunk(layer, [&](Neurons neurons, std::size_t chunk, std::size_t worker) {
        const float* gates = load_gates(layer, neurons, bit_gates_of(layer));
        float* out = batch_.slot(layer.first_slot + neurons.first);
        if (grouped) {
            grouped_forward(bit_shape_of(layer, neurons), groups, gates, batch_.group_scratch_[worker], out,
                            winners_of(layer) + neurons.first * batch_.stride_);
        } else {
            binary_forward(bit_shape_of(layer, neurons), batch_.deciding_.data(), gates,
                           batch_.binary_[worker], decisions_of(layer, chunk), out);
        }
    });
}

void Batch::Layers::bits_backward(const DenseLayer& layer) {
    bool grouped = batch_.grouped_[index_of(layer)];
    for_each_chunk(layer, [&](Neurons neurons, std::size_t chunk, std::size_t worker) {
        const float* arriving = batch_.gradient(layer.first_slot + neurons.first);
        float* gate_gradients = batch_.dense_.gate_gradients.data() + neurons.first * layer.terms;
        if (grouped) {
            grouped_backward(bit_shape_of(layer, neurons), batch_.groups_[index_of(layer)],
                             bit_gates_of(layer) + neurons.first * layer.terms,
                             winners_of(layer) + neurons.first * batch_.stride_, arriving,
                             batch_.group_scratch_[worker], gate_gradients);
        } else {
            binary_backward(bit_shape_of(layer, neurons), decisions_of(layer, chunk), arriving,
                            batch_.binary_[worker], gate_gradients);
        }
        add_gate_gradients(layer, neurons);
    });
}

void Batch::Layers::load_columns(const DenseLayer& layer) {
    std::span<const std::uint32_t> terms = program_.terms_of(layer);
    for (std::size_t t = 0; t < terms.size(); ++t)
        batch_.dense_.columns[t] = terms[t] == Term::kNoSlot ? neutral_column(layer) : batch_.slot(terms[t]);
}

// A neutral column: joined with a gate, it leaves the gate unchanged.
const float* Batch::Layers::neutral_column(const DenseLayer& layer) const {
    return layer.conjunctive ? batch_.dense_.zeros.data() : batch_.dense_.ones.data();
}

// The gates of these neurons, in their place: [neuron][term].
const float* Batch::Layers::load_gates(const DenseLayer& layer, Neurons neurons, float* all) {
    std::size_t begin = neurons.first * layer.terms;
    std::size_t count = neurons.count * layer.terms;
    const std::uint32_t* weights = program_.layer_weights.data() + layer.first_weight + begin;
    std::span<float> gates(all + begin, count);
    if (std::size_t stride = batch_.gate_stride_[index_of(layer)]; stride > 0) {
        gates_of_weights(batch_.weights_.data() + weights[0], stride, layer.conjunctive, gates);
        return gates.data();
    }
    for (std::size_t k = 0; k < count; ++k) {
        float w = batch_.weights_[weights[k]];
        gates[k] = layer.conjunctive ? 1 - w : w;
    }
    return gates.data();
}

// No two neurons share a weight, so this can run in parallel.
void Batch::Layers::add_gate_gradients(const DenseLayer& layer, Neurons neurons) {
    std::size_t begin = neurons.first * layer.terms;
    std::size_t count = neurons.count * layer.terms;
    const std::uint32_t* weights = program_.layer_weights.data() + layer.first_weight + begin;
    std::span<const float> gradients(batch_.dense_.gate_gradients.data() + begin, count);
    if (std::size_t stride = batch_.gate_stride_[index_of(layer)]; stride > 0) {
        add_to_weights(gradients, stride, layer.conjunctive, batch_.weight_gradients_.data() + weights[0]);
        return;
    }
    float sign = layer.conjunctive ? -1.0F : 1.0F;
    for (std::size_t k = 0; k < count; ++k) batch_.weight_gradients_[weights[k]] += sign * gradients[k];
}

// The rows in which the gate of a term decides: those with x = 0 in a conjunction, with x = 1 in a disjunction.
const std::uint64_t* Batch::Layers::deciding_rows(std::uint32_t slot, bool conjunctive) const {
    if (slot == Term::kNoSlot) return nullptr;
    const Instruction* instruction = &program_.instructions[slot];
    bool ones = !conjunctive;
    while (instruction->op == Op::negation) {
        instruction = &program_.instructions[program_.operands_of(*instruction)[0].value];
        ones = !ones;
    }
    const std::vector<std::uint64_t>& bits = ones ? batch_.input_bits_ : batch_.negated_bits_;
    return bits.data() + instruction->payload * batch_.bit_stride_;
}

// Finds the layers that read only inputs and their negations, and reserves memory for passes on bits.
void Batch::find_bit_layers() {
    bit_stride_ = row_words(stride_);
    input_bits_.assign(program_.inputs.size() * bit_stride_, 0);
    negated_bits_.assign(program_.inputs.size() * bit_stride_, 0);
    for (const DenseLayer& layer : program_.layers)
        decisions_.emplace_back(pool_ != nullptr ? (layer.neurons + kNeuronsOfAChunk - 1) / kNeuronsOfAChunk
                                                 : 1);
    std::vector<bool> literal(program_.instructions.size(), false);  // an input or the negation of an input
    for (std::size_t s = 0; s < literal.size(); ++s) {
        const Instruction& instruction = program_.instructions[s];
        literal[s] = instruction.op == Op::input ||
                     (instruction.op == Op::negation && literal[program_.operands_of(instruction)[0].value]);
    }
    for (const DenseLayer& layer : program_.layers) {
        std::span<const std::uint32_t> terms = program_.terms_of(layer);
        bit_layer_.push_back(std::all_of(terms.begin(), terms.end(), [&](std::uint32_t slot) {
            return slot == Term::kNoSlot || literal[slot];
        }));
        first_bit_gate_.push_back(bit_gates_.size());
        if (!bit_layer_.back()) continue;
        bit_gates_.resize(bit_gates_.size() + std::size_t{layer.neurons} * layer.terms);
        for (BinaryScratch& scratch : binary_) scratch.reserve(layer.terms, stride_);
        deciding_.resize(std::max<std::size_t>(deciding_.size(), layer.terms));
    }
    find_float_slots();
}

// Finds the slots that need columns of floats in a pass on bits.
void Batch::find_float_slots() {
    float_slot_.assign(program_.instructions.size(), false);
    for (SlotId output : program_.outputs) float_slot_[output.value] = true;
    for (std::size_t s = float_slot_.size(); s-- > 0;) {
        const Instruction& instruction = program_.instructions[s];
        if (instruction.op == Op::neuron) {
            float_slot_[s] = true;
            if (bit_layer_[instruction.payload] || instruction.first > 0) continue;
            for (std::uint32_t slot : program_.terms_of(program_.layers[instruction.payload])) {
                if (slot != Term::kNoSlot) float_slot_[slot] = true;
            }
        } else if (float_slot_[s] && instruction.op == Op::choice) {
            for (const Term& term : program_.terms_of(instruction)) {
                if (!term.bare()) float_slot_[term.slot] = true;
            }
        } else if (float_slot_[s]) {
            for (SlotId operand : program_.operands_of(instruction)) float_slot_[operand.value] = true;
        }
    }
}

}  // namespace loh
