// Idea: bit b of the numbers of 64 rows is one word, so the sum over a set of rows is the sum over b of 2^b times the number of
// rows of the set whose bit b is 1: one `and` and one popcount for 64 rows and each of four to six bits.
#include "learn/scorecard/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "network/kernels/bit_counts.hpp"

namespace loh {

RowSums::RowSums(std::span<const std::vector<double>> values) {
    for (const std::vector<double>& column : values) add(column);
}

void RowSums::add(const std::vector<double>& values) {
    constexpr std::size_t kPlanes = 4;
    constexpr std::size_t kSignedPlanes = 6;
    Column column;
    double largest = 0;
    for (double value : values) {
        largest = std::max(largest, std::abs(value));
        column.negative = column.negative || value < 0;
    }
    column.planes = column.negative ? kSignedPlanes : kPlanes;
    double most = column.negative ? (1U << (kSignedPlanes - 1)) - 1 : (1U << kPlanes) - 1;
    if (largest > 0) column.unit = largest / most;
    words_ = bit_words(values.size());
    std::size_t first = planes_.size();
    planes_.resize(first + column.planes * words_, 0);
    double carried = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
        double wanted = values[row] / column.unit + carried;
        double whole = std::clamp(std::nearbyint(wanted), column.negative ? -most : 0, most);
        carried = wanted - whole;
        auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(whole));
        for (std::size_t b = 0; b < column.planes; ++b)
            planes_[first + b * words_ + row / 64] |= std::uint64_t{bits >> b & 1U} << (row % 64);
    }
    plane_count_ += column.planes;
    columns_.push_back(column);
}

void RowSums::sum(const Bits& rows, std::span<double> sums) const {
    constexpr std::size_t kBlock = 64;
    std::uint64_t counts[kBlock];
    std::size_t plane = 0;  // of all
    std::size_t column = 0;
    std::size_t of_column = 0;
    std::int64_t total = 0;
    while (plane < plane_count_) {
        std::size_t some = std::min(kBlock, plane_count_ - plane);
        count_planes(rows.data(), planes_.data() + plane * words_, words_, some, counts);
        plane += some;
        for (std::size_t i = 0; i < some; ++i) {
            const Column& now = columns_[column];
            bool last = of_column + 1 == now.planes;
            auto worth = static_cast<std::int64_t>(counts[i] << of_column);
            total += last && now.negative ? -worth : worth;
            ++of_column;
            if (!last) continue;
            sums[column++] = now.unit * static_cast<double>(total);
            of_column = 0;
            total = 0;
        }
    }
}

}  // namespace loh
