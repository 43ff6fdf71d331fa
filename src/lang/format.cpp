#include "lang/format.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/calendar.hpp"
#include "base/deep_stack.hpp"
#include "base/text.hpp"
#include "formula/atom.hpp"
#include "lang/layout.hpp"
#include "loh/formula.hpp"

namespace loh {

namespace {

constexpr int kAtomLevel = 6;  // binds tighter than every connective

// The binding strength of a node; a child needs parentheses if it does not bind tighter than its parent.
int level_of(AstKind kind) {
    switch (kind) {
        case AstKind::equivalence: return 0;
        case AstKind::implication: return 1;
        case AstKind::exclusive_or: return 2;
        case AstKind::disjunction:
        case AstKind::condition_or: return 3;
        case AstKind::conjunction:
        case AstKind::condition_and: return 4;
        case AstKind::negation:
        case AstKind::condition_not: return 5;
        default: return kAtomLevel;
    }
}

std::string_view sign_of(AstKind kind) {
    switch (kind) {
        case AstKind::equivalence: return " <->";
        case AstKind::implication: return " ->";
        case AstKind::exclusive_or: return " ^";
        case AstKind::disjunction:
        case AstKind::condition_or: return " |";
        default: return " &";
    }
}

bool is_relation(AstKind kind) {
    return kind == AstKind::compare || kind == AstKind::member || kind == AstKind::interval ||
           kind == AstKind::missing || kind == AstKind::condition || kind == AstKind::condition_in;
}

class Formatter {
public:
    Formatter(const Ast& ast, Layout& layout) : ast_(ast), layout_(layout) {}

    void statement(AstId id) {
        const AstNode& node = ast_[id];
        std::span<const AstId> children = ast_.children(id);
        switch (node.kind) {
            case AstKind::declaration: return assignment(id, "");
            case AstKind::output: return assignment(id, "output ");
            case AstKind::output_list: return name_list(id, "output ");
            case AstKind::input: return name_list(id, "input ");
            case AstKind::domain:
            case AstKind::constant:
                layout_.word(
                    (node.kind == AstKind::domain ? "domain " : "const ") + spell_name(ast_.text(id)) + " = ",
                    node.span.begin);
                return formula(children[0]);
            case AstKind::templ: return template_statement(id);
            default: {
                bool first = ast_.statements().front().value == id.value;
                return parenthesised(children[0], !first && begins_with_bar(children[0]));
            }
        }
    }

private:
    // A line that begins with `|` continues the statement before it.
    [[nodiscard]] bool begins_with_bar(AstId id) const {
        while (!is_absolute(id)) {
            AstKind kind = ast_[id].kind;
            if (!is_relation(kind) && level_of(kind) >= level_of(AstKind::negation)) return false;
            id = ast_.child(id, kind == AstKind::interval ? 1 : 0);
        }
        return true;
    }

    void word(std::string text, AstId at) { layout_.word(std::move(text), ast_[at].span.begin); }

    void assignment(AstId id, const std::string& keyword) {
        layout_.word(keyword, ast_[id].span.begin);
        formula(ast_.child(id, 0));
        layout_.word(" :=");
        body(ast_.child(id, 1));
    }

    void template_statement(AstId id) {
        std::span<const AstId> children = ast_.children(id);
        layout_.word("template " + spell_name(ast_.text(id)) + "(", ast_[id].span.begin);
        for (std::size_t i = 0; i + 1 < children.size(); ++i) {
            if (i > 0) layout_.word(", ");
            formula(children[i]);
        }
        layout_.word(") :=");
        body(children.back());
    }

    // The body after ":=". A bracketed body starts on the same line and is broken inside the brackets; any other body may
    // move to the next line as a whole.
    void body(AstId id) {
        AstKind kind = ast_[id].kind;
        bool bracketed = kind == AstKind::choice || kind == AstKind::big_and || kind == AstKind::big_or ||
                         kind == AstKind::call;
        layout_.begin_group();
        layout_.indent();
        if (bracketed) {
            layout_.begin_group();
            layout_.line();
            layout_.word("", ast_[id].span.begin);
            layout_.end_group();
            layout_.unindent();
            formula(id);
        } else {
            layout_.line();
            formula(id);
            layout_.unindent();
        }
        layout_.end_group();
    }

    void name_list(AstId id, const std::string& keyword) {
        layout_.word(keyword, ast_[id].span.begin);
        layout_.begin_group();
        layout_.indent();
        separated(ast_.children(id));
        layout_.unindent();
        layout_.end_group();
    }

    void separated(std::span<const AstId> children) {
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (i > 0) {
                layout_.word(",");
                layout_.line();
            }
            formula(children[i]);
        }
    }

    // Any node except a statement.
    void formula(AstId id) {
        with_deep_stack([&] { formula_inside(id); });
    }

    void formula_inside(AstId id) {
        const AstNode& node = ast_[id];
        switch (node.kind) {
            case AstKind::verum: return word("true", id);
            case AstKind::falsum: return word("false", id);
            case AstKind::hole: return word("?", id);
            case AstKind::integer:
            case AstKind::decimal: return word(spell_literal(node), id);
            case AstKind::text: return word(quote(ast_.text(id), '"'), id);
            case AstKind::domain_use: return word(spell_name(ast_.text(id)), id);
            case AstKind::reference:
            case AstKind::target: return subscripted(id);
            case AstKind::call: return bracketed(id, spell_name(ast_.text(id)) + "(", ")");
            case AstKind::choice: return choice(id);
            case AstKind::big_and: return bracketed(id, "and(", ")");
            case AstKind::big_or: return bracketed(id, "or(", ")");
            case AstKind::set: return bracketed(id, "{", "}");
            case AstKind::comprehension: return comprehension(id);
            case AstKind::negation:
            case AstKind::condition_not: return prefixed(id, "!");
            case AstKind::minus: return minus(id);
            case AstKind::arithmetic: return arithmetic(id);
            case AstKind::compare:
            case AstKind::condition:
                return relation(id, std::string(" ") + spell(static_cast<Comparison>(node.op)) + " ");
            case AstKind::member: return relation(id, node.op != 0 ? " not in " : " in ");
            case AstKind::condition_in: return relation(id, " in ");
            case AstKind::interval: return interval(id);
            case AstKind::missing: side(ast_.child(id, 0)); return layout_.word(" is missing");
            case AstKind::range: return range(id);
            case AstKind::binder:
                word(spell_name(ast_.text(id)) + " in ", id);
                return formula(ast_.child(id, 0));
            case AstKind::filter: word("if ", id); return formula(ast_.child(id, 0));
            default: return chain(id);
        }
    }

    // A decimal keeps its point: 3.0 is written as 3.0, so that it is parsed as a decimal again.
    static std::string spell_literal(const AstNode& node) {
        if (node.kind == AstKind::decimal && node.op == kDateLiteral) return spell_moment(node.number);
        std::string text = spell_number(node.number);
        bool looks_whole = text.find_first_of(".e") == std::string::npos;
        return node.kind == AstKind::decimal && looks_whole ? text + ".0" : text;
    }

    void parenthesised(AstId id, bool needed) {
        if (!needed) return formula(id);
        word("(", id);
        layout_.indent();
        formula(id);
        layout_.unindent();
        layout_.word(")");
    }

    void chain(AstId id) {
        int level = level_of(ast_[id].kind);
        std::span<const AstId> operands = ast_.children(id);
        layout_.begin_group();
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (i > 0) {
                layout_.word(std::string(sign_of(ast_[id].kind)));
                layout_.line();
            }
            parenthesised(operands[i], level_of(ast_[operands[i]].kind) <= level);
        }
        layout_.end_group();
    }

    void prefixed(AstId id, const std::string& sign) {
        AstId operand = ast_.child(id, 0);
        AstKind kind = ast_[operand].kind;
        word(sign, id);
        parenthesised(operand, level_of(kind) < level_of(ast_[id].kind) || is_relation(kind));
    }

    void minus(AstId id) {
        AstId operand = ast_.child(id, 0);
        word("-", id);
        parenthesised(operand, ast_[operand].kind == AstKind::arithmetic);
    }

    static int arithmetic_level(char op) { return op == '+' || op == '-' ? 0 : 1; }

    [[nodiscard]] bool is_absolute(AstId id) const {
        return ast_[id].kind == AstKind::arithmetic && ast_[id].op == '|';
    }

    void arithmetic(AstId id) {
        char op = static_cast<char>(ast_[id].op);
        if (op != '|') return two_sides(id, op, std::string(1, op));
        word("|", id);
        two_sides(id, '-', " - ");
        layout_.word("|");
    }

    // Bars inside an expression or a range are in parentheses: `||` is another spelling of `|`, and a `|` ends a range.
    void range(AstId id) {
        parenthesised(ast_.child(id, 0), is_absolute(ast_.child(id, 0)));
        layout_.word("..");
        parenthesised(ast_.child(id, 1), is_absolute(ast_.child(id, 1)));
    }

    void two_sides(AstId id, char op, const std::string& sign) {
        auto looser = [&](AstId side, bool or_equal) {
            if (ast_[side].kind != AstKind::arithmetic) return false;
            if (is_absolute(side)) return true;
            int inner = arithmetic_level(static_cast<char>(ast_[side].op));
            return inner < arithmetic_level(op) || (or_equal && inner == arithmetic_level(op));
        };
        AstId left = ast_.child(id, 0);
        AstId right = ast_.child(id, 1);
        parenthesised(left, looser(left, false));
        layout_.word(sign);
        parenthesised(right, looser(right, true));
    }

    // A side of an atom. A difference of two columns has blanks; other arithmetic, as in v[i-1], has none.
    void side(AstId id) {
        bool difference = is_difference(ast_, id) && ast_[id].op == '-';
        return difference ? two_sides(id, '-', " - ") : formula(id);
    }

    void relation(AstId id, const std::string& sign) {
        side(ast_.child(id, 0));
        layout_.word(sign);
        side(ast_.child(id, 1));
    }

    void interval(AstId id) {
        std::uint8_t ends = ast_[id].op;
        formula(ast_.child(id, 1));
        layout_.word((ends & kClosedLow) != 0 ? " <= " : " < ");
        side(ast_.child(id, 0));
        layout_.word((ends & kClosedHigh) != 0 ? " <= " : " < ");
        formula(ast_.child(id, 2));
    }

    void subscripted(AstId id) {
        word(spell_name(ast_.text(id)), id);
        std::span<const AstId> subscripts = ast_.children(id);
        if (subscripts.empty()) return;
        layout_.word("[");
        for (std::size_t i = 0; i < subscripts.size(); ++i) {
            if (i > 0) layout_.word(ast_[subscripts[i]].kind == AstKind::filter ? " " : ", ");
            formula(subscripts[i]);
        }
        layout_.word("]");
    }

    void choice(AstId id) {
        constexpr std::string_view kSuffix[] = {"]", "]@or", "]@and"};
        bracketed(id, "[", std::string(kSuffix[ast_[id].op]));
    }

    void bracketed(AstId id, std::string open, std::string close) {
        std::span<const AstId> children = ast_.children(id);
        if (children.empty()) return word(open + close, id);
        word(std::move(open), id);
        layout_.begin_group();
        layout_.indent();
        layout_.soft_line();
        items(children);
        layout_.unindent();
        layout_.soft_line();
        layout_.word(std::move(close), std::max<std::uint32_t>(ast_[id].span.end, 1) - 1);
        layout_.end_group();
    }

    // An atom `x in {…}` before a comprehension gets parentheses, because it would be parsed as its first binder.
    void items(std::span<const AstId> children) {
        std::size_t last_comprehension = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (ast_[children[i]].kind == AstKind::comprehension) last_comprehension = i;
        }
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (i > 0) {
                layout_.word(",");
                layout_.line();
            }
            const AstNode& item = ast_[children[i]];
            parenthesised(children[i],
                          i < last_comprehension && item.kind == AstKind::member && item.op == 0);
        }
    }

    void comprehension(AstId id) {
        std::span<const AstId> children = ast_.children(id);
        layout_.begin_group();
        for (std::size_t i = 0; i + 1 < children.size(); ++i) {
            if (i > 0) layout_.word(ast_[children[i]].kind == AstKind::filter ? " " : ", ");
            formula(children[i]);
        }
        layout_.word(":");
        layout_.indent();
        layout_.line();
        formula(children.back());
        layout_.unindent();
        layout_.end_group();
    }

    const Ast& ast_;
    Layout& layout_;
};

bool blank_line_before(std::string_view text, std::size_t offset) {
    std::size_t newlines = 0;
    while (offset > 0) {
        char c = text[--offset];
        if (c == '\n') ++newlines;
        if (c != '\n' && c != ' ' && c != '\t' && c != '\r') break;
    }
    return newlines > 1;
}

// Writes statements and the comments between them.
class FileFormatter {
public:
    FileFormatter(const Source& source, const Ast& ast, const std::vector<SourceSpan>& comments,
                  std::size_t width)
        : source_(source), ast_(ast), comments_(comments), width_(width) {}

    std::string run() {
        for (AstId statement : ast_.statements()) {
            SourceSpan span = ast_[statement].span;
            comments_before(span.begin);
            start_line(span.begin);
            Layout layout(source_, comments_inside(span));
            Formatter(ast_, layout).statement(statement);
            out_ += layout.render(width_);
            comments_after(layout.leftover(), span.end);
        }
        comments_before(std::numeric_limits<std::uint32_t>::max());
        if (!out_.empty()) out_ += '\n';
        return std::move(out_);
    }

private:
    void start_line(std::uint32_t offset) {
        if (out_.empty()) return;
        out_ += blank_line_before(source_.text(), offset) ? "\n\n" : "\n";
    }

    void comments_before(std::uint32_t offset) {
        for (; next_ < comments_.size() && comments_[next_].begin < offset; ++next_) {
            start_line(comments_[next_].begin);
            out_ += source_.text(comments_[next_]);
        }
    }

    std::vector<SourceSpan> comments_inside(SourceSpan span) {
        std::vector<SourceSpan> result;
        while (next_ < comments_.size() && comments_[next_].begin < span.end)
            result.push_back(comments_[next_++]);
        return result;
    }

    // Comments inside the statement, and a comment on the line where it ends. The first one is put after the statement
    // unless it had its own line; the others are put below.
    void comments_after(std::vector<SourceSpan> comments, std::uint32_t end) {
        if (next_ < comments_.size()) {
            std::string_view between = source_.text({end, comments_[next_].begin});
            bool same_line = between.find_first_not_of(" \t\r;") == std::string_view::npos;
            if (same_line) comments.push_back(comments_[next_++]);
        }
        for (std::size_t i = 0; i < comments.size(); ++i) {
            bool behind = i == 0 && !starts_line(source_.text(), comments[i].begin);
            out_ += behind ? "  " : "\n";
            out_ += source_.text(comments[i]);
        }
    }

    const Source& source_;
    const Ast& ast_;
    const std::vector<SourceSpan>& comments_;
    std::size_t width_;
    std::size_t next_ = 0;
    std::string out_;
};

}  // namespace

std::string format(const Source& source, const Ast& ast, const std::vector<SourceSpan>& comments,
                   std::size_t width) {
    return FileFormatter(source, ast, comments, width).run();
}

std::string print(const Ast& ast) {
    Source nowhere("", "");
    std::string result;
    for (AstId statement : ast.statements()) {
        Layout layout(nowhere, {});
        Formatter(ast, layout).statement(statement);
        result += layout.render(std::numeric_limits<std::size_t>::max() / 2) + "\n";
    }
    return result;
}

}  // namespace loh
