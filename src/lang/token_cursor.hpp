// The common state of the parser: tokens, position, syntax tree, nesting depth, and functions that throw errors. Three layers
// are built on it: expressions, formulas, statements.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formula/atom.hpp"
#include "lang/ast.hpp"
#include "lang/lexer.hpp"

namespace loh {

class TokenCursor {
protected:
    using Ids = std::vector<AstId>;

    TokenCursor(const Source& source, const TokenStream& stream, std::size_t max_depth)
        : source_(source), tokens_(stream.tokens), max_depth_(max_depth) {}

    // --- tokens ---
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
    }
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    const Token& advance() { return tokens_[position_ + 1 < tokens_.size() ? position_++ : position_]; }
    [[nodiscard]] std::string_view text(const Token& token) const { return source_.text(token.span); }
    [[nodiscard]] SourceSpan previous_span() const {
        return position_ == 0 ? SourceSpan{} : tokens_[position_ - 1].span;
    }
    [[nodiscard]] SourceSpan span_from(SourceSpan first) const { return join(first, previous_span()); }
    [[nodiscard]] bool adjacent(TokenKind kind) const { return at(kind) && !peek().after_space; }
    [[nodiscard]] bool at_word(std::string_view word) const {
        return at(TokenKind::name) && text(peek()) == word;
    }
    bool accept(TokenKind kind);
    std::uint32_t open_bracket(TokenKind kind, const std::string& what);
    void close_bracket(std::uint32_t open, TokenKind kind, const std::string& what) {
        if (!accept(kind)) fail_in_bracket(open, what);
    }
    std::uint32_t declared_name();

    // --- errors ---
    [[nodiscard]] std::string describe(const Token& token) const;
    // The place of a missing token: the next token, or the end of the last one if the next is on another line.
    [[nodiscard]] SourceSpan missing_place() const;
    [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {}) const {
        throw source_.error(ErrorKind::syntax, span, std::move(message), std::move(hint));
    }
    // With the spelling of the language as a hint, if a word of another language is at fault.
    [[noreturn]] void fail_expected(const std::string& what, std::string hint = {}) const;
    // Found a token other than the closing bracket; a note points at the bracket at `open`.
    [[noreturn]] void fail_in_bracket(std::uint32_t open, const std::string& what) const;
    [[noreturn]] void fail_reserved() const;
    [[nodiscard]] std::string foreign_word_hint() const;

    // --- limits and the tree ---
    class Nested {
    public:
        explicit Nested(TokenCursor& cursor) : cursor_(cursor) { cursor.enter(); }
        ~Nested() { --cursor_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        TokenCursor& cursor_;
    };
    void enter();
    [[noreturn]] void fail_depth(SourceSpan place) const;

    // Adds a node to the tree. Its height is limited, so that later passes can recurse.
    AstId add(AstKind kind, SourceSpan span, std::span<const AstId> children = {}, std::uint8_t op = 0,
              std::uint32_t symbol = 0, double number = 0);

    const Source& source_;
    const std::vector<Token>& tokens_;
    std::size_t max_depth_;
    std::size_t position_ = 0;
    std::size_t depth_ = 0;
    Ast ast_;
};

std::optional<Comparison> comparison_of(TokenKind kind);
bool is_arithmetic(TokenKind kind);
bool is_condition(AstKind kind);

}  // namespace loh
