// The loops of the head `vote` (train/vote_head.hpp) over columns of rows, vectorized. Columns are padded to whole groups of
// lanes (lanes.hpp), and columns of the classes stand one after the other: [class][row].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

// Where a rule holds, its points are added to the scores. All numbers are whole and small enough for float, so the order
// of the rules does not matter.
//     rule    [row]: truth values; it holds above one half
//     points  [class]
//     scores  [class][row]
void add_votes(std::span<const float> rule, std::span<const float> points, std::span<float> scores) noexcept;

struct SoftmaxRows {
    std::span<const std::uint32_t> labels;  // [row], without padding
    std::span<const float> weights;         // [row], without padding
    double unit;                            // logits of one point
    double scale;                           // factor on loss and slopes
};

// Scores become slopes of the cross-entropy by the logits, 0 in the padding; returns the loss.
//     columns  [class][row], `stride` apart
//     total    [row]: scratch
double softmax_slopes(const SoftmaxRows& rows, std::size_t classes, std::size_t stride,
                      std::span<float> columns, std::span<double> total) noexcept;

// From the slopes by the logits to those by one rule, whose truth value counts as one that could be anything between 0 and
// 1, and to those by its points.
//     slopes     [class][row]
//     points     [class], times the unit
//     by_rule    [row]
//     by_points  [class]
void vote_slopes(std::span<const float> rule, std::span<const float> slopes, std::span<const float> points,
                 std::span<float> by_rule, std::span<float> by_points) noexcept;

// The first class with the most points: [row].
void most_votes(std::span<const float> scores, std::size_t classes, std::size_t stride,
                std::span<std::uint32_t> chosen) noexcept;

}  // namespace loh
