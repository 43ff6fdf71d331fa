#include "learn/distil/teacher_rows.hpp"

#include <algorithm>
#include <cmath>

namespace loh {

namespace {

constexpr double kMixedShare = 0.2;  // share of the cells that are replaced
constexpr std::size_t kMixedPerRow = 5;
constexpr std::size_t kMinMixed = 50'000;
constexpr std::size_t kMaxMixed = 200'000;

}  // namespace

PredictedBits predicted_bits(const DecisionData& card, const DatasetData& data) {
    const TrainedNetwork& network = *card.network;
    DatasetColumns columns(data);
    TruthRows inputs =
        truth_rows(network.compiled.inputs, network.atoms, card.meanings, columns, card.target);
    pack(inputs);
    ThreadPool pool(0);
    PredictedBits result{PackedRows(data.rows, inputs.count()), DecisionRows(card, columns).classify(pool)};
    for (std::size_t row = 0; row < data.rows; ++row) {
        for (std::size_t i = 0; i < inputs.count(); ++i) {
            if (inputs.value(i, row) > 0.5F) result.bits.set(row, i);
        }
    }
    return result;
}

TeacherRows teacher_rows(const DecisionData& card, const DatasetData& data, const PredictedBits& known,
                         const RowList& training, std::uint64_t seed) {
    std::size_t count = std::clamp(kMixedPerRow * training.size(), kMinMixed, kMaxMixed);
    PredictedBits mixed = predicted_bits(card, mixed_rows(data, training, count, kMixedShare, seed));
    TeacherRows result{PackedRows(training.size() + count, known.bits.bits()), {}, {}, training.size()};
    auto weight = static_cast<std::uint32_t>(std::max<std::size_t>(1, count / training.size()));
    auto add = [&](const PredictedBits& from, std::size_t row, std::uint32_t row_weight) {
        for (std::size_t i = 0; i < from.bits.bits(); ++i) {
            if (from.bits.at(row, i)) result.bits.set(result.predicted.size(), i);
        }
        result.predicted.push_back(from.predicted[row]);
        result.weights.push_back(row_weight);
    };
    double total = 0;
    for (std::uint32_t row : training) total += data.weights.empty() ? 1 : data.weights[row];
    double unit = total == 0 ? 1 : static_cast<double>(training.size()) / total;
    for (std::uint32_t row : training) {
        double own = data.weights.empty() ? 1 : data.weights[row] * unit;
        add(known, row, static_cast<std::uint32_t>(std::lround(weight * own)));
    }
    for (std::size_t row = 0; row < count; ++row) add(mixed, row, 1);
    return result;
}

}  // namespace loh
