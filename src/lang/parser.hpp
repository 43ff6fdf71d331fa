// The parser: from tokens to the syntax tree. The grammar is at the top of parser.cpp, its meaning in docs/language.md.
#pragma once

#include <cstddef>

#include "lang/ast.hpp"
#include "lang/lexer.hpp"

namespace loh {

// Throws Error (syntax) at the first violation of the grammar, and Error (limit) beyond `max_depth` levels of nesting.
Ast parse(const Source& source, const TokenStream& stream, std::size_t max_depth);

}  // namespace loh
