// Tokens to syntax tree. The grammar stands on top of parser.cpp and, with its meaning, in docs/language.md.
#pragma once

#include <cstddef>

#include "lang/ast.hpp"
#include "lang/lexer.hpp"

namespace loh {

// Throws Error (syntax) at the first place that is not in the grammar, Error (limit) beyond `max_depth` levels of nesting.
Ast parse(const Source& source, const TokenStream& stream, std::size_t max_depth);

}  // namespace loh
