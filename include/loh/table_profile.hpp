// Profiles of the columns of a table: types, missing cells, values, and remarks about likely problems.
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
    identifier,      // every row has a distinct value, so rules about it do not generalise
    few_numbers,     // a few whole numbers: possibly a category
    nearly_numbers,  // a category because some cells are not numbers
    decimal_commas,  // a category, but all values are numbers with a decimal comma
    ambiguous        // a category, because its numbers or dates can be read in two ways
};
std::string_view to_string(RemarkKind kind);

struct Remark {
    RemarkKind kind;
    std::string text;      // one sentence, without the column's name
    std::string hint;      // the flag of `loh inspect` that changes it; may be empty
    std::size_t line = 0;  // line of the file if the remark is about one cell; otherwise 0
};

// A category and its number of rows.
struct CategoryCount {
    std::string category;
    std::size_t rows = 0;
};

struct ColumnProfile {
    std::string name;
    ColumnUse use = ColumnUse::ignore;  // ignore: declared, or all cells are missing
    bool declared = false;              // whether the schema declares the type

    std::size_t missing = 0;   // rows without a value; 0 for columns declared as ignored
    std::size_t distinct = 0;  // distinct values; 0 for ignored columns
    double min = 0;            // for numbers; dates are seconds since 1970
    double max = 0;
    std::string
        form;  // how numbers are written: empty for plain ones, otherwise such as "$1,234.5" or "DD.MM.YYYY"
    bool date = false;     // whether the numbers are dates
    std::string min_text;  // min and max in the spelling of the language
    std::string max_text;
    std::vector<CategoryCount> most_frequent;  // for categories: the most frequent ones, in decreasing order

    // Texts that usually mean missing, such as NA and None: those read as missing, and those that are categories here.
    std::vector<CategoryCount> usual_missing;
    std::vector<CategoryCount> usual_categories;

    std::vector<Remark> remarks;
};

// The columns that tell rows apart instead of describing them: those with the remark `identifier` whose type is not declared.
// Empty if no other column but the target would be left.
std::vector<std::string> identifier_columns(const std::vector<ColumnProfile>& columns,
                                            std::string_view target);

// One profile for each column, in order. Throws Error (name) if the schema names an unknown column, and Error (meaning) with
// the place if a cell of a declared number column is not a number.
std::vector<ColumnProfile> profile(const Table& table, const TableSchema& schema = {});

}  // namespace loh
