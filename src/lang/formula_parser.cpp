#include "lang/formula_parser.hpp"

#include <array>
#include <optional>

#include "base/deep_stack.hpp"
#include "base/keywords.hpp"
#include "loh/formula.hpp"

namespace loh {

namespace {

constexpr int kTightest = 5;
constexpr std::array<AstKind, kTightest> kConnectives = {AstKind::equivalence, AstKind::implication,
                                                         AstKind::exclusive_or, AstKind::disjunction,
                                                         AstKind::conjunction};

// Position of a connective in kConnectives, -1 for any other token.
int connective_level(TokenKind kind) {
    switch (kind) {
        case TokenKind::iff: return 0;
        case TokenKind::implies: return 1;
        case TokenKind::exclusive_or: return 2;
        case TokenKind::disjunction: return 3;
        case TokenKind::conjunction: return 4;
        default: return -1;
    }
}

}  // namespace

AstId FormulaParser::formula(int min_level) {
    Nested nested(*this);
    return with_deep_stack([&] { return formula_inside(min_level); });
}

AstId FormulaParser::formula_inside(int min_level) {
    SourceSpan first = peek().span;
    AstId left = unary();
    while (true) {
        int level = connective_level(peek().kind);
        if (level < min_level) return left;
        Ids operands = {left};
        while (connective_level(peek().kind) == level) {
            advance();
            operands.push_back(level + 1 < kTightest ? formula(level + 1) : unary());
        }
        left = add(kConnectives[static_cast<std::size_t>(level)], span_from(first), operands);
    }
}

AstId FormulaParser::unary() {
    std::vector<SourceSpan> signs;
    while (at(TokenKind::negation)) {
        signs.push_back(advance().span);
    }
    AstId result = primary();
    for (std::size_t i = signs.size(); i-- > 0;)
        result = add(AstKind::negation, span_from(signs[i]), {&result, 1});
    return result;
}

std::string FormulaParser::hint_for_misplaced(const Token& token) const {
    if (!token.is_word) return {};
    std::string word(text(token));
    bool connective = connective_level(token.kind) >= 0;
    bool starts_line = position_ > 0 && tokens_[position_ - 1].kind == TokenKind::newline;
    if (connective && starts_line)
        return "to continue a line, end it with '" + word + "' or begin the next one with & or |";
    return connective ? std::string() : "a reserved word needs backquotes to be a name: `" + word + "`";
}

AstId FormulaParser::primary() {
    const Token& token = peek();
    switch (token.kind) {
        case TokenKind::verum: return add(AstKind::verum, advance().span);
        case TokenKind::falsum: return add(AstKind::falsum, advance().span);
        case TokenKind::open_paren:
            if (value_follows(token)) return atom_from(token.span, operand());
            return parenthesised();
        case TokenKind::open_square: return choice();
        case TokenKind::name: return named();
        case TokenKind::reserved: fail_reserved();
        case TokenKind::conjunction:
        case TokenKind::disjunction:
            if (token.is_word && peek(1).kind == TokenKind::open_paren) return big_operator();
            if (opens_difference()) return term_atom(token.span, operand());
            break;
        case TokenKind::integer:
        case TokenKind::decimal:
        case TokenKind::date:
        case TokenKind::string:
        case TokenKind::minus:
        case TokenKind::question: return atom_from(token.span, operand());
        default: break;
    }
    fail_expected("a formula", hint_for_misplaced(token));
}

bool FormulaParser::value_follows(const Token& open) const {
    TokenKind after = open.matched() ? tokens_[open.match + 1].kind : TokenKind::end;
    return comparison_of(after) || is_arithmetic(after);
}

AstId FormulaParser::parenthesised() {
    if (argument_start_ == position_)
        ++argument_start_;  // f((i + 1)): the argument may be a value in parentheses
    std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
    AstId result = formula(0);
    close_bracket(open, TokenKind::close_paren, "a connective or ')'");
    return result;
}

AstId FormulaParser::choice() {
    std::uint32_t open = open_bracket(TokenKind::open_square, "'['");
    if (at(TokenKind::close_square)) {
        fail(join(tokens_[open].span, peek().span), "a choice needs at least one alternative");
    }
    Ids alternatives = items();
    close_bracket(open, TokenKind::close_square, "',' or ']'");
    ChoiceMode mode = accept(TokenKind::at_or)    ? ChoiceMode::disjunctive
                      : accept(TokenKind::at_and) ? ChoiceMode::conjunctive
                                                  : ChoiceMode::by_context;
    return add(AstKind::choice, span_from(tokens_[open].span), alternatives, static_cast<std::uint8_t>(mode));
}

AstId FormulaParser::big_operator() {
    const Token& word = advance();
    std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
    Ids operands;
    if (!at(TokenKind::close_paren)) operands = items();
    close_bracket(open, TokenKind::close_paren, "',' or ')'");
    AstKind kind = word.kind == TokenKind::conjunction ? AstKind::big_and : AstKind::big_or;
    return add(kind, span_from(word.span), operands);
}

FormulaParser::Ids FormulaParser::items() {
    Ids result;
    std::size_t no_colon_before = 0;  // no ':' up to this position
    do result.push_back(item(no_colon_before));
    while (accept(TokenKind::comma));
    return result;
}

AstId FormulaParser::item(std::size_t& no_colon_before) {
    bool binder_like =
        at(TokenKind::name) && peek(1).kind == TokenKind::keyword_in && position_ >= no_colon_before;
    if (!binder_like || !colon_follows(no_colon_before)) return formula(0);
    SourceSpan first = peek().span;
    Ids children;
    do children.push_back(binder());
    while (accept(TokenKind::comma));
    if (at(TokenKind::keyword_if)) children.push_back(filter());
    if (!accept(TokenKind::colon))
        fail_expected("',', 'if' or ':'",
                      "put an atom x in {...} in parentheses if a loop follows in the same list");
    children.push_back(formula(0));
    return add(AstKind::comprehension, span_from(first), children);
}

bool FormulaParser::colon_follows(std::size_t& no_colon_before) const {
    bool in_filter = false;
    std::size_t i = position_;
    while (true) {
        const Token& token = tokens_[i];
        if (token.kind == TokenKind::colon) return true;
        in_filter = in_filter || token.kind == TokenKind::keyword_if;
        bool connective =
            !in_filter && (connective_level(token.kind) >= 0 || token.kind == TokenKind::negation);
        bool closes = token.matched() && token.match < i;
        bool never_closed = is_open_bracket(token.kind) && !token.matched();
        if (connective || closes || never_closed || token.kind == TokenKind::end ||
            token.kind == TokenKind::semicolon)
            break;
        i = token.matched() ? token.match + 1 : i + 1;
    }
    no_colon_before = i;
    return false;
}

AstId FormulaParser::named() {
    SourceSpan first = peek().span;
    if (peek(1).kind == TokenKind::open_paren && !peek(1).after_space) return call();
    AstId name = reference();
    if (is_arithmetic(peek().kind)) return term_atom(first, expression_from(first, name));
    return at_predicate() || comparison_of(peek().kind) ? term_atom(first, name) : name;
}

bool FormulaParser::at_predicate() const {
    return at(TokenKind::keyword_in) ||
           (at(TokenKind::negation) && peek().is_word && peek(1).kind == TokenKind::keyword_in) ||
           (at_word("is") && peek(1).kind == TokenKind::name && text(peek(1)) == "missing");
}

bool FormulaParser::opens_difference() const {
    if (!is_bar()) return false;
    for (std::size_t i = position_ + 1; i < tokens_.size(); ++i) {
        const Token& token = tokens_[i];
        if (token.kind == TokenKind::minus) return true;
        if (token.kind == TokenKind::disjunction)
            return i + 1 < tokens_.size() && comparison_of(tokens_[i + 1].kind).has_value();
        bool closes = token.matched() && token.match < i;
        if (closes || connective_level(token.kind) >= 0 || comparison_of(token.kind)) return false;
        if (token.matched()) i = token.match;
    }
    return false;
}

AstId FormulaParser::term_atom(SourceSpan first, AstId term) {
    bool column = ast_[term].kind == AstKind::reference || is_difference(ast_, term);
    if (!column || !at_predicate()) return atom_from(first, term);
    if (at(TokenKind::keyword_in)) return membership(first, term);
    if (at(TokenKind::negation)) return exclusion(first, term);
    advance();
    advance();
    return add(AstKind::missing, span_from(first), {&term, 1});
}

AstId FormulaParser::call() {
    const Token& name = advance();
    std::uint32_t symbol = ast_.intern(unquote(text(name)));
    std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
    Ids arguments;
    if (!at(TokenKind::close_paren)) {
        do {
            argument_start_ = position_;
            arguments.push_back(formula(0));
        } while (accept(TokenKind::comma));
    }
    close_bracket(open, TokenKind::close_paren, "',' or ')'");
    return add(AstKind::call, span_from(name.span), arguments, 0, symbol);
}

AstId FormulaParser::operand() {
    if (at(TokenKind::question)) return add(AstKind::hole, advance().span);
    return expression();
}

AstId FormulaParser::atom_from(SourceSpan first, AstId left) {
    std::optional<Comparison> comparison = comparison_of(peek().kind);
    if (!comparison) {
        if (ast_[left].kind == AstKind::hole) return left;
        bool whole_argument = tokens_[argument_start_].span.begin == first.begin && argument_start_ > 0;
        if (whole_argument && (at(TokenKind::comma) || at(TokenKind::close_paren))) return left;
        fail(ast_[left].span, "a value is not a formula",
             is_difference(ast_, left) ? "compare a difference with a number, as in a - b >= 2"
                                       : "compare it with a column, as in age >= 18");
    }
    advance();
    bool formula_follows = at(TokenKind::open_square) || at(TokenKind::negation) || at(TokenKind::verum) ||
                           at(TokenKind::falsum);
    if (formula_follows && *comparison == Comparison::equal) {
        fail_expected("a value or a column", "to name a formula, write ':=' instead of '='");
    }
    AstId right = operand();
    std::optional<Comparison> second = comparison_of(peek().kind);
    if (second) return chain(first, left, *comparison, right, *second);
    std::array<AstId, 2> sides = {left, right};
    return add(AstKind::compare, span_from(first), sides, static_cast<std::uint8_t>(*comparison));
}

AstId FormulaParser::chain(SourceSpan first, AstId left, Comparison one, AstId column, Comparison two) {
    advance();
    AstId right = operand();
    auto rises = [](Comparison c) { return c == Comparison::less || c == Comparison::less_equal; };
    auto falls = [](Comparison c) { return c == Comparison::greater || c == Comparison::greater_equal; };
    bool rising = rises(one) && rises(two);
    if (ast_[column].kind != AstKind::reference && !is_difference(ast_, column)) {
        fail(span_from(first), "a double comparison has a column in the middle, as in 20 <= age < 40");
    }
    if (!rising && !(falls(one) && falls(two))) {
        fail(span_from(first), "a double comparison has two < or <=, or two > or >=, as in 20 <= age < 40",
             "write two comparisons with & between them");
    }
    if (ast_[left].kind == AstKind::hole || ast_[right].kind == AstKind::hole) {
        fail(span_from(first), "a double comparison cannot have holes",
             "write two comparisons: age >= ? & age < ?");
    }
    if (!rising) {
        std::swap(left, right);
        std::swap(one, two);
    }
    auto closed = [](Comparison c) { return c == Comparison::less_equal || c == Comparison::greater_equal; };
    auto ends = static_cast<std::uint8_t>((closed(one) ? kClosedLow : 0) | (closed(two) ? kClosedHigh : 0));
    std::array<AstId, 3> children = {column, left, right};
    return add(AstKind::interval, span_from(first), children, ends);
}

AstId FormulaParser::set_or_hole() {
    return at(TokenKind::question) ? add(AstKind::hole, advance().span) : set();
}

AstId FormulaParser::membership(SourceSpan first, AstId column) {
    advance();
    if (at(TokenKind::open_square) || at(TokenKind::open_paren)) return interval(first, column);
    SourceSpan set_span = peek().span;
    AstId values = set_or_hole();
    if (ast_[values].kind == AstKind::range) {
        fail(span_from(set_span), "a column is compared with an interval or a set, not with a range",
             "write age in [20, 40) or age in {20, 21}; a loop has ':' after its range");
    }
    std::array<AstId, 2> children = {column, values};
    return add(AstKind::member, span_from(first), children);
}

AstId FormulaParser::exclusion(SourceSpan first, AstId column) {
    advance();
    advance();
    if (at(TokenKind::open_square) || at(TokenKind::open_paren)) {
        fail_expected("a set", "for the outside of an interval write age < 20 | age >= 40");
    }
    std::array<AstId, 2> children = {column, set_or_hole()};
    return add(AstKind::member, span_from(first), children, 1);
}

AstId FormulaParser::interval(SourceSpan first, AstId column) {
    auto open = static_cast<std::uint32_t>(position_);
    bool low_closed = advance().kind == TokenKind::open_square;
    AstId low = expression();
    if (!accept(TokenKind::comma)) fail_in_bracket(open, "',' and the upper end");
    AstId high = expression();
    if (!at(TokenKind::close_square) && !at(TokenKind::close_paren)) fail_in_bracket(open, "']' or ')'");
    bool high_closed = advance().kind == TokenKind::close_square;
    auto ends = static_cast<std::uint8_t>((low_closed ? kClosedLow : 0) | (high_closed ? kClosedHigh : 0));
    std::array<AstId, 3> children = {column, low, high};
    return add(AstKind::interval, span_from(first), children, ends);
}

}  // namespace loh
