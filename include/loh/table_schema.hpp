// What the columns of a table are, where that shall not be found out from their cells.
//
//     loh::TableSchema schema = loh::TableSchema::read("people.json");
//     schema.columns["zip"] = loh::ColumnUse::category;      // its cells are numbers, but no quantities
//     schema.missing.push_back("NA");
//     for (const loh::ColumnProfile& column : loh::profile(table, schema)) ...    // loh/table_profile.hpp
//
// The file is one JSON object, of which either member may be left out:
//
//     {"columns": {"age": "number", "rank": "category", "id": "ignore"}, "missing": ["", "?", "NA"]}
//
// A column that is not named is a number when every cell that is not missing is one, and a category otherwise. Numbers are
// decimal, with or without sign, point and exponent (`-3`, `+.28`, `1e5`), and fit in a double; `nan`, `inf` and `0x1F` are
// texts like any other. A cell is missing when it is, to the letter, one of the texts in `missing`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

enum class ColumnUse : std::uint8_t {
    number,    // a cell that is none is an Error with its place
    category,  // also when all cells are numbers
    ignore
};

// `number`, `category` or `ignore`, and back; any other text is an Error of kind `name`, with a suggestion.
std::string_view to_string(ColumnUse use);
ColumnUse parse_column_use(std::string_view text);

struct TableSchema {
    std::map<std::string, ColumnUse> columns;  // by name
    std::vector<std::string> missing = {"", "?"};

    // Error (io) when the file cannot be read, (syntax) when it is not JSON or has members of another kind, and (name)
    // for types that do not exist. Whether a table has the columns is seen when the schema is used.
    static TableSchema read(const std::string& path);
    static TableSchema parse(const std::string& text, const std::string& name = "<text>");
};

}  // namespace loh
