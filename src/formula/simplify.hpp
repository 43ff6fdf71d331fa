// Simplification; the contract is in include/loh/formula_tools.hpp, and each file of src/formula/rewrites has one rewrite.
#pragma once

#include "loh/formula_tools.hpp"

namespace loh {

using LiteralsOf = AtomMeaning;

}  // namespace loh
