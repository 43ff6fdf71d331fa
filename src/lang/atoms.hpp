// Atoms over table columns: from the syntax tree to the form that the graph stores.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "formula/atom.hpp"
#include "lang/ast.hpp"
#include "lang/scope.hpp"

namespace loh {

// A comparison of two constants, which occurs with bound names, is true or false.
using AtomOrTruth = std::variant<bool, Atom>;

// `column_name` gives the column of a reference, or throws.
AtomOrTruth resolve_atom(const Ast& ast, const Scope& scope,
                         const std::function<std::string(AstId)>& column_name, AstId atom);

}  // namespace loh
