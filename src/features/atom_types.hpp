// Whether an atom fits the columns it speaks about: they exist, and numbers are compared with numbers, categories with
// categories. What is wrong here is wrong in a program or in a model, so the caller knows the place and adds it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/typed_columns.hpp"
#include "formula/atom.hpp"
#include "loh/error.hpp"

namespace loh {

// The column of an atom, which is spelled as the language does it. Throws Error when there is none.
const TypedColumn& column_of(const Column& column, std::span<const TypedColumn> columns);

// Throws Error when the atom stands for nothing on these columns. The warnings are about categories that the column does
// not have: such a comparison has a meaning, but is more likely a misspelling.
std::vector<Diagnostic> check_atom(const Atom& atom, std::span<const TypedColumn> columns);

// Two columns are compared as numbers when every cell of both is one, also where they have been read as categories;
// otherwise both have categories, which are compared as text.
bool compare_as_numbers(const TypedColumn& a, const TypedColumn& b);

// The number that a category spells, if it does.
std::optional<double> number_of(std::string_view category);

}  // namespace loh
