// Atoms over table columns: from syntax to the symbolic form that the graph keeps.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "formula/atom.hpp"
#include "lang/ast.hpp"
#include "lang/scope.hpp"

namespace loh {

// A comparison of constants only, which bound names can lead to, is simply true or false.
using AtomOrTruth = std::variant<bool, Atom>;

// `column_name` spells the column that a reference stands for, or throws.
AtomOrTruth resolve_atom(const Ast& ast, const Scope& scope,
                         const std::function<std::string(AstId)>& column_name, AstId atom);

}  // namespace loh
