// What the rows of a table say about the variables of a model: truth values of columns that bear their names, and of atoms
// over columns of numbers and categories, such as `age >= 37.5`.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/column_types.hpp"
#include "data/examples.hpp"
#include "formula/atom.hpp"
#include "loh/formula.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

// What a model keeps of the table it was learned from, so that another means the same to it.
struct ColumnMeanings {
    std::map<std::string, ColumnSchema> columns;  // by name: those that atoms speak about
    std::vector<std::string> missing;             // texts of cells without a value
    std::vector<std::string> plain;               // atoms that are columns themselves: one bore their text
};

using Atoms = std::unordered_map<std::string, Atom>;  // by the text of the variable

// The atoms among the variables of some formulas.
Atoms atoms_of(const std::vector<Formula>& formulas);

// The meanings of the columns that the atoms speak about, in the table to learn from. Throws Error for an atom that does not fit; the warnings are about likely slips.
ColumnMeanings find_meanings(const Atoms& atoms, const Table& table, const TableSchema& schema,
                             const std::string& target, std::vector<Diagnostic>& warnings);

// Truth values of a table's rows, by the names of variables.
struct ModelRows {
    std::vector<std::string> names;  // [input]
    TruthRows inputs;
    std::size_t count = 0;          // of the rows
    std::vector<ModelRows> beside;  // other variables of the same rows
};

// Throws Error when a column is missing, is the target, or has a cell without the meaning it should have.
ModelRows read_rows(std::vector<std::string> names, const Atoms& atoms, const ColumnMeanings& meanings,
                    const Table& table, const std::string& target);

// Whether the table has all columns that these variables need.
bool has_columns(const std::vector<std::string>& names, const Atoms& atoms, const Table& table);

}  // namespace loh
