// The types and categories of the columns that a decision reads. A model stores them, so that the cells of another table are
// interpreted in the same way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/dataset_data.hpp"
#include "formula/atom.hpp"
#include "loh/formula.hpp"

namespace loh {

struct ColumnMeanings {
    std::map<std::string, ColumnSchema> columns;  // by name: the columns that atoms compare
    MissingRules missing;                         // texts that denote a missing value
    std::vector<std::string> plain;  // atoms whose text is the name of a column, which is read instead
    TargetCuts target = {};          // how the cells of the target become classes
};

using Atoms = std::unordered_map<std::string, Atom>;  // by the text of the variable

// The atoms among the variables of the formulas.
Atoms atoms_of(const std::vector<Formula>& formulas);

// The meanings of the columns that the atoms compare, from the training data. Throws Error if an atom does not fit its column;
// the warnings are about likely mistakes.
ColumnMeanings find_meanings(const Atoms& atoms, const DatasetData& data, std::vector<Diagnostic>& warnings);

// The categories with which an atom compares its column.
void collect_categories(const Atom& atom, std::set<std::string>& texts);

// Adds categories that atoms name to those of the training data, so that such a cell is the category that the atom names rather
// than any unseen one. Texts of missing values stay missing.
void add_categories(const std::set<std::string>& texts, const MissingRules& missing, ColumnSchema& schema);

// Throws Error if atoms name a category of a column in a difference that cannot be subtracted: `x = "none" & x - y >= 2`, where
// x has letters. The atoms must fit their columns otherwise.
void check_differences(const Atoms& atoms, const ColumnMeanings& meanings);

}  // namespace loh
