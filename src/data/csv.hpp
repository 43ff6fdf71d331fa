// From CSV text to the cells of a table. What is accepted is written at the top of loh/table.hpp.
#pragma once

#include <string>

#include "data/table_data.hpp"
#include "loh/table.hpp"

namespace loh {

TableData parse_csv(std::string text, std::string name, const CsvOptions& options);

}  // namespace loh
