// Text to tokens.
//
// A newline ends a statement, so the lexer passes it on, but only where a statement can end: not inside brackets, not
// after a connective, `:=`, a comma or another word that needs something after it, and not before a connective sign at
// the start of the next line. The parser never has to think about lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lang/token.hpp"

namespace loh {

struct TokenStream {
    std::vector<Token> tokens;  // ends with one TokenKind::end
    std::vector<SourceSpan>
        comments;  // in order, each from its '#' to the last visible character of the line
};

TokenStream tokenize(const Source& source);

// The text that a name in backquotes or a string stands for, escapes resolved; a plain name as it is.
std::string unquote(std::string_view token_text);

}  // namespace loh
