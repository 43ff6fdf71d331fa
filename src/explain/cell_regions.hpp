// Divides the possible cells of a column into regions that a model cannot distinguish: the cut points and categories of its
// literals are the boundaries, and each region has one example cell. If literals compare with constants only, a result for
// the examples holds for all cells of the regions. If two columns are compared, each is also divided at the value of the
// other in the row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decision/decision_data.hpp"
#include "formula/cell_set.hpp"

namespace loh {

struct Region {
    CellSet cells;        // empty for a column of truth values
    std::string example;  // the text of a cell in the region
};

struct ColumnRegions {
    std::size_t column = 0;  // index in the table
    std::string name;        // name in the table
    std::string cell;        // cell of the row
    enum class Type : std::uint8_t { truth, number, category };
    Type type = Type::truth;
    bool dates = false;  // the numbers are dates
    std::vector<Region>
        regions;  // false, true; or increasing numbers; or sorted categories, then others; missing is last
    std::size_t current = 0;         // the region of the cell
    std::vector<std::string> known;  // categories of the training data

    [[nodiscard]] bool is_missing(std::size_t region) const { return regions[region].cells.has_missing(); }
};

// The columns of these variables, in the order of their first use, for one row of a table.
std::vector<ColumnRegions> regions_of(const DecisionData& model, const std::vector<std::string>& variables,
                                      const Atoms& atoms, const Table& table, std::size_t row);

// A union of regions of one column in words: `below 30`, `one of nurse, tech`, `missing`.
std::string describe(const ColumnRegions& column, const std::vector<std::size_t>& regions);

}  // namespace loh
