// The cells of one column as texts, with the readable bytes after each text.
#pragma once

#include <cstddef>
#include <string_view>

#include "data/table_data.hpp"
#include "loh/table.hpp"

namespace loh {

class ColumnCells {
public:
    // `column` must exist. The table must not change during the lifetime of this object.
    ColumnCells(const Table& table, std::size_t column)
        : places_(table.data().cells.empty() ? nullptr : table.data().cells.data() + column),
          columns_(table.columns()),
          text_(table.data().text.data()),
          readable_(text_ + table.data().text.size()),
          bits_(table.data().bits.get()),
          column_(column) {}

    struct Cell {
        std::string_view text;
        const char* readable;  // all bytes before this one may be read, also those after the text
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

    const CellPlace* places_;  // [row][column], starting at the first cell of this column
    std::size_t columns_;
    const char* text_;
    const char* readable_;
    const PackedRows* bits_;
    std::size_t column_;
};

}  // namespace loh
