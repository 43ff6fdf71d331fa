#include "learn/gradient/head.hpp"

#include <algorithm>
#include <vector>

#include "base/check.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/lanes.hpp"
#include "network/kernels/noise.hpp"

namespace loh {

void HeadLoss::reserve(std::size_t rows) {
    rows_ = rows;
    if (rows <= stride_) return;
    stride_ = padded(rows);
    values_.resize(outputs_ * stride_);
    slopes_.resize(outputs_ * stride_);
    if (head_ != Head::paper) return;
    uniforms_.resize(outputs_ * stride_);
    for (std::vector<double>* column : {&total_, &largest_, &second_}) column->resize(stride_);
    largest_at_.resize(stride_);
    second_at_.resize(stride_);
}

double HeadLoss::compute(const LossRows& rows, Batch& batch, bool with_gradient) {
    reserve(batch.rows());
    head_ == Head::paper ? shift_logits(rows, batch) : load_outputs(batch);
    double share = loss_ == Loss::cross_entropy ? 1 : 1 / static_cast<double>(outputs_);
    double margin = head_ == Head::paper ? kSigmoidMargin : kOutputMargin;
    double total = 0;
    for (std::uint32_t o = 0; o < outputs_; ++o) {
        std::uint32_t own = head_ == Head::single ? 1 : o;
        // With one output, cross-entropy is the binary cross-entropy: rows of class 0 count as well.
        bool binary = head_ == Head::single && loss_ == Loss::cross_entropy;
        total += loss_column(binary ? Loss::binary_cross_entropy : loss_, margin, values(o),
                             {rows.labels, own}, rows.weights, rows.scale * share, slopes(o));
    }
    if (!with_gradient) return total;
    if (head_ == Head::paper) backward_shifted(rows, batch);
    for (std::size_t o = 0; o < outputs_; ++o) to_float(slopes(o), batch.output_gradient(o));
    return total;
}

void HeadLoss::load_outputs(const Batch& batch) {
    for (std::size_t o = 0; o < outputs_; ++o) to_double(batch.output(o), values(o));
}

TopTwoColumns HeadLoss::top_two() {
    return {{largest_.data(), rows_},
            {second_.data(), rows_},
            {largest_at_.data(), rows_},
            {second_at_.data(), rows_}};
}

void HeadLoss::shift_logits(const LossRows& rows, const Batch& batch) {
    begin_top_two(top_two());
    for (std::size_t o = 0; o < outputs_; ++o) {
        logit_column(batch.output(o), values(o));
        add_to_top_two(values(o), static_cast<std::int64_t>(o), top_two());
    }
    if (rows.noise != nullptr) coarse_uniforms(*rows.noise, rows.step, 0, uniforms_);
    for (std::size_t o = 0; o < outputs_; ++o) {
        std::span<const double> uniforms;
        if (rows.noise != nullptr) uniforms = {uniforms_.data() + o * stride_, rows_};
        shifted_sigmoid_column(top_two(), rows.temperature, uniforms, values(o));
    }
}

void HeadLoss::backward_shifted(const LossRows& rows, const Batch& batch) {
    std::span<double> total(total_.data(), rows_);
    std::fill(total.begin(), total.end(), 0.0);
    for (std::size_t o = 0; o < outputs_; ++o)
        through_sigmoid_column(values(o), rows.temperature, slopes(o), total);
    for (std::size_t o = 0; o < outputs_; ++o)
        through_shift_column(batch.output(o), static_cast<std::int64_t>(o), top_two(), total, slopes(o));
}

void predict_classes(Head head, const Batch& batch, std::size_t outputs, std::span<std::uint32_t> classes) {
    for (std::size_t row = 0; row < classes.size(); ++row)
        classes[row] = predicted_class(head, outputs, [&](std::size_t o) { return batch.output(o)[row]; });
}

}  // namespace loh
