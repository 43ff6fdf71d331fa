#include "network/forward_rows.hpp"

namespace loh {

void forward_rows(const TruthRows& inputs, std::span<const std::uint32_t> rows,
                  std::span<const float> weights, Batch::Then then, Batch& batch) {
    batch.set_rows(rows.size());
    if (inputs.is_packed()) {
        bit_columns(inputs, rows, [&](std::size_t input, std::size_t word, std::uint64_t bits) {
            batch.input_bits(input)[word] = bits;
        });
        batch.forward_bits(weights, then);
        return;
    }
    for (std::size_t i = 0; i < inputs.count(); ++i) {
        std::span<float> column = batch.input(i);
        for (std::size_t r = 0; r < rows.size(); ++r) column[r] = inputs.columns[i][rows[r]];
    }
    batch.forward(weights, then);
}

}  // namespace loh
