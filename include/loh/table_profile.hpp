// What is in the columns of a table, before anything is learned from it: types, missing cells, values, and what looks odd.
//
//     loh::Table people = loh::Table::read_csv("people.csv");
//     for (const loh::ColumnProfile& column : loh::profile(people)) {
//         std::cout << column.name << ": " << to_string(column.use) << '\n';
//         for (const loh::Remark& remark : column.remarks) std::cout << "    " << remark.text << '\n';
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

enum class RemarkKind : std::uint8_t {
    all_missing,     // no cell has a value: the column is ignored
    constant,        // all values are the same
    duplicate,       // the same as an earlier column, row by row
    identifier,      // each row has a value of its own, so that no rule about it can hold for others
    few_numbers,     // a few whole numbers: perhaps a category
    nearly_numbers,  // a category because of some cells that are no numbers
    decimal_commas   // a category, but all values would be numbers with a point instead of the comma
};
std::string_view to_string(RemarkKind kind);

struct Remark {
    RemarkKind kind;
    std::string text;      // one sentence, without the column's name
    std::string hint;      // the flag of `loh inspect` that would change it; may be empty
    std::size_t line = 0;  // of the file, where the remark is about one cell; otherwise 0
};

// One of the categories, and how many rows have it.
struct CategoryCount {
    std::string category;
    std::size_t rows = 0;
};

struct ColumnProfile {
    std::string name;
    ColumnUse use = ColumnUse::ignore;  // ignore: declared so, or all cells are missing
    bool declared = false;              // by the schema; otherwise found out

    std::size_t missing = 0;   // rows; 0 for columns that are declared as ignored
    std::size_t distinct = 0;  // different values; 0 for ignored columns
    double min = 0;            // of numbers
    double max = 0;
    std::vector<CategoryCount> most_frequent;  // of categories: the first few, the most frequent first

    std::vector<Remark> remarks;
};

// One for each column, in their order. An Error of kind `name` when the schema names a column that the table does not have,
// and of kind `meaning`, with the place, when a column is declared as numbers and a cell is none.
std::vector<ColumnProfile> profile(const Table& table, const TableSchema& schema = {});

}  // namespace loh
