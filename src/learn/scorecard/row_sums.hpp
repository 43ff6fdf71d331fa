// Numbers of rows, rounded to small integers, whose sums over sets of rows are counts of bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"

namespace loh {

class RowSums {
public:
    // values: [column][row]. The values of a column are rounded to multiples of 1/31 of the largest magnitude, or to 1/15 if none
    // is negative. The remainder of a row is carried to the next one, so that sums are not biased.
    explicit RowSums(std::span<const std::vector<double>> values);

    [[nodiscard]] std::size_t columns() const { return columns_.size(); }

    // The sums over the rows whose bit is 1: [column]. rows: [row], bits beyond the last row are 0.
    void sum(const Bits& rows, std::span<double> sums) const;

private:
    struct Column {
        double unit = 1;
        std::size_t planes = 0;  // bits of a number
        bool negative = false;   // two's complement: the last bit counts negatively
    };

    void add(const std::vector<double>& values);

    std::size_t words_ = 0;
    std::vector<Column> columns_;
    std::size_t plane_count_ = 0;
    std::vector<std::uint64_t> planes_;  // [column][bit of the number][word of rows]
};

}  // namespace loh
