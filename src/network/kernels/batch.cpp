#include "network/kernels/batch.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "network/kernels/batch_layers.hpp"
#include "network/kernels/goedel_columns.hpp"
#include "network/kernels/lanes.hpp"
#include "network/kernels/logics.hpp"

namespace loh {

namespace {

constexpr std::size_t kScratchColumns = 4;

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
    explicit Pass(Batch& batch)
        : batch_(batch), program_(batch.program_), rows_(batch.padded_), layers_(batch) {}

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
                    if (instruction.first == 0) layers_.forward(program_.layers[instruction.payload]);
            }
        }
    }

    void backward() {
        for (std::size_t s = program_.instructions.size(); s-- > 0;) {
            if (batch_.bits_ && !batch_.float_slot_[s]) continue;
            const Instruction& instruction = program_.instructions[s];
            if (instruction.op == Op::neuron) {
                if (instruction.first == 0) layers_.backward(program_.layers[instruction.payload]);
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
    Layers layers_;
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

}  // namespace loh
