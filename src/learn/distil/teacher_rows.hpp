// The rows that a scorecard is distilled on, labelled by its own predictions. Besides the training rows there are mixed ones,
// training rows with some cells of others, so that more is covered than was observed.
#pragma once

#include <cstdint>
#include <vector>

#include "data/packed_rows.hpp"
#include "decision/decision_data.hpp"

namespace loh {

// Rows of a dataset with the predictions of the scorecard.
struct PredictedBits {
    PackedRows bits;                       // [row][literal of the network]
    std::vector<std::uint32_t> predicted;  // [row]: class
};
PredictedBits predicted_bits(const DecisionData& card, const DatasetData& data);

// What the tree grows on: the training rows, then the mixed ones. Both parts have about the same weight.
struct TeacherRows {
    PackedRows bits;
    std::vector<std::uint32_t> predicted;  // [row]
    std::vector<std::uint32_t> weights;    // [row]
    std::size_t training = 0;              // number of training rows
};

// known: of all rows of the dataset. The number of mixed rows follows from that of the training rows.
TeacherRows teacher_rows(const DecisionData& card, const DatasetData& data, const PredictedBits& known,
                         const RowList& training, std::uint64_t seed);

}  // namespace loh
