#include "data/truth_columns.hpp"

#include <charconv>
#include <unordered_map>

#include "base/text.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// One minus it is above one half, also in float.
constexpr float kJustBelowHalf = 0.5F - 0x1p-24F;
static_assert(1 - kJustBelowHalf > 0.5F);

std::optional<float> truth_value(std::string_view cell) {
    if (cell == "0" || cell == "false" || cell == "False" || cell == "FALSE") return 0.0F;
    if (cell == "1" || cell == "true" || cell == "True" || cell == "TRUE") return 1.0F;
    double value = 0;
    auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || !(value >= 0 && value <= 1))
        return std::nullopt;
    // Rounding to float must not carry a value across one half.
    auto rounded = static_cast<float>(value);
    if (value > 0.5 && rounded <= 0.5F) return 0.5F + 0x1p-24F;
    return value <= 0.5 && rounded >= kJustBelowHalf ? kJustBelowHalf : rounded;
}

}  // namespace

std::optional<std::size_t> find_input_column(const Table& table, std::string_view spelled) {
    if (std::optional<std::size_t> column = table.find(spelled)) return column;
    for (std::size_t column = 0; column < table.columns(); ++column) {
        if (spell_name(table.names()[column]) == spelled) return column;
    }
    return std::nullopt;
}

std::vector<float> truth_column(const Table& table, std::size_t column) {
    std::vector<float> result;
    result.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::string_view cell = table.cell(column, row);
        std::optional<float> value = truth_value(cell);
        if (!value) {
            throw table.bad_cell(column, row,
                                 cell.empty() ? "is empty" : "is no truth value: " + quote(cell, '\''),
                                 "expected 0, 1, true, false or a number between 0 and 1");
        }
        result.push_back(*value);
    }
    return result;
}

TruthRows truth_rows(const Table& table, const std::vector<std::size_t>& columns) {
    TruthRows result;
    if (const std::shared_ptr<const PackedRows>& bits = table.data().bits; bits && !columns.empty()) {
        result.bits = bits;
        result.bit_of.assign(columns.begin(), columns.end());
        return result;
    }
    for (std::size_t column : columns) result.columns.push_back(truth_column(table, column));
    return result;
}

ClassColumn class_column(const Table& table, std::size_t column) {
    ClassColumn result;
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    result.labels.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::string_view cell = table.cell(column, row);
        if (cell.empty()) throw table.bad_cell(column, row, "the class is missing");
        auto [entry, is_new] = numbers.try_emplace(cell, static_cast<std::uint32_t>(result.names.size()));
        if (is_new) result.names.emplace_back(cell);
        result.labels.push_back(entry->second);
    }
    return result;
}

}  // namespace loh
