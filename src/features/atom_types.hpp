// Checks that an atom fits its columns: they exist, and numbers are compared with numbers, categories with categories. The
// errors have no place, because the caller knows where the atom comes from (a program or a model) and adds it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/typed_columns.hpp"
#include "formula/atom.hpp"
#include "loh/error.hpp"

namespace loh {

// The column of an atom, which has the spelling of the language. Throws Error if there is none.
const TypedColumn& column_of(const Column& column, std::span<const TypedColumn> columns);

// Throws Error if the atom does not fit the columns. The warnings are about categories that the column does not have: such a
// comparison is valid, but is more likely a misspelling. Finding the category that was meant takes time, so it can be left out.
std::vector<Diagnostic> check_atom(const Atom& atom, std::span<const TypedColumn> columns,
                                   bool with_warnings = true);

// Two columns are compared as numbers if every cell of both is a number, even if they were read as categories. Otherwise
// both have categories, which are compared as text.
bool compare_as_numbers(const TypedColumn& a, const TypedColumn& b);

// The number that a category spells, if any.
std::optional<double> number_of(std::string_view category);

}  // namespace loh
