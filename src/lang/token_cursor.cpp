#include "lang/token_cursor.hpp"

#include "base/text.hpp"

namespace loh {

namespace {

// Words and signs of other languages, which are names here, with our spelling.
struct ForeignWord {
    std::string_view text;
    std::string_view ours;
};
constexpr ForeignWord kForeignWords[] = {{"and", "&"},     {"or", "|"},       {"not", "!"},
                                         {"xor", "^"},     {"implies", "->"}, {"then", "->"},
                                         {"iff", "<->"},   {"equals", "="},   {"is", "= (or `is missing`)"},
                                         {"\u2264", "<="}, {"\u2265", ">="},  {"\u2260", "!="},
                                         {"\u2192", "->"}, {"\u21D2", "->"},  {"\u2194", "<->"},
                                         {"\u21D4", "<->"}};

std::string_view our_spelling(std::string_view word) {
    std::string small(word);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const ForeignWord& foreign : kForeignWords) {
        if (foreign.text == small) return foreign.ours;
    }
    return {};
}

}  // namespace

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

bool TokenCursor::accept(TokenKind kind) {
    if (!at(kind)) return false;
    advance();
    return true;
}

std::uint32_t TokenCursor::open_bracket(TokenKind kind, const std::string& what) {
    if (!at(kind)) fail_expected(what);
    auto index = static_cast<std::uint32_t>(position_);
    advance();
    return index;
}

std::uint32_t TokenCursor::declared_name() {
    if (at(TokenKind::reserved)) fail_reserved();
    if (!at(TokenKind::name)) {
        bool keyword = peek().is_word;
        fail_expected("a name", keyword ? "a reserved word needs backquotes to be a name: `" +
                                              std::string(text(peek())) + "`"
                                        : "");
    }
    return ast_.intern(unquote(text(advance())));
}

std::string TokenCursor::describe(const Token& token) const {
    switch (token.kind) {
        case TokenKind::end: return "the end of the text";
        case TokenKind::newline: return "the end of the line";
        default: return "'" + std::string(take_code_points(text(token), 40)) + "'";
    }
}

SourceSpan TokenCursor::missing_place() const {
    SourceSpan before = previous_span();
    const Token& token = peek();
    std::string_view between = source_.text({before.end, std::max(before.end, token.span.begin)});
    bool far = token.kind == TokenKind::newline || token.kind == TokenKind::end ||
               between.find('\n') != std::string_view::npos;
    return far && before.end > 0 ? SourceSpan{before.end, before.end} : token.span;
}

std::string TokenCursor::foreign_word_hint() const {
    for (std::size_t at : {position_, position_ - 1}) {  // `a AND b` fails at AND, `NOT a` after NOT
        if (at >= tokens_.size() || tokens_[at].kind != TokenKind::name) continue;
        std::string_view ours = our_spelling(text(tokens_[at]));
        if (!ours.empty())
            return "write " + std::string(ours) + " instead of " + std::string(text(tokens_[at]));
    }
    return {};
}

void TokenCursor::fail_expected(const std::string& what, std::string hint) const {
    if (hint.empty()) hint = foreign_word_hint();
    std::string after = position_ > 0 && tokens_[position_ - 1].kind != TokenKind::newline
                            ? " after " + describe(tokens_[position_ - 1])
                            : std::string();
    fail(missing_place(), "expected " + what + after + ", found " + describe(peek()), std::move(hint));
}

void TokenCursor::fail_in_bracket(std::uint32_t open, const std::string& what) const {
    const Token& bracket = tokens_[open];
    std::string sign(text(bracket));
    if (at(TokenKind::end))
        fail(bracket.span, "this '" + sign + "' is never closed",
             "expected " + what + " before the end of the text");
    Diagnostic error = source_.diagnose(
        Severity::error, ErrorKind::syntax, missing_place(),
        "expected " + what + " after " + describe(tokens_[position_ - 1]) + ", found " + describe(peek()));
    error.hint = foreign_word_hint();
    error.notes.push_back(source_.note(bracket.span, "the '" + sign + "' was opened here"));
    throw Error(std::move(error));
}

void TokenCursor::fail_reserved() const {
    std::string word(text(peek()));
    fail(peek().span, "'" + word + "' is reserved for a later version of the language",
         "as a name it needs backquotes: `" + word + "`");
}

void TokenCursor::enter() {
    if (depth_ >= max_depth_) fail_depth(peek().span);
    ++depth_;
}

void TokenCursor::fail_depth(SourceSpan place) const {
    throw source_.error(ErrorKind::limit, place,
                        "nested deeper than " + std::to_string(max_depth_) + " levels",
                        "name inner parts as placeholders, or raise the limit (--max-depth)");
}

AstId TokenCursor::add(AstKind kind, SourceSpan span, std::span<const AstId> children, std::uint8_t op,
                       std::uint32_t symbol, double number) {
    AstId id = ast_.add(kind, span, children, op, symbol, number);
    if (ast_[id].height > max_depth_) fail_depth({span.begin, span.begin});
    return id;
}

}  // namespace loh
