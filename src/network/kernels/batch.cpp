#include "network/kernels/batch.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/goedel_columns.hpp"
#include "network/kernels/lanes.hpp"
#include "network/kernels/logics.hpp"

namespace loh {

namespace {

constexpr std::size_t kScratchColumns = 4;
constexpr std::size_t kNeuronsOfAChunk = 16;

// The sum of values[r]: in kLanes lanes, which are then added in order.
float sum(const float* values, std::size_t rows) {
    std::array<float, kLanes> lanes{};
    for (std::size_t r = 0; r < rows; r += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += values[r + lane];
    }
    float total = 0;
    for (float lane : lanes) total += lane;
    return total;
}

// The distance of the weights of a layer's gates if it is always 1 or always 2; otherwise 0.
std::size_t stride_of(std::span<const std::uint32_t> weights) {
    for (std::size_t stride : {1U, 2U}) {
        bool fits = true;
        for (std::size_t k = 0; k < weights.size(); ++k) fits = fits && weights[k] == weights[0] + stride * k;
        if (fits) return stride;
    }
    return 0;
}

}  // namespace

// Runs one instruction at a time over the columns of a batch, under one semantics.
template <class Logic>
class Batch::Pass {
public:
    explicit Pass(Batch& batch) : batch_(batch), program_(batch.program_), rows_(batch.padded_) {}

    void forward() {
        for (std::size_t s = 0; s < program_.instructions.size(); ++s) {
            if (batch_.bits_ && !batch_.float_slot_[s]) continue;
            const Instruction& instruction = program_.instructions[s];
            float* out = batch_.slot(s);
            switch (instruction.op) {
                case Op::constant:
                case Op::input: break;
                case Op::negation:
                    negate(batch_.slot(program_.operands_of(instruction)[0].value), out);
                    break;
                case Op::conjunction: join_forward<true>(Operands{*this, instruction}, out); break;
                case Op::disjunction: join_forward<false>(Operands{*this, instruction}, out); break;
                case Op::choice:
                    conjunctive(instruction) ? join_forward<true>(Terms<true>{*this, instruction}, out)
                                             : join_forward<false>(Terms<false>{*this, instruction}, out);
                    break;
                case Op::neuron:
                    if (instruction.first == 0) layer_forward(program_.layers[instruction.payload]);
            }
        }
    }

    void backward() {
        for (std::size_t s = program_.instructions.size(); s-- > 0;) {
            if (batch_.bits_ && !batch_.float_slot_[s]) continue;
            const Instruction& instruction = program_.instructions[s];
            if (instruction.op == Op::neuron) {
                if (instruction.first == 0) layer_backward(program_.layers[instruction.payload]);
                continue;
            }
            if (batch_.arrived_[s] != Arrived::something) continue;
            const float* arriving = batch_.gradient(s);
            const float* out = batch_.slot(s);
            switch (instruction.op) {
                case Op::constant:
                case Op::input:
                case Op::neuron: break;
                case Op::negation: {
                    float* target = gradient_target(program_.operands_of(instruction)[0].value, true);
                    for (std::size_t r = 0; r < rows_; ++r) target[r] -= arriving[r];
                    break;
                }
                case Op::conjunction: join_backward<true>(Operands{*this, instruction}, out, arriving); break;
                case Op::disjunction:
                    join_backward<false>(Operands{*this, instruction}, out, arriving);
                    break;
                case Op::choice:
                    conjunctive(instruction)
                        ? join_backward<true>(Terms<true>{*this, instruction}, out, arriving)
                        : join_backward<false>(Terms<false>{*this, instruction}, out, arriving);
            }
        }
    }

private:
    static constexpr bool kGoedel = std::is_same_v<Logic, GoedelLogic>;

    // The operands of a connective: plain columns.
    struct Operands {
        Pass& pass;
        const Instruction& instruction;

        [[nodiscard]] std::size_t count() const { return instruction.count; }
        [[nodiscard]] std::size_t slot(std::size_t k) const {
            return pass.program_.operands_of(instruction)[k].value;
        }
        [[nodiscard]] const float* column(std::size_t k) const { return pass.batch_.slot(slot(k)); }
        void deliver(std::size_t k, const float* share) const {
            float* target = pass.gradient_target(slot(k), true);
            for (std::size_t r = 0; r < pass.rows_; ++r) target[r] += share[r];
        }

        // The same in one pass for each operand, for Gödel semantics.
        void begin(float* out) const { std::copy_n(column(0), pass.rows_, out); }
        void join(bool both, std::size_t k, float* out) const {
            goedel_join(both, column(k), out, pass.rows_);
        }
        void take(bool /*both*/, std::size_t k, const float* out, float* left) const {
            bool any = goedel_take(column(k), out, left, pass.gradient_target(slot(k), false), pass.rows_);
            if (any) pass.batch_.arrived_[slot(k)] = Arrived::something;
        }
    };

    // The terms of a choice: `w & x` in a disjunctive one, `!w | x` in a conjunctive one.
    template <bool Conjunctive>
    struct Terms {
        static constexpr bool kBoth = !Conjunctive;  // the connective of gate and value
        Pass& pass;
        const Instruction& instruction;

        [[nodiscard]] std::size_t count() const { return instruction.count; }
        [[nodiscard]] const Term& term(std::size_t k) const { return pass.program_.terms_of(instruction)[k]; }
        [[nodiscard]] std::size_t weight(std::size_t k) const {
            return pass.program_.choices[instruction.payload].first_weight + term(k).alternative;
        }
        [[nodiscard]] float gate(std::size_t k) const {
            float w = pass.batch_.weights_[weight(k)];
            return Conjunctive ? 1 - w : w;
        }

        [[nodiscard]] const float* column(std::size_t k) const {
            float* result = pass.scratch(0);
            float g = gate(k);
            if (term(k).bare()) {
                std::fill_n(result, pass.rows_, g);
                return result;
            }
            const float* x = pass.batch_.slot(term(k).slot);
            for (std::size_t r = 0; r < pass.rows_; ++r) result[r] = Logic::template pair<kBoth>(g, x[r]);
            return result;
        }

        void deliver(std::size_t k, const float* share) const {
            float sign = Conjunctive ? -1.0F : 1.0F;  // derivative of the gate with respect to the weight
            float& weight_gradient = pass.batch_.weight_gradients_[weight(k)];
            if (term(k).bare()) {
                weight_gradient += sign * sum(share, pass.rows_);
                return;
            }
            float g = gate(k);
            const float* x = pass.batch_.slot(term(k).slot);
            float* target = pass.gradient_target(term(k).slot, true);
            float* to_gate = pass.scratch(0);
            for (std::size_t r = 0; r < pass.rows_; ++r) {
                to_gate[r] = share[r] * Logic::template by_gate<kBoth>(g, x[r]);
                target[r] += share[r] * Logic::template by_value<kBoth>(g, x[r]);
            }
            weight_gradient += sign * sum(to_gate, pass.rows_);
        }

        void begin(float* out) const {
            if (term(0).bare()) {
                std::fill_n(out, pass.rows_, gate(0));
            } else {
                goedel_term(Conjunctive, gate(0), pass.batch_.slot(term(0).slot), out, pass.rows_);
            }
        }
        void join(bool both, std::size_t k, float* out) const {
            if (term(k).bare()) {
                goedel_join(both, column(k), out, pass.rows_);
            } else {
                goedel_join_term(both, gate(k), pass.batch_.slot(term(k).slot), out, pass.rows_);
            }
        }
        void take(bool both, std::size_t k, const float* out, float* left) const {
            float taken = 0;
            if (std::size_t slot = term(k).slot; term(k).bare()) {
                taken = goedel_take_gate(gate(k), out, left, pass.rows_);
            } else if (goedel_take_term(both, gate(k), pass.batch_.slot(slot), out, left,
                                        pass.gradient_target(slot, false), taken, pass.rows_)) {
                pass.batch_.arrived_[slot] = Arrived::something;
            }
            pass.batch_.weight_gradients_[weight(k)] += Conjunctive ? -taken : taken;
        }
    };

    [[nodiscard]] bool conjunctive(const Instruction& instruction) const {
        return program_.choices[instruction.payload].mode == ChoiceMode::conjunctive;
    }
    // The gradient column of a slot, zero at the first use.
    float* gradient_target(std::size_t slot, bool something) {
        return batch_.gradient_target(slot, something ? Arrived::something : Arrived::zeros);
    }

    [[nodiscard]] float* scratch(std::size_t column) {
        return batch_.scratch_.data() + column * batch_.stride_;
    }

    void load_columns(const DenseLayer& layer) {
        std::span<const std::uint32_t> terms = program_.terms_of(layer);
        for (std::size_t t = 0; t < terms.size(); ++t)
            batch_.dense_.columns[t] =
                terms[t] == Term::kNoSlot ? neutral_column(layer) : batch_.slot(terms[t]);
    }

    // A range of neurons of a layer, for one thread.
    struct Neurons {
        std::size_t first;
        std::size_t count;
    };
    template <class Work>
    void for_each_chunk(const DenseLayer& layer, const Work& work) {
        std::size_t chunk_size = batch_.pool_ != nullptr ? kNeuronsOfAChunk : layer.neurons;
        std::size_t chunks = (layer.neurons + chunk_size - 1) / chunk_size;
        parallel_for(batch_.pool_, chunks, [&](std::size_t chunk, std::size_t worker) {
            std::size_t first = chunk * chunk_size;
            work(Neurons{first, std::min(chunk_size, layer.neurons - first)}, chunk, worker);
        });
    }

    // A neutral column: joined with a gate, it leaves the gate unchanged.
    [[nodiscard]] const float* neutral_column(const DenseLayer& layer) const {
        return layer.conjunctive ? batch_.dense_.zeros.data() : batch_.dense_.ones.data();
    }

    // The gates of these neurons, in their place: [neuron][term].
    const float* load_gates(const DenseLayer& layer, Neurons neurons, float* all) {
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
    const float* load_gates(const DenseLayer& layer, Neurons neurons) {
        return load_gates(layer, neurons, batch_.dense_.gates.data());
    }

    // No two neurons share a weight, so this can run in parallel.
    void add_gate_gradients(const DenseLayer& layer, Neurons neurons) {
        std::size_t begin = neurons.first * layer.terms;
        std::size_t count = neurons.count * layer.terms;
        const std::uint32_t* weights = program_.layer_weights.data() + layer.first_weight + begin;
        std::span<const float> gradients(batch_.dense_.gate_gradients.data() + begin, count);
        if (std::size_t stride = batch_.gate_stride_[index_of(layer)]; stride > 0) {
            add_to_weights(gradients, stride, layer.conjunctive,
                           batch_.weight_gradients_.data() + weights[0]);
            return;
        }
        float sign = layer.conjunctive ? -1.0F : 1.0F;
        for (std::size_t k = 0; k < count; ++k) batch_.weight_gradients_[weights[k]] += sign * gradients[k];
    }

    [[nodiscard]] DenseShape shape_of(const DenseLayer& layer, Neurons neurons) const {
        return {layer.conjunctive, neurons.count, layer.terms, rows_, batch_.stride_};
    }

    void layer_forward(const DenseLayer& layer) {
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
    void layer_backward(const DenseLayer& layer) {
        clear_unused_gradients(layer);
        if (runs_on_bits(layer)) return bits_backward(layer);
        Neurons all{0, layer.neurons};
        load_columns(layer);
        load_gates(layer, all);
        std::span<const std::uint32_t> terms = program_.terms_of(layer);
        for (std::size_t t = 0; t < terms.size(); ++t)
            batch_.dense_.column_gradients[t] =
                terms[t] == Term::kNoSlot ? nullptr : gradient_target(terms[t], true);
        dense_backward(shape_of(layer, all), batch_.dense_, winners_of(layer),
                       batch_.gradient(layer.first_slot));
        add_gate_gradients(layer, all);
    }

    void clear_unused_gradients(const DenseLayer& layer) {
        for (std::size_t j = 0; j < layer.neurons; ++j) gradient_target(layer.first_slot + j, false);
    }

    [[nodiscard]] std::size_t index_of(const DenseLayer& layer) const {
        return static_cast<std::size_t>(&layer - program_.layers.data());
    }

    // The gates of a layer on bits, kept for the backward pass.
    [[nodiscard]] float* bit_gates_of(const DenseLayer& layer) {
        return batch_.bit_gates_.data() + batch_.first_bit_gate_[index_of(layer)];
    }

    [[nodiscard]] std::int32_t* winners_of(const DenseLayer& layer) {
        return batch_.winners_.data() + batch_.first_winner_[index_of(layer)] * batch_.stride_;
    }

    [[nodiscard]] bool runs_on_bits(const DenseLayer& layer) const {
        return batch_.bits_ && batch_.bit_layer_[index_of(layer)];
    }
    [[nodiscard]] BinaryDecisions& decisions_of(const DenseLayer& layer, std::size_t chunk) {
        return batch_.decisions_[index_of(layer)][chunk];
    }
    [[nodiscard]] BinaryShape bit_shape_of(const DenseLayer& layer, Neurons neurons) const {
        return {layer.conjunctive, neurons.count, layer.terms, batch_.rows_, batch_.stride_};
    }

    // The rows in which the gate of a term decides: those with x = 0 in a conjunction, with x = 1 in a disjunction.
    [[nodiscard]] const std::uint64_t* deciding_rows(std::uint32_t slot, bool conjunctive) const {
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

    void bits_forward(const DenseLayer& layer) {
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
                grouped_forward(bit_shape_of(layer, neurons), groups, gates, batch_.group_scratch_[worker],
                                out, winners_of(layer) + neurons.first * batch_.stride_);
            } else {
                binary_forward(bit_shape_of(layer, neurons), batch_.deciding_.data(), gates,
                               batch_.binary_[worker], decisions_of(layer, chunk), out);
            }
        });
    }

    void bits_backward(const DenseLayer& layer) {
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

    void negate(const float* in, float* out) const {
        for (std::size_t r = 0; r < rows_; ++r) out[r] = 1 - in[r];
    }

    template <bool Both, class Columns>
    void join_forward(const Columns& columns, float* out) {
        if constexpr (kGoedel) {
            columns.begin(out);
            for (std::size_t k = 1; k < columns.count(); ++k) columns.join(Both, k, out);
            return;
        }
        const float* first = columns.column(0);
        std::copy(first, first + rows_, out);
        for (std::size_t k = 1; k < columns.count(); ++k) {
            const float* in = columns.column(k);
            for (std::size_t r = 0; r < rows_; ++r) out[r] = Logic::template pair<Both>(out[r], in[r]);
        }
    }

    template <bool Both, class Columns>
    void join_backward(const Columns& columns, const float* out, const float* arriving) {
        if constexpr (kGoedel) {
            float* left = scratch(1);
            std::copy_n(arriving, rows_, left);
            for (std::size_t k = 0; k < columns.count(); ++k) columns.take(Both, k, out, left);
            return;
        }
        JoinScratch kept{scratch(1), scratch(2)};
        float* share = scratch(3);
        Logic::template prepare<Both>(kept, arriving, rows_);
        for (std::size_t k = 0; k < columns.count(); ++k)
            Logic::template scan<Both>(kept, columns.column(k), rows_);
        for (std::size_t k = 0; k < columns.count(); ++k) {
            Logic::template share<Both>(kept, columns.column(k), out, arriving, share, rows_);
            columns.deliver(k, share);
        }
    }

    Batch& batch_;
    const CompiledProgram& program_;
    std::size_t rows_;
};

Batch::Batch(const CompiledProgram& program, Semantics semantics, std::size_t max_rows, ThreadPool* pool)
    : program_(program),
      semantics_(semantics),
      stride_(padded(std::max<std::size_t>(1, max_rows))),
      values_(program.instructions.size() * stride_, 0.0F),
      gradients_(program.instructions.size() * stride_, 0.0F),
      arrived_(program.instructions.size(), Arrived::nothing),
      output_gradients_(program.outputs.size() * stride_, 0.0F),
      weight_gradients_(program.weight_count, 0.0F),
      scratch_(kScratchColumns * stride_, 0.0F),
      input_slot_(program.inputs.size(), 0),
      binary_(workers_of(pool)),
      groups_(program.layers.size()),
      grouped_(program.layers.size(), false),
      group_scratch_(workers_of(pool)),
      pool_(pool) {
    for (std::size_t s = 0; s < program.instructions.size(); ++s) {
        const Instruction& instruction = program.instructions[s];
        if (instruction.op == Op::input) input_slot_[instruction.payload] = s;
        if (instruction.op == Op::constant)
            std::fill_n(slot(s), stride_, static_cast<float>(instruction.payload));
    }
    LOH_CHECK(program.layers.empty() || semantics == Semantics::goedel);
    std::size_t neurons = 0;
    for (const DenseLayer& layer : program.layers) {
        dense_.reserve(layer.neurons, layer.terms, stride_);
        first_winner_.push_back(neurons);
        gate_stride_.push_back(
            stride_of(std::span(program.layer_weights)
                          .subspan(layer.first_weight, std::size_t{layer.neurons} * layer.terms)));
        neurons += layer.neurons;
    }
    winners_.resize(neurons * stride_);
    find_bit_layers();
    set_rows(max_rows);
}

// Finds the layers that read only inputs and their negations, and the slots that still need columns of floats.
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

void Batch::spread_bits() {
    for (std::size_t i = 0; i < input_slot_.size(); ++i) {
        std::span<const std::uint64_t> bits = input_bits(i);
        std::uint64_t* negated = negated_bits_.data() + i * bit_stride_;
        for (std::size_t w = 0; w < bits.size(); ++w) negated[w] = ~bits[w];
        if (!float_slot_[input_slot_[i]]) continue;
        float* column = slot(input_slot_[i]);
        for (std::size_t r = 0; r < rows_; ++r)
            column[r] = (bits[r / 64] >> (r % 64) & 1U) != 0 ? 1.0F : 0.0F;
    }
}

bool Batch::prefers_bits() const {
    return std::find(bit_layer_.begin(), bit_layer_.end(), true) != bit_layer_.end();
}

void Batch::set_rows(std::size_t rows) {
    LOH_CHECK(rows <= stride_);
    rows_ = rows;
    padded_ = padded(rows);
}

void Batch::forward(std::span<const float> weights, Then then) {
    bits_ = false;
    backward_follows_ = then == Then::backward;
    run_forward(weights);
}

void Batch::forward_bits(std::span<const float> weights, Then then) {
    bits_ = true;
    backward_follows_ = then == Then::backward;
    spread_bits();
    run_forward(weights);
}

void Batch::run_forward(std::span<const float> weights) {
    LOH_CHECK(weights.size() == program_.weight_count);
    weights_ = weights;
    switch (semantics_) {
        case Semantics::goedel: return Pass<GoedelLogic>(*this).forward();
        case Semantics::product: return Pass<ProductLogic>(*this).forward();
        case Semantics::lukasiewicz: return Pass<LukasiewiczLogic>(*this).forward();
    }
}

void Batch::backward() {
    LOH_CHECK(backward_follows_);
    std::fill(weight_gradients_.begin(), weight_gradients_.end(), 0.0F);
    std::fill(arrived_.begin(), arrived_.end(), Arrived::nothing);
    for (std::size_t o = 0; o < program_.outputs.size(); ++o) {
        const float* from = output_gradients_.data() + o * stride_;
        float* to = gradient_target(program_.outputs[o].value, Arrived::something);
        for (std::size_t r = 0; r < rows_; ++r) to[r] += from[r];
    }
    switch (semantics_) {
        case Semantics::goedel: Pass<GoedelLogic>(*this).backward(); break;
        case Semantics::product: Pass<ProductLogic>(*this).backward(); break;
        case Semantics::lukasiewicz: Pass<LukasiewiczLogic>(*this).backward(); break;
    }
    if (bits_) return;
    for (std::size_t slot : input_slot_) gradient_target(slot, Arrived::zeros);
}

float* Batch::gradient_target(std::size_t slot, Arrived what) {
    if (arrived_[slot] == Arrived::nothing) std::fill_n(gradient(slot), padded_, 0.0F);
    arrived_[slot] = std::max(arrived_[slot], what);
    return gradient(slot);
}

}  // namespace loh
