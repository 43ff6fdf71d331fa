// Atoms on typed columns, 64 rows to a word. What they mean is written in src/data/literal_oracle.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/typed_columns.hpp"
#include "formula/atom.hpp"

namespace loh {

// Sets bit r of word w to whether the atom holds in row begin + 64 w + r, for `rows` rows from `begin` on, which may be any
// row; bits beyond the last row are 0. There are as many words as that takes: (rows + 63) / 64.
// Throws Error when the atom does not fit the columns; see check_atom, which also warns.
void literal_bits(const Atom& atom, std::span<const TypedColumn> columns, std::size_t begin, std::size_t rows,
                  std::span<std::uint64_t> words);

// On all rows.
std::vector<std::uint64_t> literal_bits(const Atom& atom, std::span<const TypedColumn> columns);

}  // namespace loh
