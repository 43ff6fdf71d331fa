// The cells a column can have, as far as a model can tell them apart: the cut points and categories of its literals divide
// them into regions, and one cell stands for each. What is true of the examples is true of every other row, as long as
// literals compare with constants; where two columns are compared, each is also divided at the value that the other has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decision/decision_data.hpp"
#include "formula/cell_set.hpp"

namespace loh {

struct Region {
    CellSet cells;        // empty for a column of truth values
    std::string example;  // the text of a cell in it
};

struct ColumnRegions {
    std::size_t column = 0;  // of the table
    std::string name;        // there
    std::string cell;        // that the row has
    enum class Type : std::uint8_t { truth, number, category };
    Type type = Type::truth;
    std::vector<Region>
        regions;  // false, true; or numbers as they grow, or categories sorted, then others; missing is last
    std::size_t current = 0;         // the region of the cell
    std::vector<std::string> known;  // categories that the model was learned with

    [[nodiscard]] bool is_missing(std::size_t region) const { return regions[region].cells.has_missing(); }
};

// The columns that these variables need, in the order of their first use, for one row of a table.
std::vector<ColumnRegions> regions_of(const DecisionData& model, const std::vector<std::string>& variables,
                                      const Atoms& atoms, const Table& table, std::size_t row);

// A union of regions of one column in words: `below 30`, `one of nurse, tech`, `missing`.
std::string describe(const ColumnRegions& column, const std::vector<std::size_t>& regions);

}  // namespace loh
