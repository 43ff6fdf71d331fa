#include <algorithm>

#include "data/examples.hpp"

namespace loh {

void pack(Examples& examples) {
    for (const std::vector<float>& column : examples.inputs) {
        if (!std::all_of(column.begin(), column.end(), [](float x) { return x == 0 || x == 1; })) return;
    }
    examples.words_per_row = std::max<std::size_t>(1, (examples.inputs.size() + 63) / 64);
    examples.packed.assign(examples.words_per_row * examples.rows(), 0);
    for (std::size_t i = 0; i < examples.inputs.size(); ++i) {
        std::uint64_t bit = std::uint64_t{1} << (i % 64);
        for (std::size_t row = 0; row < examples.rows(); ++row) {
            if (examples.inputs[i][row] == 1) examples.packed[row * examples.words_per_row + i / 64] |= bit;
        }
    }
}

}  // namespace loh
