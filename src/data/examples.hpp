// Rows to learn from: truth values in columns, and a class for each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loh {

struct Examples {
    std::vector<std::vector<float>> inputs;  // [input of the program][row]: in [0, 1]
    std::vector<std::uint32_t> labels;       // [row]: class
    std::uint32_t classes = 2;

    [[nodiscard]] std::size_t rows() const { return labels.size(); }
};

using RowList = std::vector<std::uint32_t>;  // rows of Examples

// 0, 1, ..., rows - 1.
RowList all_rows(std::size_t rows);

// `rows` in two parts, in order. Each class gives its share of `fraction` to `second`, to the nearest row, but no class is
// taken away whole. Which rows go is drawn from `seed`; `purpose` tells apart the splits of one run.
struct Split {
    RowList first;
    RowList second;
};
Split stratified_split(const Examples& examples, const RowList& rows, double fraction, std::uint64_t seed,
                       std::uint32_t purpose);

}  // namespace loh
