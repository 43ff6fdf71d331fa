// Notes about how a table was read, one line each: the texts that count as missing, rows without a class, a doubtful header.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <vector>

#include <loh/loh.hpp>

namespace loh::cli {

// Which of the usual texts for missing occur, and what they were read as.
void print_missing_texts(std::ostream& out, const std::vector<ColumnProfile>& columns);

// Asks for the header if the names of the columns look like a row.
void print_header_note(std::ostream& out, const Dataset& data);

// `line`: that of the first row; 0 if it is unknown. Prints nothing for 0 rows.
void print_rows_without_class(std::ostream& out, std::size_t rows, std::size_t line);

}  // namespace loh::cli
