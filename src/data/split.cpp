#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "data/examples.hpp"

namespace loh {

Split stratified_split(const Examples& examples, const Rows& rows, double fraction, std::uint64_t seed,
                       std::uint32_t purpose) {
    if (fraction == 0) return {rows, {}};
    std::vector<RowList> by_class(examples.classes);
    for (std::uint32_t row : rows) by_class[examples.labels[row]].push_back(row);
    Random random(seed, Stream::splitting);
    std::vector<bool> taken(examples.rows(), false);
    for (RowList& members : by_class) {
        // A random order by a random number for each row, so that the draw does not depend on the other rows.
        std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(random.bits(purpose, a), a) < std::pair(random.bits(purpose, b), b);
        });
        auto share = static_cast<std::size_t>(std::llround(fraction * static_cast<double>(members.size())));
        share = std::min(share, members.empty() ? 0 : members.size() - 1);
        for (std::size_t i = 0; i < share; ++i) taken[members[i]] = true;
    }
    RowList first;
    RowList second;
    for (std::uint32_t row : rows) (taken[row] ? second : first).push_back(row);
    return {std::move(first), std::move(second)};
}

}  // namespace loh
