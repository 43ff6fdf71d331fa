// The head `vote`. Each rule gives points to the classes if it holds, and the class with the most points is predicted.
//
//     score_c = base_c + sum over the rules that hold of points[rule][c]        p = softmax(unit * score)
//
// Idea: the forward pass uses rules rounded to true or false and points rounded to whole numbers, so the trained model is
// exactly the scorecard that is printed. The backward pass ignores both roundings (a straight-through estimator).
//
// Invariant: the points are small enough that their sums are exact in float. So the order of the rules does not matter, and
// equal rules can be joined.
//
// With Votes::points the unit is small and fixed, and a rule gives any number of points. With Votes::count a rule gives each
// class one point or none, and the unit is learned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/gradient/adam.hpp"
#include "learn/gradient/head.hpp"
#include "loh/learn_options.hpp"
#include "network/kernels/batch.hpp"
#include "network/kernels/vote_columns.hpp"
#include "network/vote_scores.hpp"

namespace loh {

// The layout of the parameters: votes [rule][class], then the base [class], all in logits; with Votes::count, then the
// logarithm of the unit.
struct VoteLayout {
    Votes kind;
    std::size_t rules;
    std::size_t classes;

    [[nodiscard]] std::size_t points() const { return (rules + 1) * classes; }  // with the base
    [[nodiscard]] std::size_t parameters() const { return points() + (kind == Votes::count ? 1 : 0); }
    [[nodiscard]] std::vector<double> initial() const;
    [[nodiscard]] double unit(std::span<const double> votes) const;  // logits of one point

    // The rounded votes as points: [rule][class], then the base [class]. They are limited so that the sum over `of_rules`
    // rules is exact in float. `of_rules` is at least `rules`.
    [[nodiscard]] std::vector<std::int32_t> round(std::span<const double> votes) const {
        return round(votes, rules);
    }
    [[nodiscard]] std::vector<std::int32_t> round(std::span<const double> votes, std::size_t of_rules) const;
};

struct VoteState {
    std::vector<double> votes;  // in logits
    AdamState adam;
};

class VoteHead {
public:
    VoteHead(const VoteLayout& layout, double learning_rate);

    // The weighted cross-entropy of the batch after its forward pass, times scale. With `with_gradient`, also sets the
    // gradient of every output and keeps the gradient of the votes for update().
    double compute(const LossRows& rows, Batch& batch, bool with_gradient);

    // One Adam step on the votes, after compute() with gradient.
    void update();
    void set_learning_rate(double rate) { adam_.set_learning_rate(rate); }

    [[nodiscard]] const VoteScores& scores() const { return scores_; }
    [[nodiscard]] const std::vector<double>& votes() const { return votes_; }
    [[nodiscard]] VoteState state() const { return {votes_, adam_.state()}; }
    void restore(VoteState state);

private:
    void round_votes();
    void backward(Batch& batch);

    VoteLayout layout_;
    std::vector<double> votes_;    // in the layout of VoteLayout
    std::vector<float> gradient_;  // in the layout of VoteLayout
    std::vector<float> rounded_;   // points times unit: [rule][class], then the base [class]
    double unit_ = 0;              // logits of one point
    VoteScores scores_;
    std::vector<float> slopes_;    // [class][row]: derivative of the loss by the score in logits
    std::vector<double> total_;    // [row]
    std::vector<float*> by_rule_;  // [rule][row]: output gradients of the batch, padded
    Adam adam_;
};

}  // namespace loh
