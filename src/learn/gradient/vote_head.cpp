#include "learn/gradient/vote_head.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace loh {

namespace {

constexpr double kPointUnit = 0.01;
constexpr double kInitialUnit = 0.3;   // Votes::count: logits of one vote
constexpr double kInitialVote = -0.2;  // Votes::count: no vote, but close to the threshold 0
constexpr double kMaxVote = 1;         // Votes::count: limit, so that a vote can still change

}  // namespace

std::vector<double> VoteLayout::initial() const {
    std::vector<double> votes(parameters(), 0);
    if (kind == Votes::count) {
        std::fill_n(votes.begin(), rules * classes, kInitialVote);
        votes.back() = std::log(kInitialUnit);
    }
    return votes;
}

double VoteLayout::unit(std::span<const double> votes) const {
    return kind == Votes::count ? std::exp(votes.back()) : kPointUnit;
}

std::vector<std::int32_t> VoteLayout::round(std::span<const double> votes, std::size_t of_rules) const {
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

VoteHead::VoteHead(const VoteLayout& layout, double learning_rate)
    : layout_(layout),
      votes_(layout.initial()),
      gradient_(votes_.size(), 0),
      scores_(layout.rules, layout.classes),
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
    std::vector<std::int32_t> points = layout_.round(votes_);
    unit_ = layout_.unit(votes_);
    scores_.set_points(points);
    rounded_.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) rounded_[i] = static_cast<float>(unit_ * points[i]);
}

double VoteHead::compute(const LossRows& rows, Batch& batch, bool with_gradient) {
    scores_.compute(batch);
    std::size_t stride = scores_.shape().stride;
    slopes_.assign(scores_.columns().begin(), scores_.columns().end());
    total_.resize(stride);
    double loss = softmax_slopes({rows.labels, rows.weights, unit_, rows.scale}, layout_.classes, stride,
                                 slopes_, total_);
    if (with_gradient) backward(batch);
    return loss;
}

void VoteHead::backward(Batch& batch) {
    by_rule_.clear();
    for (std::size_t r = 0; r < layout_.rules; ++r)
        by_rule_.push_back(batch.padded_output_gradient(r).data());
    vote_slopes(scores_.shape(), scores_.rules(), slopes_.data(), rounded_.data(), by_rule_.data(),
                gradient_.data());
    if (layout_.kind != Votes::count) return;
    // The derivative by the logarithm of the unit. Only the votes of the rules count, since the base is in logits.
    double slope = 0;
    std::span<const float> scores = scores_.columns();
    std::size_t stride = scores_.shape().stride;
    for (std::size_t c = 0; c < layout_.classes; ++c) {
        auto base = rounded_[layout_.rules * layout_.classes + c];
        for (std::size_t i = c * stride; i < (c + 1) * stride; ++i)
            slope += static_cast<double>(slopes_[i]) *
                     (unit_ * static_cast<double>(scores[i]) - static_cast<double>(base));
    }
    gradient_.back() = static_cast<float>(slope);
}

void VoteHead::update() {
    adam_.step(gradient_, votes_);
    if (layout_.kind == Votes::count) {
        for (std::size_t i = 0; i < layout_.rules * layout_.classes; ++i)
            votes_[i] = std::clamp(votes_[i], -kMaxVote, kMaxVote);
    }
    round_votes();
}

}  // namespace loh
