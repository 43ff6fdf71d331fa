#include "train/vote_head.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "kernels/lanes.hpp"

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

void VoteScores::compute(const Batch& batch) {
    columns_of_rules_.clear();
    for (std::size_t r = 0; r < shape_.rules; ++r) columns_of_rules_.push_back(batch.padded_output(r).data());
    shape_.stride = padded(batch.rows());
    scores_.resize(shape_.classes * shape_.stride);
    add_votes(shape_, columns_of_rules_.data(), points_.data(), scores_.data());
}

void VoteScores::classes(std::span<std::uint32_t> chosen) const {
    most_votes(scores_, shape_.classes, shape_.stride, chosen);
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
    std::size_t stride = scores_.shape().stride;
    slopes_.assign(scores_.columns().begin(), scores_.columns().end());
    total_.resize(stride);
    double loss = softmax_slopes({rows.labels, rows.weights, kPointUnit, rows.scale}, classes_, stride,
                                 slopes_, total_);
    if (with_gradient) send_back(batch);
    return loss;
}

void VoteHead::send_back(Batch& batch) {
    by_rule_.clear();
    for (std::size_t r = 0; r < rules_; ++r) by_rule_.push_back(batch.padded_output_gradient(r).data());
    vote_slopes(scores_.shape(), scores_.rules(), slopes_.data(), rounded_.data(), by_rule_.data(),
                gradient_.data());
}

void VoteHead::update() {
    adam_.step(gradient_, votes_);
    round_votes();
}

}  // namespace loh
