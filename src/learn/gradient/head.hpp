// Heads: compute the class of a row from the outputs of a program, and the gradient of the loss at the outputs.
//
//     single   one output. Class 1 if it rounds to true, else class 0.
//     list     outputs f_1, f_2, ... in the order of the classes. Class c is f_c & !f_1 & ... & !f_(c-1); the last class
//              holds if no earlier one does. These are formulas that are compiled with the program, so exactly one class
//              rounds to true on every row, and extraction stays lossless.
//     paper    one output o_c for each class. With the logits z_c = log(o_c / (1 - o_c)) and m the mean of the two
//              largest, p_c = sigmoid((z_c - m) / T). The class with the largest output is predicted. In training
//              z_c - m is multiplied by uniform noise in [0.75, 1.25], which the gradient ignores. Outputs are clamped to
//              a distance of kLogitMargin from 0 and 1; clamped outputs have gradient 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "decision/heads.hpp"
#include "loh/formula.hpp"
#include "loh/learn_options.hpp"
#include "network/kernels/batch.hpp"
#include "network/kernels/head_columns.hpp"

namespace loh {

// The input of the loss for one batch.
struct LossRows {
    std::span<const std::uint32_t> labels;  // [row of the batch]
    std::span<const float> weights;         // [row of the batch]
    double scale = 1;                       // factor on loss and gradient
    double temperature = 1;                 // of the `paper` head
    const Random* noise = nullptr;          // of the `paper` head; null outside training
    std::uint32_t step = 0;
};

class HeadLoss {
public:
    HeadLoss(Head head, Loss loss, std::size_t outputs) : head_(head), loss_(loss), outputs_(outputs) {}

    // The loss of the batch after its forward pass: scale times the weighted sum over rows of the mean over outputs (for
    // cross-entropy, the sum over outputs). With `with_gradient`, also sets the gradient of every output.
    double compute(const LossRows& rows, Batch& batch, bool with_gradient);

private:
    void reserve(std::size_t rows);
    void load_outputs(const Batch& batch);
    void shift_logits(const LossRows& rows, const Batch& batch);
    void backward_shifted(const LossRows& rows, const Batch& batch);
    [[nodiscard]] TopTwoColumns top_two();
    [[nodiscard]] std::span<double> values(std::size_t output) {
        return {values_.data() + output * stride_, rows_};
    }
    [[nodiscard]] std::span<double> slopes(std::size_t output) {
        return {slopes_.data() + output * stride_, rows_};
    }

    Head head_;
    Loss loss_;
    std::size_t outputs_;
    std::size_t rows_ = 0;                              // of the current batch
    std::size_t stride_ = 0;                            // of the columns: the largest batch so far, padded
    std::vector<double> values_;                        // [output][row]: outputs, or p of the `paper` head
    std::vector<double> slopes_;                        // [output][row]: derivative of the loss
    std::vector<double> uniforms_;                      // [output][row]: noise of the `paper` head
    std::vector<double> total_;                         // [row]
    std::vector<double> largest_, second_;              // [row]: the two largest logits
    std::vector<std::int64_t> largest_at_, second_at_;  // [row]: the outputs that have them
};

// The predicted class of each row: [row of the batch].
void predict_classes(Head head, const Batch& batch, std::size_t outputs, std::span<std::uint32_t> classes);

}  // namespace loh
