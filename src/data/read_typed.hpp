// A CSV source as columns of numbers and categories, read in one pass on several threads. Nothing is kept of its text: the
// columns are all that is in memory, with a few blocks for each thread.
//
//     TypedTable people = read_typed("people.csv", schema);
//     for (const TypedColumn& column : people.columns) ...
//     people.lines[row]                                       // of the file, for messages
//
// The columns are those of typed_columns() for the whole table (column_types.hpp), to the bit, for any number of threads and
// any size of blocks; and those without values as well.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/row_lines.hpp"
#include "data/typed_columns.hpp"
#include "loh/file.hpp"
#include "loh/table.hpp"
#include "loh/table_reader.hpp"
#include "loh/table_schema.hpp"

namespace loh {

struct TypedTable {
    std::string source;                // file name for messages
    std::vector<std::string> names;    // [column of the header]
    std::vector<TypedColumn> columns;  // in the order of the header, without those that are declared `ignore`
    std::size_t rows = 0;
    RowLines lines;  // [row]
};

struct TypedReadOptions {
    CsvOptions csv;
    std::size_t threads = 0;  // 0: one for each processor
    std::size_t block_bytes = TableReader::kBlockBytes;
    std::string target =
        {};  // a column whose cells are classes, so texts, whatever the schema says; empty: none
};

// A column whose cells looked like numbers until a text came up is read once more from the start: the file is opened again.
// What cannot be read twice, such as a pipe, is kept in memory as it came, compressed or not, until all is read.
//
// Errors are those of reading the table as a whole, but of two faults the one in the earlier block counts; an Error (io)
// when the file has fewer rows the second time.
TypedTable read_typed(const std::string& path, const TableSchema& schema,
                      const TypedReadOptions& options = {});
TypedTable read_typed(ByteSource bytes, const std::string& name, const TableSchema& schema,
                      const TypedReadOptions& options = {});

}  // namespace loh
