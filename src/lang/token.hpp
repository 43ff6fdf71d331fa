// Tokens of the language.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.hpp"

namespace loh {

enum class TokenKind : std::uint8_t {
    end,          // of the text
    newline,      // the end of a statement (lexer.hpp)
    semicolon,    // the end of a statement
    name,         // plain or in backquotes
    integer,      // digits only
    decimal,      // with a point or an exponent
    date,         // 2023-06-01, 2023-06-01T12:30
    string,       // "in quotes"
    assign,       // :=
    colon,        // :
    comma,        // ,
    range,        // ..
    at_or,        // @or
    at_and,       // @and
    question,     // ?
    open_paren,   // (
    close_paren,  // )
    open_square,
    close_square,
    open_brace,
    close_brace,
    iff,      // <->
    implies,  // ->
    exclusive_or,
    disjunction,
    conjunction,
    negation,
    verum,
    falsum,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    plus,
    minus,
    times,
    divide,
    modulo,
    keyword_in,
    keyword_if,
    keyword_input,
    keyword_output,
    keyword_domain,
    keyword_const,
    keyword_template,
    reserved  // forall, exists, atleast: reserved for later
};

inline bool is_open_bracket(TokenKind kind) {
    return kind == TokenKind::open_paren || kind == TokenKind::open_square || kind == TokenKind::open_brace;
}
inline bool is_close_bracket(TokenKind kind) {
    return kind == TokenKind::close_paren || kind == TokenKind::close_square ||
           kind == TokenKind::close_brace;
}

struct Token {
    TokenKind kind = TokenKind::end;
    bool after_space = false;  // after white space or a comment: `a [b]` is not `a[b]`
    bool is_word = false;      // spelled with letters: `and(` begins a big operator, `&(` does not
    SourceSpan span;

    static constexpr std::uint32_t kNoMatch = UINT32_MAX;
    std::uint32_t match = kNoMatch;  // of a bracket: index of the matching bracket
    [[nodiscard]] bool matched() const { return match != kNoMatch; }
};

}  // namespace loh
