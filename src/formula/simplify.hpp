// Simplification: include/loh/formula_tools.hpp has the contract. One rewrite in each file of src/formula/rewrites.
#pragma once

#include "loh/formula_tools.hpp"

namespace loh {

using LiteralsOf = AtomMeaning;

}  // namespace loh
