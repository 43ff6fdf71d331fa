#include "learn/distil/lesson.hpp"

#include <algorithm>

#include "data/mixed_rows.hpp"

namespace loh {

namespace {

constexpr double kMixedShare = 0.2;  // of a row's cells that are another row's
constexpr std::size_t kMixedOfARow = 5;
constexpr std::size_t kFewestMixed = 50'000;
constexpr std::size_t kMostMixed = 200'000;

}  // namespace

AskedRows ask(const ModelData& card, const Table& table) {
    ModelRows rows = network_rows(card, table);
    std::size_t literals = rows.inputs.count();
    AskedRows result{PackedRows(rows.count, literals), predicted_classes(card, rows)};
    for (std::size_t row = 0; row < rows.count; ++row) {
        for (std::size_t i = 0; i < literals; ++i) {
            if (rows.inputs.value(i, row) > 0.5F) result.bits.set(row, i);
        }
    }
    return result;
}

Lesson lesson_of(const ModelData& card, const Table& table, const AskedRows& known, const RowList& training) {
    std::size_t count = std::clamp(kMixedOfARow * training.size(), kFewestMixed, kMostMixed);
    AskedRows mixed = ask(card, mixed_rows(table, training, count, kMixedShare, card.options.seed));
    Lesson lesson{PackedRows(training.size() + count, known.bits.bits()), {}, {}, training.size()};
    auto weight = static_cast<std::uint32_t>(std::max<std::size_t>(1, count / training.size()));
    auto add = [&](const AskedRows& from, std::size_t row, std::uint32_t row_weight) {
        for (std::size_t i = 0; i < from.bits.bits(); ++i) {
            if (from.bits.at(row, i)) lesson.bits.set(lesson.said.size(), i);
        }
        lesson.said.push_back(from.said[row]);
        lesson.weights.push_back(row_weight);
    };
    for (std::uint32_t row : training) add(known, row, weight);
    for (std::size_t row = 0; row < count; ++row) add(mixed, row, 1);
    return lesson;
}

}  // namespace loh
