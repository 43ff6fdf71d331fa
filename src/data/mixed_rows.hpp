// Rows that nobody observed, near those that were: to ask a model about, where a table has too few.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/examples.hpp"
#include "loh/table.hpp"

namespace loh {

// A table of `count` rows. Each is one of the given rows in which every cell has, with probability `share`, been replaced
// by the cell of the same column in another of them. A function of the seed.
Table mixed_rows(const Table& table, const RowList& rows, std::size_t count, double share,
                 std::uint64_t seed);

}  // namespace loh
