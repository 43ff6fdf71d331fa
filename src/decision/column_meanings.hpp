// The meaning of the columns that a decision reads: what a model keeps of the table it was learned from, so that the cells of
// another table mean the same to it.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/dataset_data.hpp"
#include "formula/atom.hpp"
#include "loh/formula.hpp"

namespace loh {

struct ColumnMeanings {
    std::map<std::string, ColumnSchema> columns;  // by name: those that atoms compare
    std::vector<std::string> missing;             // texts of cells without a value
    std::vector<std::string> plain;  // atoms that are columns themselves: a column has their text as its name
};

using Atoms = std::unordered_map<std::string, Atom>;  // by the text of the variable

// The atoms among the variables of some formulas.
Atoms atoms_of(const std::vector<Formula>& formulas);

// The meanings of the columns that the atoms compare, in the dataset to learn from. Throws Error for an atom that does not
// fit its column; the warnings are about likely mistakes.
ColumnMeanings find_meanings(const Atoms& atoms, const DatasetData& data, std::vector<Diagnostic>& warnings);

}  // namespace loh
