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

    // When every input is 0 or 1, the same row by row, one bit each; see pack().
    std::vector<std::uint64_t> packed;  // [row][word]: input i is bit i % 64 of word i / 64
    std::size_t words_per_row = 0;

    [[nodiscard]] std::size_t rows() const { return labels.size(); }
    [[nodiscard]] bool is_packed() const { return words_per_row > 0; }
};

// Fills `packed` when all inputs are 0 or 1; trainers then work on bits. Nothing else depends on it.
void pack(Examples& examples);

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
