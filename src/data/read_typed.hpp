// Reads a CSV source as columns of numbers and categories, in one pass, on several threads. The text is not kept: memory
// holds the columns and a few blocks for each thread.
//
//     TypedTable people = read_typed("people.csv", schema);
//     for (const TypedColumn& column : people.columns) ...
//     people.lines[row]                                       // line in the file, for messages
//
// The columns equal those of typed_columns() for the whole table (column_types.hpp), bit for bit, for any number of threads
// and any block size. Columns without values are included.
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
    std::vector<TypedColumn> columns;  // in the order of the header, without columns declared `ignore`
    std::size_t rows = 0;
    char separator = 0;  // of the cells
    RowLines lines;      // [row]
};

struct TypedReadOptions {
    CsvOptions csv;
    std::size_t threads = 0;  // 0: one for each processor
    std::size_t block_bytes = TableReader::kBlockBytes;
    std::string target = {};  // a column of classes, read as texts whatever the schema says; empty: none
};

// A column that looked like numbers until a text occurred is read a second time from the start, so the file is opened again.
// A source that can be read only once, such as a pipe, is kept in memory as received, compressed or not, until the end.
//
// Errors are those of reading the whole table; of two errors, the one in the earlier block is thrown. Throws Error (io) if
// the file has fewer rows in the second pass.
TypedTable read_typed(const std::string& path, const TableSchema& schema,
                      const TypedReadOptions& options = {});
TypedTable read_typed(ByteSource bytes, const std::string& name, const TableSchema& schema,
                      const TypedReadOptions& options = {});

}  // namespace loh
