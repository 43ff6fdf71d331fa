// Typed columns of a table: numbers or categories, with missing cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_array.hpp"
#include "data/cell_form.hpp"

namespace loh {

enum class ColumnType : std::uint8_t { number, category };

// A text that usually means missing, and the number of its rows.
struct UsualText {
    std::string text;
    std::size_t rows = 0;
    bool missing = true;  // false: a category of this column
};

// What was found out about the cells of a column while it was typed.
struct CellFindings {
    std::vector<UsualText> usual;
    CommonForm::Doubt doubt = CommonForm::Doubt::none;
};

// Cheap to copy: copies share their cells and categories.
struct TypedColumn {
    static constexpr std::uint32_t kMissingCode = UINT32_MAX;
    // A category that does not occur in the training data. It equals none of `categories`.
    static constexpr std::uint32_t kUnseenCode = UINT32_MAX - 1;

    std::string name;  // as in the header of the table
    ColumnType type = ColumnType::number;
    SharedArray<double> numbers;       // [row]: NaN if the cell is missing; empty for categories
    SharedArray<std::uint32_t> codes;  // [row]: index into `categories`, or kMissingCode; empty for numbers
    SharedArray<std::string> categories;  // [code]: distinct; empty for numbers
    CellForm form = {};                   // how numbers are written
    CellFindings findings = {};

    [[nodiscard]] std::size_t rows() const {
        return type == ColumnType::number ? numbers.size() : codes.size();
    }
    [[nodiscard]] bool is_missing(std::size_t row) const {
        return type == ColumnType::number ? numbers[row] != numbers[row] : codes[row] == kMissingCode;
    }
};

// The column restricted to these rows, in their order.
inline TypedColumn gathered(const TypedColumn& column, std::span<const std::uint32_t> rows) {
    TypedColumn result{column.name, column.type, {}, {}, column.categories, column.form, column.findings};
    if (column.type == ColumnType::number) {
        std::vector<double> numbers(rows.size());
        std::transform(rows.begin(), rows.end(), numbers.begin(),
                       [&](auto row) { return column.numbers[row]; });
        result.numbers = std::move(numbers);
    } else {
        std::vector<std::uint32_t> codes(rows.size());
        std::transform(rows.begin(), rows.end(), codes.begin(), [&](auto row) { return column.codes[row]; });
        result.codes = std::move(codes);
    }
    return result;
}

}  // namespace loh
