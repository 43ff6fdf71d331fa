// The loops of the head `vote` (learn/gradient/vote_head.hpp) over columns of rows, vectorized. Columns are padded to whole
// groups of lanes (lanes.hpp), and the columns of the classes are contiguous: [class][row].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

struct VoteShape {
    std::size_t rules;
    std::size_t classes;
    std::size_t stride;  // rows including the padding
};

// Scores: the base plus the points of the rules that hold. All numbers are whole and small enough for float, so the order of
// the rules does not matter.
//     rules   [rule]: columns of truth values; a rule holds above one half
//     points  [rule][class], then the base [class]
//     scores  [class][row]: set
void add_votes(const VoteShape& shape, const float* const* rules, const float* points,
               float* scores) noexcept;

struct SoftmaxRows {
    std::span<const std::uint32_t> labels;  // [row], without padding
    std::span<const float> weights;         // [row], without padding
    double unit;                            // logits of one point
    double scale;                           // factor for loss and derivatives
};

// Replaces scores by the derivatives of the cross-entropy with respect to the logits, 0 in the padding; returns the loss.
//     columns  [class][row], `stride` apart
//     total    [row]: scratch
double softmax_slopes(const SoftmaxRows& rows, std::size_t classes, std::size_t stride,
                      std::span<float> columns, std::span<double> total) noexcept;

// From the derivatives with respect to the logits to those of the rules, whose truth values are treated as continuous, and to
// those of the points and the base.
//     slopes     [class][row], 0 in the padding
//     points     [rule][class], times the unit
//     by_rule    [rule]: columns that are set
//     by_points  [rule][class], then by the base [class]: set
void vote_slopes(const VoteShape& shape, const float* const* rules, const float* slopes, const float* points,
                 float* const* by_rule, float* by_points) noexcept;

// The first class with the most points: [row].
void most_votes(std::span<const float> scores, std::size_t classes, std::size_t stride,
                std::span<std::uint32_t> chosen) noexcept;

}  // namespace loh
