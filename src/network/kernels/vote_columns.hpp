// The loops of the head `vote` (train/vote_head.hpp) over columns of rows, vectorized. Columns are padded to whole groups of
// lanes (lanes.hpp), and columns of the classes stand one after the other: [class][row].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loh {

struct VoteShape {
    std::size_t rules;
    std::size_t classes;
    std::size_t stride;  // rows with their padding
};

// The base and the points of the rules that hold. All numbers are whole and small enough for float, so the order of the
// rules does not matter.
//     rules   [rule]: columns of truth values; a rule holds above one half
//     points  [rule][class], then the base [class]
//     scores  [class][row]: set
void add_votes(const VoteShape& shape, const float* const* rules, const float* points,
               float* scores) noexcept;

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

// From the slopes by the logits to those by the rules, whose truth values count as ones that could be anything between 0
// and 1, and to those by the points and the base.
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
