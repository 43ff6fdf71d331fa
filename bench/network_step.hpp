// One training step without loss and optimiser, in two ways: by Network, on matrices of the caller, and by the internal passes
// of the trainer. Both do the same work: weights with noise, forward, backward, gradients of the logits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "data/examples.hpp"
#include "learn/gradient/trainer.hpp"
#include "loh/network.hpp"
#include "network/forward_rows.hpp"
#include "network/weights.hpp"
#include "workloads.hpp"

namespace loh::bench {

enum class Values : std::uint8_t { truth, binary };  // random in [0, 1]; one-hot groups of 0 and 1
enum class Layout : std::uint8_t { rows, columns };

class NetworkStep {
public:
    // The inputs of the network are those of the program, in its order. Rows of 0 and 1 run without gradients of the inputs, on
    // bits. The trainer packs them once before it starts, Network in every call.
    NetworkStep(const std::string& text, std::size_t rows, Values values, Layout layout)
        : elaboration_(elaborate(Program::parse(text))),
          program_(trainable(compile(elaboration_.formulas()), Semantics::goedel)),
          network_(Network::compile(elaboration_, Semantics::goedel, program_.inputs)),
          workspace_(network_),
          rows_(rows),
          layout_(layout),
          weights_(program_),
          batch_(program_, Semantics::goedel, rows),
          logits_(network_.initial_logits(1, 0.5)),
          outputs_(rows * program_.outputs.size()),
          d_outputs_(outputs_.size()),
          d_logits_(logits_.size()),
          inside_d_logits_(logits_.size()) {
        make_examples(values);
        pass_.gradients =
            values == Values::binary ? Network::Gradients::logits : Network::Gradients::logits_and_inputs;
        if (values == Values::truth) d_inputs_.resize(inputs_.size());
        Random random(4, Stream::testing);
        for (std::uint32_t i = 0; i < d_outputs_.size(); ++i)
            d_outputs_[i] = static_cast<float>(random.normal(0, i)) / static_cast<float>(rows);
        by_network();
        step_ = 0;
        inside();
        LOH_CHECK(d_logits_ == inside_d_logits_);
    }

    void by_network() {
        pass_.noise = Network::Noise{1, step_++, 1};
        network_.forward(matrix(inputs_, program_.inputs.size()), logits_, pass_, workspace_,
                         matrix(outputs_, program_.outputs.size()));
        Matrix d_inputs;
        if (!d_inputs_.empty()) d_inputs = matrix(d_inputs_, program_.inputs.size());
        network_.backward(matrix(d_outputs_, program_.outputs.size()), workspace_, d_inputs, d_logits_);
    }

    void inside() {
        weights_.compute(logits_, 1, Noise{Random(1, Stream::noise), step_++, 1});
        forward_rows(examples_.inputs, chosen_, weights_.values(), Batch::Then::backward, batch_);
        Matrix d_outputs = matrix(d_outputs_, program_.outputs.size());
        for (std::size_t o = 0; o < program_.outputs.size(); ++o) {
            std::span<float> column = batch_.output_gradient(o);
            for (std::size_t r = 0; r < rows_; ++r) column[r] = d_outputs(r, o);
        }
        batch_.backward();
        weights_.backward(batch_.weight_gradient(), inside_d_logits_);
    }

private:
    Matrix matrix(std::vector<float>& buffer, std::size_t columns) const {
        return layout_ == Layout::rows ? row_major(buffer, rows_, columns)
                                       : column_major(buffer, rows_, columns);
    }

    // A table with four times the rows, of which every fourth is in the batch.
    void make_examples(Values values) {
        examples_ = one_hot_rows(4 * rows_, program_.inputs.size(), 2);
        for (std::uint32_t r = 0; r < rows_; ++r) chosen_.push_back(4 * r);
        if (values == Values::truth) {
            Random random(5, Stream::testing);
            examples_.inputs = {};
            for (std::uint32_t i = 0; i < program_.inputs.size(); ++i) {
                std::vector<float>& column = examples_.inputs.columns.emplace_back(4 * rows_);
                for (std::uint32_t r = 0; r < column.size(); ++r)
                    column[r] = static_cast<float>(random.uniform(i, r));
            }
        }
        inputs_.resize(rows_ * program_.inputs.size());
        Matrix inputs = matrix(inputs_, program_.inputs.size());
        for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
            for (std::size_t r = 0; r < rows_; ++r) inputs(r, i) = examples_.inputs.value(i, chosen_[r]);
        }
    }

    Elaboration elaboration_;
    CompiledProgram program_;
    Network network_;
    Network::Workspace workspace_;
    Network::Pass pass_;
    std::size_t rows_;
    Layout layout_;
    Weights weights_;
    Batch batch_;
    Examples examples_;
    std::vector<std::uint32_t> chosen_;  // [row of the batch]
    std::vector<double> logits_;
    std::vector<float> inputs_, d_inputs_;    // [row][input], or [input][row]
    std::vector<float> outputs_, d_outputs_;  // [row][output], or [output][row]
    std::vector<float> d_logits_, inside_d_logits_;
    std::uint32_t step_ = 0;
};

}  // namespace loh::bench
