// Runs rows of a table through a network: truth values, as floats or bits, become the columns of a batch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "data/examples.hpp"
#include "network/kernels/batch.hpp"

namespace loh {

// Transposes rows of packed inputs to columns of bits, 64 by 64: calls put(input, w, bits) with the bits of rows[64 w] to
// rows[64 w + 63] (0 after the last), for every input and every w.
template <class Put>
void bit_columns(const TruthRows& inputs, std::span<const std::uint32_t> rows, const Put& put) {
    std::array<std::uint64_t, 64> block;
    for (std::size_t first = 0; first < rows.size(); first += 64) {
        std::size_t count = std::min<std::size_t>(64, rows.size() - first);
        for (std::size_t i = 0; i < inputs.count();) {
            std::size_t word = inputs.bit_of[i] / 64;
            block.fill(0);
            for (std::size_t r = 0; r < count; ++r) block[r] = inputs.bits->word(rows[first + r], word);
            transpose_bits(block.data());
            for (; i < inputs.count() && inputs.bit_of[i] / 64 == word; ++i)
                put(i, first / 64, block[inputs.bit_of[i] % 64]);
        }
    }
}

// The forward pass of `batch` on the given rows.
void forward_rows(const TruthRows& inputs, std::span<const std::uint32_t> rows,
                  std::span<const float> weights, Batch::Then then, Batch& batch);

}  // namespace loh
