// The types and categories of the columns that a decision reads. A model stores them, so that the cells of another table are
// interpreted in the same way.
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

}  // namespace loh
