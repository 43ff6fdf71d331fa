// Idea: bit b of the numbers of 64 rows is one word, so the sum over a set of rows is the sum over b of 2^b times the number of
// rows of the set whose bit b is 1: one `and` and one popcount for 64 rows and each of eight bits. The last bit counts negatively.
#include "learn/scorecard/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "network/kernels/bit_counts.hpp"

namespace loh {

RowSums::RowSums(std::span<const double> values) {
    constexpr double kLargest = 127;
    double largest = 0;
    for (double value : values) largest = std::max(largest, std::abs(value));
    if (largest > 0) unit_ = largest / kLargest;
    std::size_t words = bit_words(values.size());
    planes_.assign(kPlanes, Bits(words, 0));
    for (std::size_t row = 0; row < values.size(); ++row) {
        auto whole = static_cast<std::uint8_t>(static_cast<std::int8_t>(std::nearbyint(values[row] / unit_)));
        for (std::size_t b = 0; b < kPlanes; ++b) {
            if ((whole >> b & 1U) != 0) set_bit(planes_[b], row);
        }
    }
    if (std::all_of(values.begin(), values.end(), [](double value) { return value >= 0; }))
        planes_.pop_back();  // no negative number: the last bit is 0
}

double RowSums::sum(const Bits& rows) const {
    std::int64_t total = 0;
    for (std::size_t b = 0; b < planes_.size(); ++b) {
        auto count =
            static_cast<std::int64_t>(count_common(rows.data(), planes_[b].data(), planes_[b].size()));
        total += (b == kPlanes - 1 ? -count : count) * (std::int64_t{1} << b);
    }
    return unit_ * static_cast<double>(total);
}

}  // namespace loh
