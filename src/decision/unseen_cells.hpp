// Counts the cells of typed columns whose category is not in the schema.
#pragma once

#include <span>

#include "data/typed_columns.hpp"
#include "loh/table.hpp"
#include "loh/unseen_cells.hpp"

namespace loh {

// columns: columns of `rows` by name, typed like those of a model (data/columns_like.hpp). Texts are read only if a column has
// unseen cells.
void count_unseen(const Table& rows, std::span<const TypedColumn> columns, UnseenCells& unseen);

}  // namespace loh
