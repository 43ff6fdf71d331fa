// Heads: from the outputs of a program to a class, and from the class of a row to a gradient.
//
//     single   one output. Class 1 where it rounds to true, class 0 elsewhere.
//     list     the outputs f_1, f_2, ... name the classes in order: class c is f_c & !f_1 & ... & !f_(c-1), and the last
//              class is what is left. Itself a formula: it is compiled with the program, exactly one class rounds to true
//              on every row, and extraction stays lossless.
//     paper    one output o_c for each class. With the logits z_c = log(o_c / (1 - o_c)) and m the mean of the two
//              largest, p_c = sigmoid((z_c - m) / T); the class with the largest output is predicted. In training
//              z_c - m is multiplied by uniform noise in [0.75, 1.25], which the gradient ignores.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "kernels/batch.hpp"
#include "loh/formula.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// The formulas that are compiled: for `list` one for each of the classes, from `written`, of which there are as many as
// classes (then the last is not used) or one fewer; for the other heads the written ones.
std::vector<Formula> head_formulas(Head head, const std::vector<Formula>& written, std::uint32_t classes);

// The rows of a batch, as the loss sees them.
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
    HeadLoss(Head head, Loss loss, std::size_t outputs)
        : head_(head), loss_(loss), outputs_(outputs), slopes_(outputs), probabilities_(outputs) {}

    // The loss of the batch after its forward pass: the weighted sum over rows of the mean over outputs (of cross-entropy:
    // the sum), times scale. With `with_gradient`, also sets the gradient of every output.
    double compute(const LossRows& rows, Batch& batch, bool with_gradient);

private:
    double row_loss(const LossRows& rows, std::uint32_t row);
    double add_up(std::span<const double> values, std::uint32_t label);
    void shift_logits(const LossRows& rows, std::uint32_t row);
    void send_back_shifted(double temperature);

    Head head_;
    Loss loss_;
    std::vector<double> outputs_;        // [output], of the row at hand
    std::vector<double> slopes_;         // [output]: of the loss
    std::vector<double> probabilities_;  // [output]: p of the `paper` head
    std::size_t largest_ = 0;            // of the logits
    std::size_t second_ = 0;
};

// The predicted class of each row: [row of the batch].
void predict_classes(Head head, const Batch& batch, std::size_t outputs, std::span<std::uint32_t> classes);

}  // namespace loh
