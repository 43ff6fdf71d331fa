// The rows that a scorecard is distilled on, labelled with its predictions: the training rows and mixed rows. A mixed row is a
// training row in which some cells are replaced by those of other training rows.
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

// The rows that the trees are grown on: the training rows, then the mixed rows. Both parts have about the same weight.
struct TeacherRows {
    PackedRows bits;
    std::vector<std::uint32_t> predicted;  // [row]
    std::vector<std::uint32_t> weights;    // [row]
    std::size_t training = 0;              // number of training rows
};

// known: predicted_bits of the whole dataset. The number of mixed rows is proportional to that of the training rows, within
// limits.
TeacherRows teacher_rows(const DecisionData& card, const DatasetData& data, const PredictedBits& known,
                         const RowList& training, std::uint64_t seed);

}  // namespace loh
