// Typed columns from a few cells, and from all cells of a table.
#pragma once

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/truth_columns.hpp"
#include "data/typed_columns.hpp"
#include "loh/table.hpp"

namespace loh::testing {

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

inline TypedColumn number_column(std::string name, std::vector<double> numbers) {
    return {std::move(name), ColumnType::number, std::move(numbers), {}, {}};
}

// "?" is a missing cell.
inline TypedColumn category_column(std::string name, const std::vector<std::string>& cells) {
    std::set<std::string> different(cells.begin(), cells.end());
    different.erase("?");
    std::vector<std::string> categories(different.begin(), different.end());
    std::vector<std::uint32_t> codes;
    for (const std::string& cell : cells) {
        auto at = std::lower_bound(categories.begin(), categories.end(), cell);
        bool known = at != categories.end() && *at == cell;
        codes.push_back(known ? static_cast<std::uint32_t>(at - categories.begin())
                              : TypedColumn::kMissingCode);
    }
    return {std::move(name), ColumnType::category, {}, std::move(codes), std::move(categories)};
}

// Numbers if all cells but "?" are numbers and `categories` is false.
inline TypedColumn typed_column(const std::string& name, const std::vector<std::string>& cells,
                                bool categories) {
    std::vector<double> numbers;
    for (const std::string& cell : cells) {
        double value = std::numeric_limits<double>::quiet_NaN();
        auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        bool number = error == std::errc() && end == cell.data() + cell.size();
        if (categories || (!number && cell != "?")) return category_column(name, cells);
        numbers.push_back(value);
    }
    return number_column(name, std::move(numbers));
}

struct TypedTable {
    std::vector<TypedColumn> columns;   // without the last, the class
    std::vector<std::uint32_t> labels;  // [row]
};

inline TypedTable typed_table(const Table& table, bool categories) {
    TypedTable result;
    for (std::size_t column = 0; column + 1 < table.columns(); ++column) {
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < table.rows(); ++row) cells.emplace_back(table.cell(column, row));
        result.columns.push_back(typed_column(table.names()[column], cells, categories));
    }
    result.labels = class_column(table, table.columns() - 1, MissingTexts({})).labels.to_vector();
    return result;
}

}  // namespace loh::testing
