#include <algorithm>
#include <numeric>

#include "data/examples.hpp"

namespace loh {

void pack(TruthRows& rows) {
    if (rows.columns.empty()) return;
    for (const std::vector<float>& column : rows.columns) {
        if (!std::all_of(column.begin(), column.end(), [](float x) { return x == 0 || x == 1; })) return;
    }
    auto bits = std::make_shared<PackedRows>(rows.columns[0].size(), rows.columns.size());
    for (std::size_t i = 0; i < rows.columns.size(); ++i) {
        for (std::size_t row = 0; row < rows.columns[i].size(); ++row) {
            if (rows.columns[i][row] == 1) bits->set(row, i);
        }
    }
    rows.bit_of.resize(rows.columns.size());
    std::iota(rows.bit_of.begin(), rows.bit_of.end(), 0U);
    rows.bits = std::move(bits);
    rows.columns = {};
}

}  // namespace loh
