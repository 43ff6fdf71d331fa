// The points that the rules of a batch give to the classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/kernels/batch.hpp"
#include "network/kernels/vote_columns.hpp"

namespace loh {

// Computes the scores of the rows of a batch.
class VoteScores {
public:
    VoteScores(std::size_t rules, std::size_t classes) : shape_{rules, classes, 0} {}

    // points: [rule][class], then the base [class].
    void set_points(std::span<const std::int32_t> points) { points_.assign(points.begin(), points.end()); }

    // Call after the forward pass of the batch, whose outputs are the rules.
    void compute(const Batch& batch);
    void classes(std::span<std::uint32_t> chosen) const;  // [row of the batch]

    // Results for the last batch.
    [[nodiscard]] std::span<const float> columns() const { return scores_; }  // [class][row], padded
    [[nodiscard]] const float* const* rules() const { return columns_of_rules_.data(); }
    [[nodiscard]] const VoteShape& shape() const { return shape_; }

private:
    VoteShape shape_;
    std::vector<float> points_;  // whole numbers
    std::vector<float> scores_;
    std::vector<const float*> columns_of_rules_;  // [rule][row]: of the batch, padded
};

}  // namespace loh
