// Columns of a table as what they mean: numbers or categories, with missing cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loh {

enum class ColumnType : std::uint8_t { number, category };

struct TypedColumn {
    static constexpr std::uint32_t kMissingCode = UINT32_MAX;
    // Of a category that the column a model was made from does not have: it is equal to none of `categories`.
    static constexpr std::uint32_t kUnseenCode = UINT32_MAX - 1;

    std::string name;  // as in the header of the table
    ColumnType type = ColumnType::number;
    std::vector<double> numbers;  // [row]: NaN where the cell is missing; empty for categories
    std::vector<std::uint32_t>
        codes;  // [row]: in `categories`, kMissingCode where missing; empty for numbers
    std::vector<std::string> categories;  // [code]: different, sorted; empty for numbers

    [[nodiscard]] std::size_t rows() const {
        return type == ColumnType::number ? numbers.size() : codes.size();
    }
};

}  // namespace loh
