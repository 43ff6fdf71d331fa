// The head `vote`: rules are Boolean features, each gives points to the classes where it holds, and the class with the most
// points wins.
//
//     score_c = base_c + sum over the rules that hold of points[rule][c]        p = softmax(unit * score)
//
// The forward pass sees whether a rule rounds to true, not its truth value, and points are whole numbers: what is trained is
// the scorecard that is printed, and not something close to it. Whole numbers that are small enough add up without rounding,
// so it does not matter in which order, and rules that turn out equal can be joined. The backward pass lets the slope of the
// loss through to the rule's truth value, and through the rounding of the points.
//
// With Votes::points the unit is small and fixed, and a rule gives any number of points. With Votes::count it gives each class
// one point or none, and as nothing else can say how much a vote counts, the unit is learned.
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

// What is learned: votes [rule][class], then the base [class], all in logits; with Votes::count, then the logarithm of the unit.
struct VoteShares {
    Votes kind;
    std::size_t rules;
    std::size_t classes;

    [[nodiscard]] std::size_t points() const { return (rules + 1) * classes; }  // and that many votes
    [[nodiscard]] std::size_t parameters() const { return points() + (kind == Votes::count ? 1 : 0); }
    [[nodiscard]] std::vector<double> initial() const;
    [[nodiscard]] double unit(std::span<const double> votes) const;  // logits of one point

    // The points that votes round to: [rule][class], then the base [class]. So few that the sum over all rules, or `of_rules`
    // if these are only a part of them, is exact in float.
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
    VoteHead(const VoteShares& shares, double learning_rate);

    // The loss of the batch after its forward pass: cross-entropy, weighted, times scale. With `with_gradient`, also sets the
    // gradient of every output and keeps that of the votes.
    double compute(const LossRows& rows, Batch& batch, bool with_gradient);

    // One step of Adam on the votes, after compute with gradient.
    void update();
    void set_learning_rate(double rate) { adam_.set_learning_rate(rate); }

    [[nodiscard]] const VoteScores& scores() const { return scores_; }
    [[nodiscard]] const std::vector<double>& votes() const { return votes_; }
    [[nodiscard]] VoteState state() const { return {votes_, adam_.state()}; }
    void restore(VoteState state);

private:
    void round_votes();
    void send_back(Batch& batch);

    VoteShares shares_;
    std::vector<double> votes_;    // as VoteShares says
    std::vector<float> gradient_;  // like the votes
    std::vector<float> rounded_;   // in logits, of whole points: [rule][class], then the base [class]
    double unit_ = 0;              // logits of one point
    VoteScores scores_;
    std::vector<float> slopes_;    // [class][row]: of the loss, by the scores in logits
    std::vector<double> total_;    // [row]
    std::vector<float*> by_rule_;  // [rule][row]: of the batch, padded
    Adam adam_;
};

}  // namespace loh
