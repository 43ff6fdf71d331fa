// Recursive descent over the tokens.
//
//     program     = { statement ( newline | ";" ) }
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
//     primary     = "true" | "false" | "(" formula ")" | reference | atom
//                 | name "(" [ argument { "," argument } ] ")"                  template call
//                 | "[" items "]" [ "@or" | "@and" ]                            choice
//                 | ( "and" | "or" ) "(" [ items ] ")"                          big operator
//     items       = item { "," item }
//     item        = [ binders ":" ] formula
//     binders     = name "in" set { "," name "in" set } [ "if" condition ]
//     reference   = name [ "[" expression { "," expression } "]" ]              no space before "["
//     argument    = formula | expression
//     atom        = operand comparison operand [ comparison operand ]
//                 | reference "in" ( set | interval ) | reference "is" "missing"
//     interval    = ( "[" | "(" ) expression "," expression ( "]" | ")" )
//     operand     = expression | "?"
//
//     condition   = conjoined { "|" conjoined }
//     conjoined   = negated { "&" negated }
//     negated     = { "!" } ( expression comparison expression | expression "in" set | "(" condition ")" )
//     expression  = term { ( "+" | "-" ) term }
//     term        = factor { ( "*" | "/" | "%" ) factor }
//     factor      = number | string | reference | "-" factor | "(" expression ")"
//     comparison  = "<" | "<=" | ">" | ">=" | "=" | "!="
//
// One item can read two ways: `x in {…}` is an atom, and a binder when a ":" follows in the same list. A list decides by
// looking ahead for the colon, over bracket pairs the lexer has matched, so the look is short.
#include "lang/parser.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/keywords.hpp"
#include "base/text.hpp"
#include "formula/atom.hpp"
#include "loh/formula.hpp"

namespace loh {

namespace {

using Ids = std::vector<AstId>;

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

std::optional<Comparison> comparison_of(TokenKind kind) {
    switch (kind) {
        case TokenKind::less: return Comparison::less;
        case TokenKind::less_equal: return Comparison::less_equal;
        case TokenKind::greater: return Comparison::greater;
        case TokenKind::greater_equal: return Comparison::greater_equal;
        case TokenKind::equal: return Comparison::equal;
        case TokenKind::not_equal: return Comparison::not_equal;
        default: return std::nullopt;
    }
}

bool is_arithmetic(TokenKind kind) { return kind >= TokenKind::plus && kind <= TokenKind::modulo; }

bool is_condition(AstKind kind) { return kind >= AstKind::condition && kind <= AstKind::condition_or; }

class Parser {
public:
    Parser(const Source& source, const TokenStream& stream, std::size_t max_depth)
        : source_(source), tokens_(stream.tokens), max_depth_(max_depth) {}

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

    bool accept(TokenKind kind) {
        if (!at(kind)) return false;
        advance();
        return true;
    }

    // --- errors ---

    [[nodiscard]] std::string describe(const Token& token) const {
        switch (token.kind) {
            case TokenKind::end: return "the end of the text";
            case TokenKind::newline: return "the end of the line";
            default: return "'" + std::string(take_code_points(text(token), 40)) + "'";
        }
    }

    // The place of something missing: the next token, or just behind the last one when the next is on another line.
    [[nodiscard]] SourceSpan missing_place() const {
        SourceSpan before = previous_span();
        const Token& token = peek();
        std::string_view between = source_.text({before.end, std::max(before.end, token.span.begin)});
        bool far = token.kind == TokenKind::newline || token.kind == TokenKind::end ||
                   between.find('\n') != std::string_view::npos;
        return far && before.end > 0 ? SourceSpan{before.end, before.end} : token.span;
    }

    [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {}) const {
        throw source_.error(ErrorKind::syntax, span, std::move(message), std::move(hint));
    }

    [[noreturn]] void fail_expected(const std::string& what, std::string hint = {}) const {
        std::string after = position_ > 0 && tokens_[position_ - 1].kind != TokenKind::newline
                                ? " after " + describe(tokens_[position_ - 1])
                                : std::string();
        fail(missing_place(), "expected " + what + after + ", found " + describe(peek()), std::move(hint));
    }

    // Something other than the partner of the bracket at `open`, which is pointed at as well.
    [[noreturn]] void fail_in_bracket(std::uint32_t open, const std::string& what) const {
        const Token& bracket = tokens_[open];
        std::string sign(text(bracket));
        if (at(TokenKind::end))
            fail(bracket.span, "this '" + sign + "' is never closed",
                 "expected " + what + " before the end of the text");
        Diagnostic error =
            source_.diagnose(Severity::error, ErrorKind::syntax, missing_place(),
                             "expected " + what + " after " + describe(tokens_[position_ - 1]) + ", found " +
                                 describe(peek()));
        error.notes.push_back(source_.note(bracket.span, "the '" + sign + "' was opened here"));
        throw Error(std::move(error));
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
            hint = "only a name or an indexed name can stand on the left of ':='";
        } else if (token.kind == TokenKind::close_paren || token.kind == TokenKind::close_square ||
                   token.kind == TokenKind::close_brace) {
            hint = "nothing is open here that it could close";
        }
        fail_expected("a connective or the end of the statement", hint);
    }

    // --- depth ---

    class Nested {
    public:
        explicit Nested(Parser& parser) : parser_(parser) { parser.enter(); }
        ~Nested() { --parser_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        Parser& parser_;
    };

    void enter() {
        check_depth(depth_ + 1);
        ++depth_;
    }

    void check_depth(std::size_t depth) const {
        if (depth > max_depth_) {
            throw source_.error(ErrorKind::limit, peek().span,
                                "nested deeper than " + std::to_string(max_depth_) + " levels",
                                "name inner parts as placeholders, or raise the limit (--max-depth)");
        }
    }

    // --- statements ---

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
        return ast_.add(AstKind::bare_formula, span_from(first), {&body, 1});
    }

    [[nodiscard]] bool is_declaration(std::size_t index) const {
        if (tokens_[index].kind != TokenKind::name) return false;
        ++index;
        if (tokens_[index].kind == TokenKind::open_square && !tokens_[index].after_space) {
            if (tokens_[index].match == 0) return false;
            index = tokens_[index].match + 1;
        }
        return tokens_[index].kind == TokenKind::assign;
    }

    AstId declaration(AstKind kind, SourceSpan first) {
        AstId left = target();
        expect_assign();
        std::array<AstId, 2> children = {left, formula(0)};
        return ast_.add(kind, span_from(first), children);
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
        return ast_.add(AstKind::output_list, span_from(first), names);
    }

    AstId input_statement() {
        SourceSpan first = advance().span;
        Ids targets;
        do targets.push_back(target());
        while (accept(TokenKind::comma));
        return ast_.add(AstKind::input, span_from(first), targets);
    }

    // `domain D = set` and `const n = expression`.
    AstId named_statement(AstKind kind) {
        SourceSpan first = advance().span;
        std::uint32_t symbol = declared_name();
        if (!accept(TokenKind::equal)) fail_expected("'='");
        AstId value = kind == AstKind::domain ? set() : expression();
        return ast_.add(kind, span_from(first), {&value, 1}, 0, symbol);
    }

    AstId template_statement() {
        SourceSpan first = advance().span;
        std::uint32_t symbol = declared_name();
        std::uint32_t open = open_bracket(TokenKind::open_paren, "'(' and the parameters");
        Ids children;
        while (!at(TokenKind::close_paren)) {
            SourceSpan span = peek().span;
            std::uint32_t parameter = declared_name();
            children.push_back(ast_.add(AstKind::reference, span, {}, 0, parameter));
            if (!accept(TokenKind::comma)) break;
        }
        close_bracket(open, TokenKind::close_paren, "',' or ')'");
        expect_assign();
        children.push_back(formula(0));
        return ast_.add(AstKind::templ, span_from(first), children, 0, symbol);
    }

    std::uint32_t declared_name() {
        if (at(TokenKind::reserved)) fail_reserved();
        if (!at(TokenKind::name)) {
            bool keyword = peek().is_word;
            fail_expected("a name", keyword ? "a word of the language goes in backquotes to be a name: `" +
                                                  std::string(text(peek())) + "`"
                                            : "");
        }
        return ast_.intern(unquote(text(advance())));
    }

    [[noreturn]] void fail_reserved() const {
        std::string word(text(peek()));
        fail(peek().span, "'" + word + "' is kept for a later version of the language",
             "as a name it goes in backquotes: `" + word + "`");
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
        return ast_.add(AstKind::target, span_from(first), children, 0, symbol);
    }

    AstId subscript() {
        if (at(TokenKind::name) && peek(1).kind == TokenKind::keyword_in) return binder();
        if (at(TokenKind::open_brace)) return set();
        SourceSpan first = peek().span;
        AstId low = expression();
        return at(TokenKind::range) ? range_from(first, low) : low;
    }

    // --- sets, binders, filters ---

    std::uint32_t open_bracket(TokenKind kind, const std::string& what) {
        if (!at(kind)) fail_expected(what);
        auto index = static_cast<std::uint32_t>(position_);
        advance();
        return index;
    }

    void close_bracket(std::uint32_t open, TokenKind kind, const std::string& what) {
        if (!accept(kind)) fail_in_bracket(open, what);
    }

    AstId range_from(SourceSpan first, AstId low) {
        advance();
        std::array<AstId, 2> ends = {low, expression()};
        return ast_.add(AstKind::range, span_from(first), ends);
    }

    AstId set() {
        SourceSpan first = peek().span;
        if (at(TokenKind::open_brace)) {
            std::uint32_t open = open_bracket(TokenKind::open_brace, "'{'");
            Ids elements;
            while (!at(TokenKind::close_brace)) {
                elements.push_back(expression());
                if (!accept(TokenKind::comma)) break;
            }
            close_bracket(open, TokenKind::close_brace, "',' or '}'");
            return ast_.add(AstKind::set, span_from(first), elements);
        }
        AstId low = expression();
        if (at(TokenKind::range)) return range_from(first, low);
        const AstNode& node = ast_[low];
        if (node.kind != AstKind::reference || node.child_count > 0) {
            fail(node.span, "expected a set: a range 1..10, elements {a, b} or the name of a domain");
        }
        return ast_.add(AstKind::domain_use, node.span, {}, 0, node.symbol);
    }

    AstId binder() {
        SourceSpan first = peek().span;
        std::uint32_t symbol = declared_name();
        if (!accept(TokenKind::keyword_in)) fail_expected("'in'");
        AstId values = set();
        return ast_.add(AstKind::binder, span_from(first), {&values, 1}, 0, symbol);
    }

    AstId filter() {
        SourceSpan first = advance().span;
        AstId test = condition();
        if (!is_condition(ast_[test].kind)) fail(ast_[test].span, "expected a condition such as i < j");
        return ast_.add(AstKind::filter, span_from(first), {&test, 1});
    }

    // --- formulas ---

    AstId formula(int min_level) {
        Nested nested(*this);
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
            left = ast_.add(kConnectives[static_cast<std::size_t>(level)], span_from(first), operands);
        }
    }

    AstId unary() {
        std::vector<SourceSpan> signs;
        while (at(TokenKind::negation)) {
            signs.push_back(advance().span);
            check_depth(depth_ + signs.size());
        }
        depth_ += signs.size();
        AstId result = primary();
        depth_ -= signs.size();
        for (std::size_t i = signs.size(); i-- > 0;)
            result = ast_.add(AstKind::negation, span_from(signs[i]), {&result, 1});
        return result;
    }

    AstId primary() {
        const Token& token = peek();
        switch (token.kind) {
            case TokenKind::verum: return ast_.add(AstKind::verum, advance().span);
            case TokenKind::falsum: return ast_.add(AstKind::falsum, advance().span);
            case TokenKind::open_paren:
                if (value_follows(token)) return atom_from(token.span, operand());
                return parenthesised();
            case TokenKind::open_square: return choice();
            case TokenKind::name: return named();
            case TokenKind::reserved: fail_reserved();
            case TokenKind::conjunction:
            case TokenKind::disjunction:
                if (token.is_word && peek(1).kind == TokenKind::open_paren) return big_operator();
                break;
            case TokenKind::integer:
            case TokenKind::decimal:
            case TokenKind::string:
            case TokenKind::minus:
            case TokenKind::question: return atom_from(token.span, operand());
            default: break;
        }
        bool keyword = token.is_word && is_keyword(text(token)) && connective_level(token.kind) < 0;
        fail_expected("a formula", keyword ? "a word of the language goes in backquotes to be a name: `" +
                                                 std::string(text(token)) + "`"
                                           : "");
    }

    // Whether the bracket at `open` holds a number, as in (i + 1) * 10 <= age.
    [[nodiscard]] bool value_follows(const Token& open) const {
        TokenKind after = open.match == 0 ? TokenKind::end : tokens_[open.match + 1].kind;
        return comparison_of(after) || is_arithmetic(after);
    }

    AstId parenthesised() {
        std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
        AstId result = formula(0);
        close_bracket(open, TokenKind::close_paren, "a connective or ')'");
        return result;
    }

    AstId choice() {
        std::uint32_t open = open_bracket(TokenKind::open_square, "'['");
        if (at(TokenKind::close_square)) {
            fail(join(tokens_[open].span, peek().span), "a choice needs at least one alternative");
        }
        Ids alternatives = items();
        close_bracket(open, TokenKind::close_square, "',' or ']'");
        ChoiceMode mode = accept(TokenKind::at_or)    ? ChoiceMode::disjunctive
                          : accept(TokenKind::at_and) ? ChoiceMode::conjunctive
                                                      : ChoiceMode::by_context;
        return ast_.add(AstKind::choice, span_from(tokens_[open].span), alternatives,
                        static_cast<std::uint8_t>(mode));
    }

    AstId big_operator() {
        const Token& word = advance();
        std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
        Ids operands;
        if (!at(TokenKind::close_paren)) operands = items();
        close_bracket(open, TokenKind::close_paren, "',' or ')'");
        AstKind kind = word.kind == TokenKind::conjunction ? AstKind::big_and : AstKind::big_or;
        return ast_.add(kind, span_from(word.span), operands);
    }

    Ids items() {
        Ids result;
        std::size_t no_colon_before = 0;  // position up to which looking for a ':' is known to fail
        do result.push_back(item(no_colon_before));
        while (accept(TokenKind::comma));
        return result;
    }

    AstId item(std::size_t& no_colon_before) {
        bool binder_like =
            at(TokenKind::name) && peek(1).kind == TokenKind::keyword_in && position_ >= no_colon_before;
        if (!binder_like || !colon_follows(no_colon_before)) return formula(0);
        SourceSpan first = peek().span;
        Ids children;
        do children.push_back(binder());
        while (accept(TokenKind::comma));
        if (at(TokenKind::keyword_if)) children.push_back(filter());
        if (!accept(TokenKind::colon)) fail_expected("',', 'if' or ':'");
        children.push_back(formula(0));
        return ast_.add(AstKind::comprehension, span_from(first), children);
    }

    // Whether the tokens from here read `… : …` before a connective outside a filter, or the end of the list.
    bool colon_follows(std::size_t& no_colon_before) const {
        bool in_filter = false;
        std::size_t i = position_;
        while (true) {
            const Token& token = tokens_[i];
            if (token.kind == TokenKind::colon) return true;
            in_filter = in_filter || token.kind == TokenKind::keyword_if;
            bool connective =
                !in_filter && (connective_level(token.kind) >= 0 || token.kind == TokenKind::negation);
            bool closes = token.match != 0 && token.match < i;
            if (connective || closes || token.kind == TokenKind::end || token.kind == TokenKind::semicolon)
                break;
            i = token.match > i ? token.match + 1 : i + 1;
        }
        no_colon_before = i;
        return false;
    }

    // --- names and atoms ---

    AstId named() {
        SourceSpan first = peek().span;
        if (peek(1).kind == TokenKind::open_paren && !peek(1).after_space) return call();
        AstId name = reference();
        if (at(TokenKind::keyword_in)) return membership(first, name);
        if (at_word("is") && peek(1).kind == TokenKind::name && text(peek(1)) == "missing") {
            advance();
            advance();
            return ast_.add(AstKind::missing, span_from(first), {&name, 1});
        }
        bool arithmetic = is_arithmetic(peek().kind);
        if (!arithmetic && !comparison_of(peek().kind)) return name;
        return atom_from(first, arithmetic ? expression_from(first, name) : name);
    }

    AstId reference() {
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
        return ast_.add(AstKind::reference, span_from(token.span), indices, 0, symbol);
    }

    AstId call() {
        const Token& name = advance();
        std::uint32_t symbol = ast_.intern(unquote(text(name)));
        std::uint32_t open = open_bracket(TokenKind::open_paren, "'('");
        Ids arguments;
        while (!at(TokenKind::close_paren)) {
            argument_start_ = position_;
            arguments.push_back(formula(0));
            if (!accept(TokenKind::comma)) break;
        }
        close_bracket(open, TokenKind::close_paren, "',' or ')'");
        return ast_.add(AstKind::call, span_from(name.span), arguments, 0, symbol);
    }

    AstId operand() {
        if (at(TokenKind::question)) return ast_.add(AstKind::hole, advance().span);
        return expression();
    }

    // A comparison whose left side has been read. As a template's argument, a value may stand alone.
    AstId atom_from(SourceSpan first, AstId left) {
        std::optional<Comparison> comparison = comparison_of(peek().kind);
        if (!comparison) {
            bool whole_argument = tokens_[argument_start_].span.begin == first.begin && argument_start_ > 0;
            if (whole_argument && (at(TokenKind::comma) || at(TokenKind::close_paren)) &&
                ast_[left].kind != AstKind::hole)
                return left;
            fail(ast_[left].span, "a value is not a formula", "compare it with a column, as in age >= 18");
        }
        advance();
        AstId right = operand();
        std::optional<Comparison> second = comparison_of(peek().kind);
        if (second) return chain(first, left, *comparison, right, *second);
        std::array<AstId, 2> sides = {left, right};
        return ast_.add(AstKind::compare, span_from(first), sides, static_cast<std::uint8_t>(*comparison));
    }

    // 20 <= age < 40, or 40 > age >= 20.
    AstId chain(SourceSpan first, AstId left, Comparison one, AstId column, Comparison two) {
        advance();
        AstId right = operand();
        auto rises = [](Comparison c) { return c == Comparison::less || c == Comparison::less_equal; };
        auto falls = [](Comparison c) { return c == Comparison::greater || c == Comparison::greater_equal; };
        bool rising = rises(one) && rises(two);
        if ((!rising && !(falls(one) && falls(two))) || ast_[column].kind != AstKind::reference) {
            fail(span_from(first), "a double comparison has a column in the middle, as in 20 <= age < 40");
        }
        if (ast_[left].kind == AstKind::hole || ast_[right].kind == AstKind::hole) {
            fail(span_from(first), "a double comparison cannot have holes",
                 "write two comparisons: age >= ? & age < ?");
        }
        if (!rising) {
            std::swap(left, right);
            std::swap(one, two);
        }
        auto closed = [](Comparison c) {
            return c == Comparison::less_equal || c == Comparison::greater_equal;
        };
        auto ends =
            static_cast<std::uint8_t>((closed(one) ? kClosedLow : 0) | (closed(two) ? kClosedHigh : 0));
        std::array<AstId, 3> children = {column, left, right};
        return ast_.add(AstKind::interval, span_from(first), children, ends);
    }

    AstId membership(SourceSpan first, AstId column) {
        advance();
        if (at(TokenKind::open_square) || at(TokenKind::open_paren)) return interval(first, column);
        SourceSpan set_span = peek().span;
        AstId values = set();
        if (ast_[values].kind == AstKind::range) {
            fail(span_from(set_span), "a column is compared with an interval or a set, not with a range",
                 "write age in [20, 40) or age in {20, 21}");
        }
        std::array<AstId, 2> children = {column, values};
        return ast_.add(AstKind::member, span_from(first), children);
    }

    AstId interval(SourceSpan first, AstId column) {
        auto open = static_cast<std::uint32_t>(position_);
        bool low_closed = advance().kind == TokenKind::open_square;
        AstId low = expression();
        if (!accept(TokenKind::comma)) fail_in_bracket(open, "',' and the upper end");
        AstId high = expression();
        if (!at(TokenKind::close_square) && !at(TokenKind::close_paren)) fail_in_bracket(open, "']' or ')'");
        bool high_closed = advance().kind == TokenKind::close_square;
        auto ends =
            static_cast<std::uint8_t>((low_closed ? kClosedLow : 0) | (high_closed ? kClosedHigh : 0));
        std::array<AstId, 3> children = {column, low, high};
        return ast_.add(AstKind::interval, span_from(first), children, ends);
    }

    // --- conditions and index arithmetic ---

    AstId condition() { return condition_chain(TokenKind::disjunction); }

    AstId condition_chain(TokenKind sign) {
        Nested nested(*this);
        SourceSpan first = peek().span;
        bool loose = sign == TokenKind::disjunction;
        auto tighter = [&] { return loose ? condition_chain(TokenKind::conjunction) : condition_unary(); };
        Ids operands = {tighter()};
        while (accept(sign)) operands.push_back(tighter());
        if (operands.size() == 1) return operands[0];
        for (AstId operand : operands) require_condition(operand);
        return ast_.add(loose ? AstKind::condition_or : AstKind::condition_and, span_from(first), operands);
    }

    void require_condition(AstId id) const {
        if (!is_condition(ast_[id].kind)) fail(ast_[id].span, "expected a condition such as i < j");
    }

    AstId condition_unary() {
        SourceSpan first = peek().span;
        if (accept(TokenKind::negation)) {
            Nested nested(*this);
            AstId operand = condition_unary();
            require_condition(operand);
            return ast_.add(AstKind::condition_not, span_from(first), {&operand, 1});
        }
        AstId left = sum(true);
        if (is_condition(ast_[left].kind)) return left;
        if (accept(TokenKind::keyword_in)) {
            std::array<AstId, 2> children = {left, set()};
            return ast_.add(AstKind::condition_in, span_from(first), children);
        }
        std::optional<Comparison> comparison = comparison_of(peek().kind);
        if (!comparison) return left;
        advance();
        std::array<AstId, 2> sides = {left, expression()};
        return ast_.add(AstKind::condition, span_from(first), sides, static_cast<std::uint8_t>(*comparison));
    }

    AstId expression() { return sum(false); }

    AstId sum(bool allow_condition) {
        SourceSpan first = peek().span;
        return sum_from(first, product_from(first, factor(allow_condition)));
    }

    // An expression whose first factor has been read.
    AstId expression_from(SourceSpan first, AstId factor) {
        return sum_from(first, product_from(first, factor));
    }

    AstId sum_from(SourceSpan first, AstId left) {
        std::size_t length = 0;
        while (at(TokenKind::plus) || at(TokenKind::minus)) {
            SourceSpan sign = advance().span;
            SourceSpan term = peek().span;
            std::array<AstId, 2> sides = {left, product_from(term, factor(false))};
            left = arithmetic(first, sign, sides, ++length);
        }
        return left;
    }

    AstId product_from(SourceSpan first, AstId left) {
        std::size_t length = 0;
        while (at(TokenKind::times) || at(TokenKind::divide) || at(TokenKind::modulo)) {
            SourceSpan sign = advance().span;
            std::array<AstId, 2> sides = {left, factor(false)};
            left = arithmetic(first, sign, sides, ++length);
        }
        return left;
    }

    AstId arithmetic(SourceSpan first, SourceSpan sign, std::span<const AstId> sides, std::size_t length) {
        check_depth(depth_ + length);
        for (AstId side : sides) {
            if (is_condition(ast_[side].kind)) fail(ast_[side].span, "expected a number, found a condition");
        }
        return ast_.add(AstKind::arithmetic, span_from(first), sides,
                        static_cast<std::uint8_t>(source_.text()[sign.begin]));
    }

    AstId factor(bool allow_condition) {
        const Token& token = peek();
        switch (token.kind) {
            case TokenKind::integer:
            case TokenKind::decimal: return number();
            case TokenKind::string: {
                std::uint32_t symbol = ast_.intern(unquote(text(advance())));
                return ast_.add(AstKind::text, token.span, {}, 0, symbol);
            }
            case TokenKind::name: return reference();
            case TokenKind::minus: {
                Nested nested(*this);
                advance();
                AstId operand = factor(false);
                return ast_.add(AstKind::minus, span_from(token.span), {&operand, 1});
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

    AstId number() {
        constexpr double kLargestExact = 9007199254740992.0;
        const Token& token = advance();
        std::string_view digits = text(token);
        double value = 0;
        auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        bool integer = token.kind == TokenKind::integer;
        if (result.ec != std::errc() || (integer && value > kLargestExact)) {
            fail(token.span, integer ? "this number is larger than 2^53 and cannot be kept exactly"
                                     : "this number is out of range");
        }
        return ast_.add(integer ? AstKind::integer : AstKind::decimal, token.span, {}, 0, 0, value);
    }

    const Source& source_;
    const std::vector<Token>& tokens_;
    std::size_t max_depth_;
    std::size_t position_ = 0;
    std::size_t depth_ = 0;
    std::size_t argument_start_ = 0;  // first token of the template argument being read
    Ast ast_;
};

}  // namespace

Ast parse(const Source& source, const TokenStream& stream, std::size_t max_depth) {
    return Parser(source, stream, max_depth).run();
}

}  // namespace loh
