#include "data/truth_columns.hpp"

#include <charconv>
#include <unordered_map>

#include "base/text.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// The largest float whose complement is above one half in float as well.
constexpr float kJustBelowHalf = 0.5F - 0x1p-24F;
static_assert(1 - kJustBelowHalf > 0.5F);

}  // namespace

std::optional<float> truth_value(double number) {
    if (!(number >= 0 && number <= 1)) return std::nullopt;
    auto rounded = static_cast<float>(number);
    if (number > 0.5 && rounded <= 0.5F) return 0.5F + 0x1p-24F;
    return number <= 0.5 && rounded >= kJustBelowHalf ? kJustBelowHalf : rounded;
}

std::optional<float> truth_value(std::string_view cell) {
    if (cell == "0" || cell == "false" || cell == "False" || cell == "FALSE") return 0.0F;
    if (cell == "1" || cell == "true" || cell == "True" || cell == "TRUE") return 1.0F;
    double value = 0;
    auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
    return truth_value(value);
}

std::vector<float> truth_column(const Table& table, std::size_t column) {
    std::vector<float> result;
    result.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::string_view cell = table.cell(column, row);
        std::optional<float> value = truth_value(cell);
        if (!value) {
            throw table.bad_cell(column, row,
                                 cell.empty() ? "is empty" : "is not a truth value: " + quote(cell, '\''),
                                 "expected 0, 1, true, false or a number between 0 and 1");
        }
        result.push_back(*value);
    }
    return result;
}

ClassColumn class_column(const Table& table, std::size_t column, const MissingTexts& missing) {
    ClassColumn result;
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    std::vector<std::uint32_t> labels;
    labels.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::string_view cell = table.cell(column, row);
        if (missing.contains(cell)) {
            labels.push_back(TypedColumn::kMissingCode);
            continue;
        }
        auto [entry, is_new] = numbers.try_emplace(cell, static_cast<std::uint32_t>(result.names.size()));
        if (is_new) result.names.emplace_back(cell);
        labels.push_back(entry->second);
    }
    result.labels = std::move(labels);
    return result;
}

}  // namespace loh
