// Recursive descent over the tokens.
//
//     program     = { [ statement ] ( newline | ";" ) } [ statement ]
//     statement   = target ":=" formula                                         placeholder, or an array of them
//                 | "output" target ":=" formula | "output" reference { "," reference }
//                 | "input" target { "," target }
//                 | "domain" name "=" set | "const" name "=" expression
//                 | "template" name "(" [ name { "," name } ] ")" ":=" formula
//                 | formula
//     target      = name [ "[" subscript { "," subscript } [ "if" condition ] "]" ]
//     subscript   = name "in" set | set | expression
//     set         = expression ".." expression | "{" [ expression { "," expression } ] "}" | name
//
//     formula     = implied { "<->" implied }                                   loosest first
//     implied     = exclusive { "->" exclusive }
//     exclusive   = either { "^" either }
//     either      = both { "|" both }
//     both        = unary { "&" unary }
//     unary       = { "!" } primary
//     primary     = "true" | "false" | "?" | "(" formula ")" | reference | atom
//                 | name "(" [ argument { "," argument } ] ")"                  template call, no space before "("
//                 | "[" items "]" [ "@or" | "@and" ]                            choice
//                 | ( "and" | "or" ) "(" [ items ] ")"                          big operator
//     items       = item { "," item }
//     item        = [ binders ":" ] formula
//     binders     = name "in" set { "," name "in" set } [ "if" condition ]
//     reference   = name [ "[" expression { "," expression } "]" ]              no space before "["
//     argument    = formula | expression
//     atom        = operand comparison operand [ comparison operand ]
//                 | column "in" ( set | interval | "?" ) | column "not" "in" ( set | "?" ) | column "is" "missing"
//     column      = reference | reference "-" reference | "|" reference "-" reference "|"
//     interval    = ( "[" | "(" ) expression "," expression ( "]" | ")" )
//     operand     = expression | "?"
//
//     condition   = conjoined { "|" conjoined }
//     conjoined   = negated { "&" negated }
//     negated     = { "!" } ( expression comparison expression | expression "in" set | "(" condition ")" )
//     expression  = term { ( "+" | "-" ) term }
//     term        = factor { ( "*" | "/" | "%" ) factor }
//     factor      = number | date | string | reference | "-" factor | "(" expression ")"
//                 | "|" expression "-" term "|"                                 absolute difference
//     comparison  = "<" | "<=" | ">" | ">=" | "=" | "!="
//
// One construct is ambiguous: `x in {…}` is an atom, or a binder if a ":" follows in the same list. The parser looks ahead
// for the colon and skips bracket pairs, which the lexer has matched.
#include "lang/parser.hpp"

#include <array>

#include "lang/formula_parser.hpp"

namespace loh {

namespace {

class ProgramParser : private FormulaParser {
public:
    ProgramParser(const Source& source, const TokenStream& stream, std::size_t max_depth)
        : FormulaParser(source, stream, max_depth) {}

    Ast run() {
        while (true) {
            while (at(TokenKind::newline) || at(TokenKind::semicolon)) advance();
            if (at(TokenKind::end)) return std::move(ast_);
            ast_.add_statement(statement());
            if (!at(TokenKind::newline) && !at(TokenKind::semicolon) && !at(TokenKind::end))
                fail_after_statement();
        }
    }

private:
    AstId statement() {
        switch (peek().kind) {
            case TokenKind::keyword_input: return input_statement();
            case TokenKind::keyword_output: return output_statement();
            case TokenKind::keyword_domain: return named_statement(AstKind::domain);
            case TokenKind::keyword_const: return named_statement(AstKind::constant);
            case TokenKind::keyword_template: return template_statement();
            default: break;
        }
        if (is_declaration(position_)) return declaration(AstKind::declaration, peek().span);
        SourceSpan first = peek().span;
        AstId body = formula(0);
        return add(AstKind::bare_formula, span_from(first), {&body, 1});
    }

    [[nodiscard]] bool is_declaration(std::size_t index) const {
        if (tokens_[index].kind != TokenKind::name) return false;
        ++index;
        if (tokens_[index].kind == TokenKind::open_square && !tokens_[index].after_space) {
            if (!tokens_[index].matched()) return false;
            index = tokens_[index].match + 1;
        }
        return tokens_[index].kind == TokenKind::assign;
    }

    AstId declaration(AstKind kind, SourceSpan first) {
        AstId left = target();
        expect_assign();
        std::array<AstId, 2> children = {left, formula(0)};
        return add(kind, span_from(first), children);
    }

    void expect_assign() {
        if (!accept(TokenKind::assign)) fail_expected("':='");
    }

    AstId output_statement() {
        SourceSpan first = advance().span;
        if (!at(TokenKind::name)) fail_expected("a name");
        if (is_declaration(position_)) return declaration(AstKind::output, first);
        Ids names;
        do {
            if (!at(TokenKind::name)) fail_expected("a name");
            names.push_back(reference());
        } while (accept(TokenKind::comma));
        return add(AstKind::output_list, span_from(first), names);
    }

    AstId input_statement() {
        SourceSpan first = advance().span;
        Ids targets;
        do targets.push_back(target());
        while (accept(TokenKind::comma));
        return add(AstKind::input, span_from(first), targets);
    }

    // `domain D = set` and `const n = expression`.
    AstId named_statement(AstKind kind) {
        SourceSpan first = advance().span;
        std::uint32_t symbol = declared_name();
        if (!accept(TokenKind::equal)) fail_expected("'='");
        AstId value = kind == AstKind::domain ? set() : expression();
        return add(kind, span_from(first), {&value, 1}, 0, symbol);
    }

    AstId template_statement() {
        SourceSpan first = advance().span;
        std::uint32_t symbol = declared_name();
        std::uint32_t open = open_bracket(TokenKind::open_paren, "'(' and the parameters");
        Ids children;
        if (!at(TokenKind::close_paren)) {
            do {
                SourceSpan span = peek().span;
                std::uint32_t parameter = declared_name();
                children.push_back(add(AstKind::reference, span, {}, 0, parameter));
            } while (accept(TokenKind::comma));
        }
        close_bracket(open, TokenKind::close_paren, "',' or ')'");
        expect_assign();
        children.push_back(formula(0));
        return add(AstKind::templ, span_from(first), children, 0, symbol);
    }

    AstId target() {
        Nested nested(*this);
        SourceSpan first = peek().span;
        std::uint32_t symbol = declared_name();
        Ids children;
        if (adjacent(TokenKind::open_square)) {
            std::uint32_t open = open_bracket(TokenKind::open_square, "'['");
            do children.push_back(subscript());
            while (accept(TokenKind::comma));
            if (at(TokenKind::keyword_if)) children.push_back(filter());
            close_bracket(open, TokenKind::close_square, "',' or ']'");
        }
        return add(AstKind::target, span_from(first), children, 0, symbol);
    }

    AstId subscript() {
        if (at(TokenKind::name) && peek(1).kind == TokenKind::keyword_in) return binder();
        if (at(TokenKind::open_brace)) return set();
        SourceSpan first = peek().span;
        AstId low = expression();
        return at(TokenKind::range) ? range_from(first, low) : low;
    }

    [[noreturn]] void fail_after_statement() const {
        std::string hint;
        const Token& token = peek();
        if (token.kind == TokenKind::open_square && token.after_space &&
            tokens_[position_ - 1].kind == TokenKind::name) {
            hint = "an indexed name has no space before '['; a choice needs a connective before it";
        } else if (token.kind == TokenKind::open_paren && tokens_[position_ - 1].kind == TokenKind::name) {
            hint = "a template call has no space before '('; a formula needs a connective before it";
        } else if (token.kind == TokenKind::assign) {
            hint = "the left side of ':=' must be a name or an indexed name";
        } else if (token.kind == TokenKind::close_paren || token.kind == TokenKind::close_square ||
                   token.kind == TokenKind::close_brace) {
            hint = "there is no open bracket to close";
        }
        fail_expected("a connective or the end of the statement", hint);
    }
};

}  // namespace

Ast parse(const Source& source, const TokenStream& stream, std::size_t max_depth) {
    return ProgramParser(source, stream, max_depth).run();
}

}  // namespace loh
