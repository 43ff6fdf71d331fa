// The definition of atoms, one row at a time, written to be obviously right. literal_bits is tested against it.
#pragma once

#include <cstddef>
#include <span>

#include "data/typed_columns.hpp"
#include "formula/atom.hpp"

namespace loh {

// Whether the atom holds in a row. It must have passed check_atom.
//   - A missing cell satisfies no comparison, not even != or `not in`. Only `is missing` is true there.
//   - An unseen category differs from every category: != and `not in` hold, nothing else does.
//   - Two columns are compared as numbers if all their cells are numbers (compare_as_numbers), else as text.
bool literal_at(const Atom& atom, std::span<const TypedColumn> columns, std::size_t row);

}  // namespace loh
