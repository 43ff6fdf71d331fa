#include "train/head.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "train/loss.hpp"

namespace loh {

namespace {

constexpr double kMargin = 1e-7;     // outputs are kept so far from 0 and 1 in the logarithm
constexpr double kNoiseWidth = 0.5;  // uniform in 1 +- a quarter

double inside(double output) { return std::clamp(output, kMargin, 1 - kMargin); }

double logit(double output) { return std::log(inside(output)) - std::log1p(-inside(output)); }

}  // namespace

std::vector<Formula> head_formulas(Head head, const std::vector<Formula>& written, std::uint32_t classes) {
    if (head != Head::list) return written;
    LOH_CHECK(written.size() == classes || written.size() + 1 == classes);
    std::vector<Formula> result;
    Formula none_before = true;
    for (std::uint32_t c = 0; c + 1 < classes; ++c) {
        result.push_back(c == 0 ? written[0] : none_before & written[c]);
        none_before = c == 0 ? !written[0] : none_before & !written[c];
    }
    result.push_back(none_before);
    return result;
}

double HeadLoss::compute(const LossRows& rows, Batch& batch, bool with_gradient) {
    double total = 0;
    for (std::uint32_t row = 0; row < batch.rows(); ++row) {
        for (std::size_t o = 0; o < outputs_.size(); ++o) outputs_[o] = batch.output(o)[row];
        double weight = rows.scale * rows.weights[row];
        total += weight * row_loss(rows, row);
        for (std::size_t o = 0; with_gradient && o < outputs_.size(); ++o)
            batch.output_gradient(o)[row] = static_cast<float>(weight * slopes_[o]);
    }
    return total;
}

double HeadLoss::row_loss(const LossRows& rows, std::uint32_t row) {
    std::uint32_t label = rows.labels[row];
    if (head_ == Head::list) return add_up(outputs_, label);
    if (head_ == Head::paper) {
        shift_logits(rows, row);
        double total = add_up(probabilities_, label);
        send_back_shifted(rows.temperature);
        return total;
    }
    // One output: how true the truth is.
    LossPoint point = loss_point(loss_, label == 1 ? outputs_[0] : 1 - outputs_[0], 1);
    slopes_[0] = label == 1 ? point.slope : -point.slope;
    return point.value;
}

double HeadLoss::add_up(std::span<const double> values, std::uint32_t label) {
    double share = loss_ == Loss::cross_entropy ? 1 : 1 / static_cast<double>(values.size());
    double total = 0;
    for (std::size_t c = 0; c < values.size(); ++c) {
        LossPoint point = loss_point(loss_, values[c], c == label ? 1 : 0);
        total += share * point.value;
        slopes_[c] = share * point.slope;
    }
    return total;
}

void HeadLoss::shift_logits(const LossRows& rows, std::uint32_t row) {
    std::vector<double>& z = probabilities_;
    for (std::size_t c = 0; c < z.size(); ++c) z[c] = logit(outputs_[c]);
    largest_ = 0;
    for (std::size_t c = 1; c < z.size(); ++c) largest_ = z[c] > z[largest_] ? c : largest_;
    second_ = largest_ == 0 && z.size() > 1 ? 1 : 0;
    for (std::size_t c = 1; c < z.size(); ++c) {
        if (c != largest_ && z[c] > z[second_]) second_ = c;
    }
    double mean = (z[largest_] + z[second_]) / 2;
    for (std::size_t c = 0; c < z.size(); ++c) {
        double shifted = (z[c] - mean) / rows.temperature;
        if (rows.noise != nullptr) {
            auto place = static_cast<std::uint32_t>(row * z.size() + c);
            shifted *= 1 - kNoiseWidth / 2 + kNoiseWidth * rows.noise->uniform(rows.step, place);
        }
        z[c] = 1 / (1 + std::exp(-shifted));
    }
}

// Slopes by the probabilities become slopes by the outputs.
void HeadLoss::send_back_shifted(double temperature) {
    double total = 0;
    for (std::size_t c = 0; c < slopes_.size(); ++c) {
        slopes_[c] *= probabilities_[c] * (1 - probabilities_[c]) / temperature;
        total += slopes_[c];
    }
    slopes_[largest_] -= total / 2;
    slopes_[second_] -= total / 2;
    for (std::size_t c = 0; c < slopes_.size(); ++c)
        slopes_[c] /= inside(outputs_[c]) * (1 - inside(outputs_[c]));
}

void predict_classes(Head head, const Batch& batch, std::size_t outputs, std::span<std::uint32_t> classes) {
    for (std::size_t row = 0; row < classes.size(); ++row) {
        if (head == Head::single) {
            classes[row] = rounds_to_true(batch.output(0)[row]) ? 1 : 0;
            continue;
        }
        std::uint32_t best = 0;
        for (std::uint32_t o = 1; o < outputs; ++o) {
            if (batch.output(o)[row] > batch.output(best)[row]) best = o;
        }
        classes[row] = best;
    }
}

}  // namespace loh
