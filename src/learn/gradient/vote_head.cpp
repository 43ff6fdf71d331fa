#include "learn/gradient/vote_head.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace loh {

namespace {

constexpr double kPointUnit = 0.01;
constexpr double kUnitOfAVote = 0.3;     // at the start
constexpr double kUndecidedVote = -0.2;  // nobody's at the start, but soon anybody's
constexpr double kCertainVote = 1;       // the farthest from being changed

}  // namespace

std::vector<double> VoteShares::initial() const {
    std::vector<double> votes(parameters(), 0);
    if (kind == Votes::count) {
        std::fill_n(votes.begin(), rules * classes, kUndecidedVote);
        votes.back() = std::log(kUnitOfAVote);
    }
    return votes;
}

double VoteShares::unit(std::span<const double> votes) const {
    return kind == Votes::count ? std::exp(votes.back()) : kPointUnit;
}

std::vector<std::int32_t> VoteShares::round(std::span<const double> votes, std::size_t of_rules) const {
    double most = std::floor(0x1p23 / static_cast<double>(of_rules + 1));
    double unit = this->unit(votes);
    std::vector<std::int32_t> result;
    result.reserve(points());
    for (std::size_t i = 0; i < points(); ++i) {
        bool is_count = kind == Votes::count && i < rules * classes;
        double whole = is_count ? (votes[i] > 0 ? 1 : 0) : std::nearbyint(votes[i] / unit);
        result.push_back(static_cast<std::int32_t>(std::clamp(whole, -most, most)));
    }
    return result;
}

VoteHead::VoteHead(const VoteShares& shares, double learning_rate)
    : shares_(shares),
      votes_(shares.initial()),
      gradient_(votes_.size(), 0),
      scores_(shares.rules, shares.classes),
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
    std::vector<std::int32_t> points = shares_.round(votes_);
    unit_ = shares_.unit(votes_);
    scores_.set_points(points);
    rounded_.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) rounded_[i] = static_cast<float>(unit_ * points[i]);
}

double VoteHead::compute(const LossRows& rows, Batch& batch, bool with_gradient) {
    scores_.compute(batch);
    std::size_t stride = scores_.shape().stride;
    slopes_.assign(scores_.columns().begin(), scores_.columns().end());
    total_.resize(stride);
    double loss = softmax_slopes({rows.labels, rows.weights, unit_, rows.scale}, shares_.classes, stride,
                                 slopes_, total_);
    if (with_gradient) send_back(batch);
    return loss;
}

void VoteHead::send_back(Batch& batch) {
    by_rule_.clear();
    for (std::size_t r = 0; r < shares_.rules; ++r)
        by_rule_.push_back(batch.padded_output_gradient(r).data());
    vote_slopes(scores_.shape(), scores_.rules(), slopes_.data(), rounded_.data(), by_rule_.data(),
                gradient_.data());
    if (shares_.kind != Votes::count) return;
    // By the logarithm of the unit; the rules' votes alone, since the base is in logits.
    double slope = 0;
    std::span<const float> scores = scores_.columns();
    std::size_t stride = scores_.shape().stride;
    for (std::size_t c = 0; c < shares_.classes; ++c) {
        auto base = rounded_[shares_.rules * shares_.classes + c];
        for (std::size_t i = c * stride; i < (c + 1) * stride; ++i)
            slope += static_cast<double>(slopes_[i]) *
                     (unit_ * static_cast<double>(scores[i]) - static_cast<double>(base));
    }
    gradient_.back() = static_cast<float>(slope);
}

void VoteHead::update() {
    adam_.step(gradient_, votes_);
    if (shares_.kind == Votes::count) {
        for (std::size_t i = 0; i < shares_.rules * shares_.classes; ++i)
            votes_[i] = std::clamp(votes_[i], -kCertainVote, kCertainVote);
    }
    round_votes();
}

}  // namespace loh
