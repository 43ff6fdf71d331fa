#include "train/vote_head.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "kernels/lanes.hpp"
#include "kernels/vote_columns.hpp"

namespace loh {

std::vector<std::int32_t> points_of(std::span<const double> votes, std::size_t rules) {
    double most = std::floor(0x1p23 / static_cast<double>(rules + 1));
    std::vector<std::int32_t> points;
    points.reserve(votes.size());
    for (double vote : votes)
        points.push_back(
            static_cast<std::int32_t>(std::clamp(std::nearbyint(vote / kPointUnit), -most, most)));
    return points;
}

std::span<const float> VoteScores::rule(const Batch& batch, std::size_t index) {
    std::span<const float> column = batch.output(index);
    std::copy(column.begin(), column.end(), rule_.begin());
    return rule_;
}

void VoteScores::compute(const Batch& batch) {
    stride_ = padded(batch.rows());
    rule_.assign(stride_, 0);
    scores_.resize(classes_ * stride_);
    std::span<const float> points(points_);
    for (std::size_t c = 0; c < classes_; ++c)
        std::fill_n(scores_.data() + c * stride_, stride_, points[rules_ * classes_ + c]);
    for (std::size_t r = 0; r < rules_; ++r)
        add_votes(rule(batch, r), points.subspan(r * classes_, classes_), scores_);
}

void VoteScores::classes(std::span<std::uint32_t> chosen) const {
    most_votes(scores_, classes_, stride_, chosen);
}

VoteHead::VoteHead(std::size_t rules, std::uint32_t classes, double learning_rate)
    : rules_(rules),
      classes_(classes),
      votes_((rules + 1) * classes, 0),
      gradient_(votes_.size(), 0),
      scores_(rules, classes),
      adam_(learning_rate, std::vector<float>(votes_.size(), 1)) {
    round_votes();
}

void VoteHead::restore(VoteState state) {
    LOH_CHECK(state.votes.size() == votes_.size());
    votes_ = std::move(state.votes);
    adam_.restore(std::move(state.adam));
    round_votes();
}

void VoteHead::round_votes() {
    std::vector<std::int32_t> points = points_of(votes_, rules_);
    scores_.set_points(points);
    rounded_.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) rounded_[i] = static_cast<float>(kPointUnit * points[i]);
}

double VoteHead::compute(const LossRows& rows, Batch& batch, bool with_gradient) {
    scores_.compute(batch);
    std::size_t stride = scores_.stride();
    slopes_.assign(scores_.columns().begin(), scores_.columns().end());
    total_.resize(stride);
    by_rule_.resize(stride);
    double loss = softmax_slopes({rows.labels, rows.weights, kPointUnit, rows.scale}, classes_, stride,
                                 slopes_, total_);
    if (with_gradient) send_back(batch, slopes_);
    return loss;
}

void VoteHead::send_back(Batch& batch, std::span<const float> slopes) {
    std::span<float> gradient(gradient_);
    for (std::size_t r = 0; r < rules_; ++r) {
        std::size_t first = r * classes_;
        vote_slopes(scores_.rule(batch, r), slopes, std::span<const float>(rounded_).subspan(first, classes_),
                    by_rule_, gradient.subspan(first, classes_));
        std::copy_n(by_rule_.begin(), batch.rows(), batch.output_gradient(r).begin());
    }
    for (std::size_t c = 0; c < classes_; ++c) {
        std::span<const float> column = slopes.subspan(c * scores_.stride(), batch.rows());
        double sum = 0;
        for (float slope : column) sum += static_cast<double>(slope);
        gradient[rules_ * classes_ + c] = static_cast<float>(sum);
    }
}

void VoteHead::update() {
    adam_.step(gradient_, votes_);
    round_votes();
}

}  // namespace loh
