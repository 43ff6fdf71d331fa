#include "support/random_comments.hpp"

#include <algorithm>

#include "lang/lexer.hpp"

namespace loh::testing {

namespace {

bool is_open(TokenKind kind) {
    return kind == TokenKind::open_paren || kind == TokenKind::open_square || kind == TokenKind::open_brace;
}

bool is_close(TokenKind kind) {
    return kind == TokenKind::close_paren || kind == TokenKind::close_square ||
           kind == TokenKind::close_brace;
}

// Signs after which any line continues. A `|` without a blank before it may close |a - b|.
bool asks_for_more(const Token& token) {
    TokenKind kind = token.kind;
    if (kind == TokenKind::disjunction && !token.after_space) return false;
    return (kind >= TokenKind::assign && kind <= TokenKind::range) ||
           (kind >= TokenKind::iff && kind <= TokenKind::negation) ||
           (kind >= TokenKind::less && kind <= TokenKind::keyword_template);
}

std::string comment_lines(Random& random, int& count) {
    std::string result;
    for (std::size_t lines = random.between(1, 3); lines > 0; --lines) {
        result += std::string(random.below(3), ' ');
        if (random.chance(70))
            result += "#" + std::string(random.below(2), ' ') + "c" + std::to_string(++count);
        result += random.chance(10) ? " \r\n" : "\n";
        if (random.chance(20)) result += "  ";
    }
    return result;
}

}  // namespace

std::string with_random_comments(const std::string& text, Random& random) {
    Source source("", text);
    std::vector<Token> tokens = tokenize(source).tokens;
    std::size_t percent = random.chance(50) ? 3 : 20;
    std::string result = random.chance(20) ? "# first\n" : "";
    int count = 0;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const Token& next = tokens[i + 1];
        result += source.text(token.span);
        depth += is_open(token.kind) ? 1 : is_close(token.kind) ? -1 : 0;
        bool ends_statement = token.kind == TokenKind::newline || next.kind == TokenKind::newline;
        bool glued = !next.after_space && is_open(next.kind);
        bool may_break = depth > 0 || asks_for_more(token) || ends_statement;
        if (may_break && !glued && random.chance(percent)) {
            result += comment_lines(random, count);
        } else {
            result += source.text({token.span.end, std::max(token.span.end, next.span.begin)});
        }
    }
    return result;
}

std::vector<std::string> comments_of(const std::string& text) {
    Source source("", text);
    std::vector<std::string> result;
    for (SourceSpan comment : tokenize(source).comments) result.emplace_back(source.text(comment));
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace loh::testing
