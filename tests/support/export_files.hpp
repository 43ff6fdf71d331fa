// Writes export cases with their exports to a folder, for consumers in any language:
//
//     FOLDER/017/case.json          the rows, and what the library decides
//     FOLDER/017/read.json      names of the columns that the model reads, in the order of ExportModel::columns
//     FOLDER/017/sql-sqlite.sql     an export: TARGET[-DIALECT][-full].EXTENSION; full: with explain and proba
//
// case.json:
//
//     target, classes, table   names
//     votes                    whether the class with most points is predicted; otherwise the first rule that holds decides
//     columns                  [column]: {name, kind, form}; kind: number, date, category or truth; form: pattern of texts
//     cells                    [column][row]: a number, "inf", "-inf", a text, or null; dates in seconds since 1970
//     texts                    [column][row]: the cell as in a table of text, or null: an infinity, which such a table cannot have
//     expected                 [row]: index of the class
//     rules                    [row]: number of the rule that decides, from 1; 0 for none. With votes: numbers of the rules that hold
//     points                   [row][class], with votes
//     proba                    [row][class]
//     refused                  {file: message} of exports that the library refuses
#pragma once

#include <filesystem>

#include "support/export_cases.hpp"

namespace loh::testing {

// Writes ordinary cases, and some of the other shapes. Throws if the library itself decides a row of text in another way.
void write_export_files(const std::filesystem::path& folder, std::size_t cases, std::size_t rows,
                        std::uint64_t seed);

}  // namespace loh::testing
