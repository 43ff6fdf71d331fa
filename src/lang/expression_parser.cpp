#include "lang/expression_parser.hpp"

#include <array>
#include <charconv>

#include "base/calendar.hpp"
#include "base/deep_stack.hpp"
#include "lang/value.hpp"

namespace loh {

AstId ExpressionParser::expression() { return sum(false); }

AstId ExpressionParser::sum(bool allow_condition) {
    SourceSpan first = peek().span;
    return sum_from(first, product_from(first, factor(allow_condition)));
}

AstId ExpressionParser::expression_from(SourceSpan first, AstId factor) {
    return sum_from(first, product_from(first, factor));
}

AstId ExpressionParser::sum_from(SourceSpan first, AstId left) {
    while (at(TokenKind::plus) || at(TokenKind::minus)) {
        SourceSpan sign = advance().span;
        SourceSpan term = peek().span;
        std::array<AstId, 2> sides = {left, product_from(term, factor(false))};
        left = arithmetic(first, sign, sides);
    }
    return left;
}

AstId ExpressionParser::product_from(SourceSpan first, AstId left) {
    while (at(TokenKind::times) || at(TokenKind::divide) || at(TokenKind::modulo)) {
        SourceSpan sign = advance().span;
        std::array<AstId, 2> sides = {left, factor(false)};
        left = arithmetic(first, sign, sides);
    }
    return left;
}

AstId ExpressionParser::arithmetic(SourceSpan first, SourceSpan sign, std::span<const AstId> sides) {
    for (AstId side : sides) {
        if (is_condition(ast_[side].kind)) fail(ast_[side].span, "expected a number, found a condition");
    }
    return add(AstKind::arithmetic, span_from(first), sides,
               static_cast<std::uint8_t>(source_.text()[sign.begin]));
}

AstId ExpressionParser::factor(bool allow_condition) {
    return with_deep_stack([&] { return factor_inside(allow_condition); });
}

AstId ExpressionParser::factor_inside(bool allow_condition) {
    const Token& token = peek();
    switch (token.kind) {
        case TokenKind::integer:
        case TokenKind::decimal:
        case TokenKind::date: return number();
        case TokenKind::string: {
            std::uint32_t symbol = ast_.intern(unquote(text(advance())));
            return add(AstKind::text, token.span, {}, 0, symbol);
        }
        case TokenKind::name: return reference();
        case TokenKind::disjunction:
            if (!is_bar()) fail_expected("a number or a name");
            return absolute_difference();
        case TokenKind::minus: {
            Nested nested(*this);
            advance();
            AstId operand = factor(false);
            return add(AstKind::minus, span_from(token.span), {&operand, 1});
        }
        case TokenKind::open_paren: {
            Nested nested(*this);
            std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
            AstId inner = allow_condition ? condition() : expression();
            close_bracket(open, TokenKind::close_paren, "')'");
            return inner;
        }
        default: fail_expected("a number or a name");
    }
}

bool ExpressionParser::is_bar() const { return at(TokenKind::disjunction) && text(peek()) == "|"; }

AstId ExpressionParser::absolute_difference() {
    Nested nested(*this);
    SourceSpan first = advance().span;
    AstId inner = expression();
    const AstNode& node = ast_[inner];
    if (node.kind != AstKind::arithmetic || node.op != '-')
        fail(node.span, "bars enclose a difference, as in |a - b| <= 1");
    if (!is_bar()) fail_expected("'|'", "as in |a - b| <= 1");
    advance();
    std::array<AstId, 2> sides = {ast_.child(inner, 0), ast_.child(inner, 1)};
    return add(AstKind::arithmetic, span_from(first), sides, '|');
}

AstId ExpressionParser::number() {
    const Token& token = advance();
    std::string_view digits = text(token);
    const char* end = digits.data() + digits.size();
    if (token.kind == TokenKind::integer) {
        std::int64_t whole = 0;
        auto result = std::from_chars(digits.data(), end, whole);
        bool exact = result.ec == std::errc() && whole <= kLargestWholeNumber;
        if (!exact)
            fail(token.span, "this number is larger than 2^53 and cannot be represented exactly",
                 "in a comparison with a column, write it with a point: " + std::string(digits) + ".0");
        return add(AstKind::integer, token.span, {}, 0, 0, static_cast<double>(whole));
    }
    if (token.kind == TokenKind::date)  // the lexer has checked it
        return add(AstKind::decimal, token.span, {}, kDateLiteral, 0, *parse_moment(digits));
    double value = 0;
    if (std::from_chars(digits.data(), end, value).ec != std::errc())
        fail(token.span, "this number is out of range");
    return add(AstKind::decimal, token.span, {}, 0, 0, value);
}

AstId ExpressionParser::reference() {
    const Token& token = advance();
    std::uint32_t symbol = ast_.intern(unquote(text(token)));
    Ids indices;
    if (adjacent(TokenKind::open_square)) {
        Nested nested(*this);
        std::uint32_t open = open_bracket(TokenKind::open_square, "'['");
        do indices.push_back(expression());
        while (accept(TokenKind::comma));
        close_bracket(open, TokenKind::close_square, "',' or ']'");
    }
    return add(AstKind::reference, span_from(token.span), indices, 0, symbol);
}

AstId ExpressionParser::range_from(SourceSpan first, AstId low) {
    advance();
    std::array<AstId, 2> ends = {low, expression()};
    return add(AstKind::range, span_from(first), ends);
}

AstId ExpressionParser::set() {
    SourceSpan first = peek().span;
    if (at(TokenKind::open_brace)) {
        std::uint32_t open = open_bracket(TokenKind::open_brace, "'{'");
        Ids elements;
        if (!at(TokenKind::close_brace)) {
            do elements.push_back(expression());
            while (accept(TokenKind::comma));
        }
        close_bracket(open, TokenKind::close_brace, "',' or '}'");
        return add(AstKind::set, span_from(first), elements);
    }
    AstId low = expression();
    if (at(TokenKind::range)) return range_from(first, low);
    const AstNode& node = ast_[low];
    if (node.kind != AstKind::reference || node.child_count > 0) {
        fail(node.span, "expected a set: a range 1..10, elements {a, b} or the name of a domain");
    }
    return add(AstKind::domain_use, node.span, {}, 0, node.symbol);
}

AstId ExpressionParser::binder() {
    SourceSpan first = peek().span;
    std::uint32_t symbol = declared_name();
    if (!accept(TokenKind::keyword_in)) {
        fail_expected("'in'", "put an atom x in {...} in parentheses if a loop follows in the same list");
    }
    AstId values = set();
    return add(AstKind::binder, span_from(first), {&values, 1}, 0, symbol);
}

AstId ExpressionParser::filter() {
    SourceSpan first = advance().span;
    AstId test = condition();
    if (!is_condition(ast_[test].kind)) fail(ast_[test].span, "expected a condition such as i < j");
    return add(AstKind::filter, span_from(first), {&test, 1});
}

AstId ExpressionParser::condition() { return condition_chain(TokenKind::disjunction); }

AstId ExpressionParser::condition_chain(TokenKind sign) {
    Nested nested(*this);
    SourceSpan first = peek().span;
    bool loose = sign == TokenKind::disjunction;
    auto tighter = [&] { return loose ? condition_chain(TokenKind::conjunction) : condition_unary(); };
    Ids operands = {tighter()};
    while (accept(sign)) operands.push_back(tighter());
    if (operands.size() == 1) return operands[0];
    for (AstId operand : operands) require_condition(operand);
    return add(loose ? AstKind::condition_or : AstKind::condition_and, span_from(first), operands);
}

AstId ExpressionParser::condition_unary() {
    SourceSpan first = peek().span;
    if (accept(TokenKind::negation)) {
        Nested nested(*this);
        AstId operand = with_deep_stack([&] { return condition_unary(); });
        require_condition(operand);
        return add(AstKind::condition_not, span_from(first), {&operand, 1});
    }
    AstId left = sum(true);
    if (is_condition(ast_[left].kind)) return left;
    if (accept(TokenKind::keyword_in)) {
        std::array<AstId, 2> children = {left, set()};
        return add(AstKind::condition_in, span_from(first), children);
    }
    std::optional<Comparison> comparison = comparison_of(peek().kind);
    if (!comparison) return left;
    advance();
    std::array<AstId, 2> sides = {left, expression()};
    return add(AstKind::condition, span_from(first), sides, static_cast<std::uint8_t>(*comparison));
}

void ExpressionParser::require_condition(AstId id) const {
    if (!is_condition(ast_[id].kind)) fail(ast_[id].span, "expected a condition such as i < j");
}

}  // namespace loh
