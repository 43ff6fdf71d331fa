#include "lang/lexer.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/calendar.hpp"
#include "base/keywords.hpp"
#include "base/text.hpp"

namespace loh {

namespace {

struct Spelling {
    std::string_view text;
    TokenKind kind;
};

// A sign comes before its own prefixes.
constexpr std::array<Spelling, 37> kSigns = {{{"<->", TokenKind::iff},
                                              {":=", TokenKind::assign},
                                              {"..", TokenKind::range},
                                              {"->", TokenKind::implies},
                                              {"<=", TokenKind::less_equal},
                                              {">=", TokenKind::greater_equal},
                                              {"!=", TokenKind::not_equal},
                                              {"/\\", TokenKind::conjunction},
                                              {"\\/", TokenKind::disjunction},
                                              {"\u00AC", TokenKind::negation},
                                              {"\u2227", TokenKind::conjunction},
                                              {"\u2228", TokenKind::disjunction},
                                              {"\u22A4", TokenKind::verum},
                                              {"\u22A5", TokenKind::falsum},
                                              {":", TokenKind::colon},
                                              {",", TokenKind::comma},
                                              {";", TokenKind::semicolon},
                                              {"?", TokenKind::question},
                                              {"(", TokenKind::open_paren},
                                              {")", TokenKind::close_paren},
                                              {"[", TokenKind::open_square},
                                              {"]", TokenKind::close_square},
                                              {"{", TokenKind::open_brace},
                                              {"}", TokenKind::close_brace},
                                              {"^", TokenKind::exclusive_or},
                                              {"|", TokenKind::disjunction},
                                              {"&", TokenKind::conjunction},
                                              {"!", TokenKind::negation},
                                              {"~", TokenKind::negation},
                                              {"<", TokenKind::less},
                                              {">", TokenKind::greater},
                                              {"=", TokenKind::equal},
                                              {"+", TokenKind::plus},
                                              {"-", TokenKind::minus},
                                              {"*", TokenKind::times},
                                              {"/", TokenKind::divide},
                                              {"%", TokenKind::modulo}}};

constexpr std::array<Spelling, 15> kWords = {{{"and", TokenKind::conjunction},
                                              {"or", TokenKind::disjunction},
                                              {"not", TokenKind::negation},
                                              {"true", TokenKind::verum},
                                              {"false", TokenKind::falsum},
                                              {"in", TokenKind::keyword_in},
                                              {"if", TokenKind::keyword_if},
                                              {"input", TokenKind::keyword_input},
                                              {"output", TokenKind::keyword_output},
                                              {"domain", TokenKind::keyword_domain},
                                              {"const", TokenKind::keyword_const},
                                              {"template", TokenKind::keyword_template},
                                              {"forall", TokenKind::reserved},
                                              {"exists", TokenKind::reserved},
                                              {"atleast", TokenKind::reserved}}};

// Signs of other languages, with their equivalents.
struct ForeignSign {
    std::string_view text;
    std::string_view ours;
};
constexpr std::array<ForeignSign, 8> kForeignSigns = {{{"&&", "&"},
                                                       {"||", "|"},
                                                       {"==", "="},
                                                       {"=>", ">= for 'at least', -> for 'implies'"},
                                                       {"=<", "<="},
                                                       {"<>", "!="},
                                                       {"<=>", "<->"},
                                                       {"...", ".."}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a line that ends with this token continues on the next line.
bool needs_more(const Token& token) {
    switch (token.kind) {
        case TokenKind::end:
        case TokenKind::newline:
        case TokenKind::semicolon:
        case TokenKind::name:
        case TokenKind::integer:
        case TokenKind::decimal:
        case TokenKind::date:
        case TokenKind::string:
        case TokenKind::question:
        case TokenKind::at_or:
        case TokenKind::at_and:
        case TokenKind::verum:
        case TokenKind::falsum: return false;
        default: return !is_close_bracket(token.kind);
    }
}

// Whether a line that begins with this token continues the previous line.
bool continues_line(const Token& token) {
    switch (token.kind) {
        case TokenKind::iff:
        case TokenKind::implies:
        case TokenKind::exclusive_or:
        case TokenKind::disjunction:
        case TokenKind::conjunction: return !token.is_word;
        default: return false;
    }
}

class Lexer {
public:
    explicit Lexer(const Source& source) : source_(source), text_(source.text()) {
        if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;  // byte order mark
    }

    TokenStream run() {
        while (skip_blank(), position_ < text_.size()) next();
        flush_newline(Token{});
        push(TokenKind::end, position_, false);
        return std::move(result_);
    }

private:
    [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }
    [[nodiscard]] SourceSpan span_from(std::size_t begin) const {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
    }

    [[noreturn]] void fail(std::size_t begin, std::string message, std::string hint = {}) const {
        throw source_.error(ErrorKind::syntax, span_from(begin), std::move(message), std::move(hint));
    }

    void skip_blank() {
        while (position_ < text_.size()) {
            char c = text_[position_];
            if (c == '\n') {
                if (!newline_) newline_at_ = position_;
                newline_ = true;
            } else if (c == '#') {
                comment();
                continue;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                return;
            }
            space_ = true;
            ++position_;
        }
    }

    void comment() {
        std::size_t begin = position_;
        std::size_t end = std::min(text_.find('\n', position_), text_.size());
        position_ = end;
        check_utf8(begin, end);
        while (end > begin && (text_[end - 1] == '\r' || text_[end - 1] == ' ' || text_[end - 1] == '\t'))
            --end;
        result_.comments.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
        space_ = true;
    }

    void check_utf8(std::size_t begin, std::size_t end) {
        while (begin < end) {
            std::size_t length = utf8_sequence_length(text_.substr(begin, end - begin));
            if (length == 0) {
                position_ = begin + 1;
                fail(begin, "this byte is not valid UTF-8", "save the file as UTF-8");
            }
            begin += length;
        }
    }

    // Whether the last token ends an operand, so that a statement may end after it and a `|` cannot open a difference.
    [[nodiscard]] bool after_operand() const {
        if (result_.tokens.empty()) return false;
        const Token& last = result_.tokens.back();
        return last.kind != TokenKind::newline && last.kind != TokenKind::semicolon &&
               (after_bars_ || !needs_more(last));
    }

    // Adds a token for a skipped line end, if the next token shows that it ends a statement.
    void flush_newline(const Token& following) {
        bool statement_may_end = depth_ == 0 && newline_ && !result_.tokens.empty() &&
                                 (after_bars_ || !needs_more(result_.tokens.back())) &&
                                 result_.tokens.back().kind != TokenKind::newline;
        if (statement_may_end && !continues_line(following)) {
            open_bars_ = 0;
            Token token;
            token.kind = TokenKind::newline;
            token.span = {static_cast<std::uint32_t>(newline_at_),
                          static_cast<std::uint32_t>(newline_at_ + 1)};
            result_.tokens.push_back(token);
        }
        newline_ = false;
    }

    // A `|` opens a difference, as in |a - b|, if no operand precedes it; the next one that follows an operand closes it.
    void find_bars(bool is_bar) {
        bool operand = after_operand();
        bool closes = is_bar && operand && open_bars_ > 0;
        if (is_bar && !operand) ++open_bars_;
        if (closes) --open_bars_;
        after_bars_ = closes;
    }

    void push(TokenKind kind, std::size_t begin, bool is_word) {
        Token token;
        token.kind = kind;
        token.after_space = space_;
        token.is_word = is_word;
        token.span = span_from(begin);
        flush_newline(token);
        find_bars(kind == TokenKind::disjunction && text_[begin] == '|');
        auto index = static_cast<std::uint32_t>(result_.tokens.size());
        if (is_open_bracket(kind)) {
            open_.push_back(index);
            ++depth_;
        } else if (is_close_bracket(kind) && depth_ > 0) {
            token.match = open_.back();
            result_.tokens[open_.back()].match = index;
            open_.pop_back();
            --depth_;
        }
        result_.tokens.push_back(token);
        space_ = false;
    }

    void next() {
        char c = text_[position_];
        if (is_digit(c)) return number();
        if (c == '"' || c == '`') return quoted(c);
        if (c == '@') return suffix();
        for (const ForeignSign& sign : kForeignSigns) {
            if (!rest().starts_with(sign.text)) continue;
            std::size_t begin = position_;
            position_ += sign.text.size();
            fail(begin, "'" + std::string(sign.text) + "' is not part of the language",
                 "write " + std::string(sign.ours));
        }
        for (const Spelling& sign : kSigns) {
            if (sign.text.empty() || !rest().starts_with(sign.text)) continue;
            std::size_t begin = position_;
            position_ += sign.text.size();
            return push(sign.kind, begin, false);
        }
        word();
    }

    // Skips the characters of a name.
    void skip_name() {
        while (position_ < text_.size()) {
            std::size_t length = utf8_sequence_length(rest());
            if (length == 0) check_utf8(position_, position_ + 1);
            if (!is_name_character(rest().substr(0, length))) break;
            position_ += length;
        }
    }

    void suffix() {
        std::size_t begin = position_++;
        skip_name();
        std::string_view text = text_.substr(begin, position_ - begin);
        if (text != "@or" && text != "@and")
            fail(begin, "'" + std::string(text) + "' is not a suffix of a choice", "write @or or @and");
        push(text == "@or" ? TokenKind::at_or : TokenKind::at_and, begin, true);
    }

    void word() {
        std::size_t begin = position_;
        skip_name();
        if (position_ == begin) unexpected_character();
        std::string_view text = text_.substr(begin, position_ - begin);
        const auto* known =
            std::find_if(kWords.begin(), kWords.end(), [&](const Spelling& w) { return w.text == text; });
        push(known == kWords.end() ? TokenKind::name : known->kind, begin, true);
    }

    [[noreturn]] void unexpected_character() {
        std::size_t begin = position_;
        std::size_t length = utf8_sequence_length(rest());
        position_ += length;
        std::string_view character = text_.substr(begin, length);
        auto byte = static_cast<unsigned char>(character[0]);
        if (length == 1 && (byte < 0x20 || byte == 0x7F))
            fail(begin, "a control character (byte " + std::to_string(byte) + ") in the text");
        if (length > 1) fail(begin, "an invisible character in the text", "replace it by an ordinary space");
        bool decimal = character == "." && position_ < text_.size() && is_digit(text_[position_]);
        if (decimal)
            fail(begin, "a number needs a digit before the point",
                 "write 0" + std::string(text_.substr(begin, 2)));
        std::string hint = character == "'"
                               ? "text needs double quotes, a name with other characters needs backquotes"
                               : "a name with other characters needs backquotes";
        fail(begin, "unexpected character '" + std::string(character) + "'", hint);
    }

    // The length of a date at this place: four digits, two and two, with dashes between and nothing that continues the last
    // number. 2023-6-1 and 2023 - 06 - 01 are arithmetic.
    [[nodiscard]] std::size_t date_length() const {
        auto matches = [&](std::size_t at, std::string_view pattern) {
            for (char c : pattern) {
                bool fits = at < text_.size() && (c == '0' ? is_digit(text_[at]) : text_[at] == c);
                if (!fits) return false;
                ++at;
            }
            return true;
        };
        constexpr std::string_view kDate = "0000-00-00";
        constexpr std::string_view kTime = "T00:00";
        constexpr std::string_view kSeconds = ":00";
        if (!matches(position_, kDate)) return 0;
        std::size_t end = position_ + kDate.size();
        if (matches(end, kTime)) {
            end += kTime.size();
            if (matches(end, kSeconds)) {
                end += kSeconds.size();
                if (matches(end, ".0")) do
                        ++end;
                    while (end < text_.size() && is_digit(text_[end]));
            }
        }
        return end < text_.size() && is_digit(text_[end]) ? 0 : end - position_;
    }

    void number() {
        std::size_t begin = position_;
        if (std::size_t length = date_length(); length > 0) {
            position_ += length;
            std::size_t end = position_;
            skip_name();
            std::string text(text_.substr(begin, position_ - begin));
            if (position_ > end || !parse_moment(text))
                fail(begin, "'" + text + "' is not a date",
                     "dates are written 2023-06-01, 2023-06-01T12:30 or 2023-06-01T12:30:00; arithmetic has "
                     "blanks: 2023 - 6");
            return push(TokenKind::date, begin, false);
        }
        auto digits = [&] {
            while (position_ < text_.size() && is_digit(text_[position_])) ++position_;
        };
        auto digit_at = [&](std::size_t i) { return i < text_.size() && is_digit(text_[i]); };
        digits();
        TokenKind kind = TokenKind::integer;
        if (position_ < text_.size() && text_[position_] == '.' && digit_at(position_ + 1)) {
            kind = TokenKind::decimal;
            ++position_;
            digits();
        }
        if (position_ < text_.size() && (text_[position_] == 'e' || text_[position_] == 'E')) {
            std::size_t sign =
                position_ + 1 < text_.size() && (text_[position_ + 1] == '+' || text_[position_ + 1] == '-')
                    ? 1
                    : 0;
            if (digit_at(position_ + 1 + sign)) {
                kind = TokenKind::decimal;
                position_ += 1 + sign;
                digits();
            }
        }
        std::size_t end = position_;
        skip_name();
        if (position_ > end) {
            std::string text(text_.substr(begin, position_ - begin));
            fail(begin, "'" + text + "' is neither a number nor a name",
                 "a name that starts with a digit needs backquotes: `" + text + "`");
        }
        push(kind, begin, false);
    }

    void quoted(char quote) {
        std::size_t begin = position_++;
        while (position_ < text_.size() && text_[position_] != quote) {
            if (text_[position_] == '\n') break;
            if (text_[position_] == '\\') check_escape();
            ++position_;
        }
        if (position_ >= text_.size() || text_[position_] != quote) {
            position_ = begin + 1;
            fail(begin, quote == '"' ? "this text is never closed: expected '\"' before the end of the line"
                                     : "this name is never closed: expected '`' before the end of the line");
        }
        ++position_;
        check_utf8(begin, position_);
        if (quote == '`' && position_ - begin == 2) fail(begin, "a name cannot be empty");
        push(quote == '"' ? TokenKind::string : TokenKind::name, begin, false);
    }

    // At a backslash: checks the escape and moves to the character after the backslash.
    void check_escape() {
        std::size_t begin = position_++;
        char c = position_ < text_.size() ? text_[position_] : '\n';
        if (std::string_view("\\\"`ntr").find(c) == std::string_view::npos) {
            position_ = std::min(begin + 2, text_.size());
            fail(begin, "unknown escape", R"(the escapes are \\ \" \` \n \t \r)");
        }
    }

    const Source& source_;
    std::string_view text_;
    std::size_t position_ = 0;
    bool space_ = false;
    std::size_t open_bars_ = 0;   // of |a - b|
    bool after_bars_ = false;     // the last token closed |a - b|
    bool newline_ = false;        // a line end since the last token
    std::size_t newline_at_ = 0;  // position of the first one
    std::size_t depth_ = 0;
    std::vector<std::uint32_t> open_;  // indices of the open brackets
    TokenStream result_;
};

}  // namespace

TokenStream tokenize(const Source& source) { return Lexer(source).run(); }

std::string unquote(std::string_view token_text) {
    if (token_text.empty() || (token_text[0] != '"' && token_text[0] != '`')) return std::string(token_text);
    std::string result;
    for (std::size_t i = 1; i + 1 < token_text.size(); ++i) {
        char c = token_text[i];
        if (c == '\\') {
            c = token_text[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
        result += c;
    }
    return result;
}

}  // namespace loh
