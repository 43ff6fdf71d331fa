// Tunes the points of a voting network after training: rounds them to small numbers if --points is given, and chooses a base
// for macro F1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bits.hpp"
#include "decision/trained_network.hpp"
#include "learn/row_split.hpp"
#include "loh/learn_options.hpp"

namespace loh {

class PointTuning {
public:
    // Evaluates the rules of the network, at its logits, on all rows. Keeps references to all arguments but `network`,
    // `meanings` and `data`.
    PointTuning(const TrainedNetwork& network, const ColumnMeanings& meanings, const DatasetData& data,
                const Examples& examples, const RowSplit& split, const LearnOptions& options);

    // Changes points: [output][class], then the base [class]. Returns the log loss on the validation rows before the base is
    // changed; nothing if there are no validation rows.
    std::optional<double> run(std::vector<std::int32_t>& points) const;

private:
    [[nodiscard]] std::vector<std::int64_t> scores(std::span<const std::int32_t> points,
                                                   const Rows& rows) const;
    [[nodiscard]] double quality(std::span<const std::int32_t> points) const;
    [[nodiscard]] std::vector<std::int32_t> joined(std::span<const std::int32_t> points) const;

    const Examples& examples_;
    const RowSplit& split_;
    const LearnOptions& options_;
    std::size_t classes_;
    std::vector<Formula> rules_;         // [output]: simplified
    std::vector<Bits> holds_;            // [output]: on all rows of the dataset
    RowList tuning_rows_;                // training and validation rows
    std::vector<std::uint32_t> labels_;  // [tuning row]
    std::vector<float> weights_;         // [tuning row]; empty: all 1
};

}  // namespace loh
