#include "network/kernels/bit_counts.hpp"

#include <bit>

#include "base/vector_clones.hpp"

namespace loh {

LOH_VECTOR_CLONES std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b,
                                             std::size_t words) noexcept {
    std::uint64_t total = 0;
    for (std::size_t w = 0; w < words; ++w) total += static_cast<std::uint64_t>(std::popcount(a[w] & b[w]));
    return total;
}

LOH_VECTOR_CLONES void count_planes(const std::uint64_t* a, const std::uint64_t* planes, std::size_t words,
                                    std::size_t count, std::uint64_t* counts) noexcept {
    for (std::size_t plane = 0; plane < count; ++plane) {
        const std::uint64_t* bits = planes + plane * words;
        std::uint64_t total = 0;
        for (std::size_t w = 0; w < words; ++w)
            total += static_cast<std::uint64_t>(std::popcount(a[w] & bits[w]));
        counts[plane] = total;
    }
}

LOH_VECTOR_CLONES std::uint64_t sum_common(const std::uint64_t* a, const std::uint64_t* b,
                                           const std::uint64_t* planes, std::size_t words,
                                           std::size_t count) noexcept {
    std::uint64_t total = 0;
    for (std::size_t w = 0; w < words; ++w, planes += count) {
        std::uint64_t common = a[w] & b[w];
        if (common == 0) continue;  // partial rules cover few rows
        for (std::size_t plane = 0; plane < count; ++plane)
            total += static_cast<std::uint64_t>(std::popcount(common & planes[plane])) << plane;
    }
    return total;
}

}  // namespace loh
