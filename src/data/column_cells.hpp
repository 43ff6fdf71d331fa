// The cells of one column as texts, with what may be read behind them.
#pragma once

#include <cstddef>
#include <string_view>

#include "data/table_data.hpp"
#include "loh/table.hpp"

namespace loh {

class ColumnCells {
public:
    // The table has such a column, and stays as it is.
    ColumnCells(const Table& table, std::size_t column)
        : places_(table.data().cells.data() + column),
          columns_(table.columns()),
          text_(table.data().text.data()),
          readable_(text_ + table.data().text.size()),
          bits_(table.data().bits.get()),
          column_(column) {}

    struct Cell {
        std::string_view text;
        const char* readable;  // bytes before this one exist, also those behind the text
    };

    [[nodiscard]] Cell operator[](std::size_t row) const {
        if (bits_ != nullptr) return bit(row);
        CellPlace place = places_[row * columns_];
        return {{text_ + place.begin(), place.length()}, readable_};
    }

private:
    [[nodiscard]] Cell bit(std::size_t row) const {
        std::string_view text = bits_->at(row, column_) ? "1" : "0";
        return {text, text.data() + text.size()};
    }

    const CellPlace* places_;  // [row][column], from the first cell of this column on
    std::size_t columns_;
    const char* text_;
    const char* readable_;
    const PackedRows* bits_;
    std::size_t column_;
};

}  // namespace loh
