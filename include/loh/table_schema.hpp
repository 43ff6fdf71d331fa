// Declared types of the columns of a table, in place of types inferred from the cells.
//
//     loh::TableSchema schema = loh::TableSchema::read("people.json");
//     schema.columns["zip"] = loh::ColumnUse::category;      // its cells are numbers, but not quantities
//     schema.missing.push_back("NA");
//     for (const loh::ColumnProfile& column : loh::profile(table, schema)) ...    // loh/table_profile.hpp
//
// The file is one JSON object with two optional members:
//
//     {"columns": {"age": "number", "rank": "category", "id": "ignore"}, "missing": ["", "?", "NA"]}
//
// A column without a declaration is a number if every cell that is not missing is a number, and a category otherwise. Numbers
// are decimal, with optional sign, point and exponent (`-3`, `+.28`, `1e5`), and fit in a double; `inf` and `0x1F` are texts.
// A column is also a number if all of its cells are dates, or numbers of one form such as `$1,234.50` (docs/tables.md). A
// cell is missing if it equals one of the texts in `missing`, or one of the usual texts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

enum class ColumnUse : std::uint8_t {
    number,    // a cell that is not a number is an Error with its place
    category,  // even if all cells are numbers
    ignore
};

// `number`, `category` or `ignore`, and back. Any other text is an Error (name) with a suggestion.
std::string_view to_string(ColumnUse use);
ColumnUse parse_column_use(std::string_view text);

struct TableSchema {
    std::map<std::string, ColumnUse> columns;      // by name
    std::vector<std::string> missing = {"", "?"};  // in every column

    // Whether NA, N/A, nan, NaN, null, NULL, None and - are missing as well. In a column whose other cells are all numbers or
    // dates, all of them are; in a column of categories None and - are categories, and so is NA among codes of two capital
    // letters. False if the file has the member `missing`.
    bool usual_missing = true;

    // Throws Error (io) if the file cannot be read, Error (syntax) if it is not JSON or has members of the wrong type, and Error
    // (name) for unknown types. Column names are checked when the schema is used.
    static TableSchema read(const std::string& path);
    static TableSchema parse(const std::string& text, const std::string& name = "<text>");
};

}  // namespace loh
