// Types a column of texts in memory like the cells of a file.
#pragma once

#include <optional>

#include "data/typed_columns.hpp"
#include "loh/dataset.hpp"

namespace loh {

// Blanks around a text are removed, the texts of the schema and the usual texts are missing, and dates and numbers with units
// become numbers. Plain numbers stay categories, because the caller has typed them as texts; unless they are declared as
// numbers. `target`: the column of the classes.
TypedColumn text_column_of(const MemoryColumn& column, const TextCells& cells, const TableSchema& schema,
                           std::optional<ColumnUse> declared, bool target);

}  // namespace loh
