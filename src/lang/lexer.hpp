// The lexer: from text to tokens.
//
// A newline is a token only where it ends a statement: not inside brackets, not after a connective, `:=`, a comma or
// another token that needs a continuation, and not before a connective sign at the start of the next line. The parser needs
// no other rule about lines.
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

// The content of a name or string: without quotes, with escapes resolved.
std::string unquote(std::string_view token_text);

}  // namespace loh
