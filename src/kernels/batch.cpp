#include "kernels/batch.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "kernels/lanes.hpp"
#include "kernels/logics.hpp"

namespace loh {

namespace {

constexpr std::size_t kScratchColumns = 4;

// The sum of values[r], in kLanes lanes that are then added in order.
float sum(const float* values, std::size_t rows) {
    std::array<float, kLanes> lanes{};
    for (std::size_t r = 0; r < rows; r += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += values[r + lane];
    }
    float total = 0;
    for (float lane : lanes) total += lane;
    return total;
}

}  // namespace

// One instruction at a time over the columns of a batch, under one semantics.
template <class Logic>
class Batch::Pass {
public:
    explicit Pass(Batch& batch) : batch_(batch), program_(batch.program_), rows_(batch.padded_) {}

    void forward() {
        for (std::size_t s = 0; s < program_.instructions.size(); ++s) {
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
            const Instruction& instruction = program_.instructions[s];
            if (instruction.op == Op::neuron) {
                if (instruction.first == 0) layer_backward(program_.layers[instruction.payload]);
                continue;
            }
            const float* arriving = batch_.gradient(s);
            if (std::all_of(arriving, arriving + rows_, [](float g) { return g == 0; })) continue;
            const float* out = batch_.slot(s);
            switch (instruction.op) {
                case Op::constant:
                case Op::input:
                case Op::neuron: break;
                case Op::negation: {
                    float* target = batch_.gradient(program_.operands_of(instruction)[0].value);
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
    // The operands of a connective: columns as they are.
    struct Operands {
        Pass& pass;
        const Instruction& instruction;

        [[nodiscard]] std::size_t count() const { return instruction.count; }
        [[nodiscard]] std::size_t slot(std::size_t k) const {
            return pass.program_.operands_of(instruction)[k].value;
        }
        [[nodiscard]] const float* column(std::size_t k) const { return pass.batch_.slot(slot(k)); }
        void deliver(std::size_t k, const float* share) const {
            float* target = pass.batch_.gradient(slot(k));
            for (std::size_t r = 0; r < pass.rows_; ++r) target[r] += share[r];
        }
    };

    // The terms of a choice: `w & x` in a disjunctive one, `!w | x` in a conjunctive one.
    template <bool Conjunctive>
    struct Terms {
        static constexpr bool kBoth = !Conjunctive;  // how gate and value are joined
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
            float sign = Conjunctive ? -1.0F : 1.0F;  // of the gate in the weight
            float& weight_gradient = pass.batch_.weight_gradients_[weight(k)];
            if (term(k).bare()) {
                weight_gradient += sign * sum(share, pass.rows_);
                return;
            }
            float g = gate(k);
            const float* x = pass.batch_.slot(term(k).slot);
            float* target = pass.batch_.gradient(term(k).slot);
            float* to_gate = pass.scratch(0);
            for (std::size_t r = 0; r < pass.rows_; ++r) {
                to_gate[r] = share[r] * Logic::template by_gate<kBoth>(g, x[r]);
                target[r] += share[r] * Logic::template by_value<kBoth>(g, x[r]);
            }
            weight_gradient += sign * sum(to_gate, pass.rows_);
        }
    };

    [[nodiscard]] bool conjunctive(const Instruction& instruction) const {
        return program_.choices[instruction.payload].mode == ChoiceMode::conjunctive;
    }
    [[nodiscard]] float* scratch(std::size_t column) {
        return batch_.scratch_.data() + column * batch_.stride_;
    }

    void load_gates(const DenseLayer& layer) {
        std::span<const std::uint32_t> terms = program_.terms_of(layer);
        for (std::size_t t = 0; t < terms.size(); ++t)
            batch_.dense_.columns[t] = terms[t] == Term::kNoSlot ? nullptr : batch_.slot(terms[t]);
        std::span<const std::uint32_t> weights =
            std::span(program_.layer_weights).subspan(layer.first_weight, layer.neurons * layer.terms);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            float w = batch_.weights_[weights[k]];
            batch_.dense_.gates[k] = layer.conjunctive ? 1 - w : w;
        }
    }

    [[nodiscard]] DenseShape shape_of(const DenseLayer& layer) const {
        return {layer.conjunctive, layer.neurons, layer.terms, rows_, batch_.stride_};
    }

    void layer_forward(const DenseLayer& layer) {
        load_gates(layer);
        dense_forward(shape_of(layer), batch_.dense_, batch_.slot(layer.first_slot));
    }

    void layer_backward(const DenseLayer& layer) {
        load_gates(layer);
        std::span<const std::uint32_t> terms = program_.terms_of(layer);
        for (std::size_t t = 0; t < terms.size(); ++t)
            batch_.dense_.column_gradients[t] =
                terms[t] == Term::kNoSlot ? nullptr : batch_.gradient(terms[t]);
        dense_backward(shape_of(layer), batch_.dense_, batch_.slot(layer.first_slot),
                       batch_.gradient(layer.first_slot));
        for (std::size_t j = 0; j < layer.neurons; ++j) {
            std::span<const std::uint32_t> weights = program_.weights_of(layer, j);
            for (std::size_t t = 0; t < weights.size(); ++t) {
                float gradient = batch_.dense_.gate_gradients[j * layer.terms + t];
                batch_.weight_gradients_[weights[t]] += layer.conjunctive ? -gradient : gradient;
            }
        }
    }

    void negate(const float* in, float* out) const {
        for (std::size_t r = 0; r < rows_; ++r) out[r] = 1 - in[r];
    }

    template <bool Both, class Columns>
    void join_forward(const Columns& columns, float* out) {
        const float* first = columns.column(0);
        std::copy(first, first + rows_, out);
        for (std::size_t k = 1; k < columns.count(); ++k) {
            const float* in = columns.column(k);
            for (std::size_t r = 0; r < rows_; ++r) out[r] = Logic::template pair<Both>(out[r], in[r]);
        }
    }

    template <bool Both, class Columns>
    void join_backward(const Columns& columns, const float* out, const float* arriving) {
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

Batch::Batch(const CompiledProgram& program, Semantics semantics, std::size_t max_rows)
    : program_(program),
      semantics_(semantics),
      stride_(padded(std::max<std::size_t>(1, max_rows))),
      values_(program.instructions.size() * stride_, 0.0F),
      gradients_(program.instructions.size() * stride_, 0.0F),
      output_gradients_(program.outputs.size() * stride_, 0.0F),
      weights_(program.weight_count, 0.0F),
      weight_gradients_(program.weight_count, 0.0F),
      scratch_(kScratchColumns * stride_, 0.0F),
      input_slot_(program.inputs.size(), 0) {
    for (std::size_t s = 0; s < program.instructions.size(); ++s) {
        const Instruction& instruction = program.instructions[s];
        if (instruction.op == Op::input) input_slot_[instruction.payload] = s;
        if (instruction.op == Op::constant)
            std::fill_n(slot(s), stride_, static_cast<float>(instruction.payload));
    }
    LOH_CHECK(program.layers.empty() || semantics == Semantics::goedel);
    for (const DenseLayer& layer : program.layers) dense_.reserve(layer.neurons, layer.terms, stride_);
    set_rows(max_rows);
}

void Batch::set_rows(std::size_t rows) {
    LOH_CHECK(rows <= stride_);
    rows_ = rows;
    padded_ = padded(rows);
}

void Batch::forward(std::span<const float> weights) {
    LOH_CHECK(weights.size() == weights_.size());
    std::copy(weights.begin(), weights.end(), weights_.begin());
    switch (semantics_) {
        case Semantics::goedel: return Pass<GoedelLogic>(*this).forward();
        case Semantics::product: return Pass<ProductLogic>(*this).forward();
        case Semantics::lukasiewicz: return Pass<LukasiewiczLogic>(*this).forward();
    }
}

void Batch::backward() {
    std::fill(weight_gradients_.begin(), weight_gradients_.end(), 0.0F);
    std::fill(gradients_.begin(), gradients_.end(), 0.0F);
    for (std::size_t o = 0; o < program_.outputs.size(); ++o) {
        const float* from = output_gradients_.data() + o * stride_;
        float* to = gradient(program_.outputs[o].value);
        for (std::size_t r = 0; r < rows_; ++r) to[r] += from[r];
    }
    switch (semantics_) {
        case Semantics::goedel: return Pass<GoedelLogic>(*this).backward();
        case Semantics::product: return Pass<ProductLogic>(*this).backward();
        case Semantics::lukasiewicz: return Pass<LukasiewiczLogic>(*this).backward();
    }
}

}  // namespace loh
