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
    // values: [row]. Each is rounded to a multiple of 1/127 of the largest magnitude.
    explicit RowSums(std::span<const double> values);

    // The sum over the rows whose bit is 1. rows: [row], bits beyond the last row are 0.
    [[nodiscard]] double sum(const Bits& rows) const;

private:
    static constexpr std::size_t kPlanes = 8;  // bits of a number in two's complement

    double unit_ = 1;
    std::vector<Bits> planes_;  // [bit of the number]: [row]
};

}  // namespace loh
