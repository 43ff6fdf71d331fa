// The syntax tree of a program, before names are resolved.
//
// All nodes, from statements to index arithmetic, have one type and are stored in one array; the children of a node are
// consecutive in a second array. A new construct needs a new kind only. The tree follows the text: `(a & b) & c` differs
// from `a & b & c`, and `->` is not rewritten. Only redundant parentheses, comments and spellings are dropped.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.hpp"

namespace loh {

enum class AstKind : std::uint8_t {
    // Formulas. Children in parentheses.
    verum,
    falsum,
    reference,  // text: name (indices)                     x, edge[a, b]; in an index: a bound name or an element
    call,       // text: template (arguments)               clause(v[7])
    negation,       // (operand)
    conjunction,    // (operands, 2 or more)
    disjunction,    // (operands, 2 or more)
    exclusive_or,   // (operands, 2 or more)                    grouped from the left
    implication,    // (operands, 2 or more)                    grouped from the right
    equivalence,    // (operands, 2 or more)                    grouped from the left
    choice,         // op: ChoiceMode (items, 1 or more)        [f, g]@or
    big_and,        // (items)                                  and(i in 1..3: x[i])
    big_or,         // (items)
    comprehension,  // (binders, filter?, body)                 only as an item: i in 1..3 if i != 2: x[i]
    compare,        // op: Comparison (left, right)             age >= 37.5
    member,         // op: 1 for `not in` (column, set or hole) color in {"red"}, color not in {"red"}
    interval,       // op: IntervalEnds (column, low, high)     20 <= age < 40
    missing,        // (column)                                 age is missing
    hole,           // a formula, a side of compare, a set      ?

    // Index arithmetic and filters.
    integer,       // number
    decimal,       // number; with op kDateLiteral: a date, in seconds since 1970
    text,          // text: a string
    minus,         // (operand)
    arithmetic,    // op: '+' '-' '*' '/' '%' (left, right); '|': |left - right|
    condition,     // op: Comparison (left, right)              i < j
    condition_in,  // (value, set)                              i in D
    condition_not,
    condition_and,  // (operands)
    condition_or,   // (operands)

    // Sets and binders.
    range,       // (low, high)                                 1..10
    set,         // (elements)                                  {a, b}
    domain_use,  // text: name                                  D
    binder,      // text: variable (set)                        i in 1..10
    filter,      // (condition)                                 if i < j

    // Statements.
    declaration,  // (target, body)                             p := f        h[j in 1..3] := f
    output,       // (target, body)                             output p := f
    output_list,  // (references)                               output a, b
    input,        // (targets)                                  input a, v[1..10]
    domain,       // text: name (set)                           domain D = {a, b}
    constant,     // text: name (value)                         const n = 27
    templ,        // text: name (parameters as references, body)
    target,       // text: name (binders or index expressions or, for input, sets; filter?)
    bare_formula  // (formula)
};

inline constexpr std::uint8_t kDateLiteral = 1;  // op of a decimal

enum IntervalEnds : std::uint8_t { kOpenOpen = 0, kClosedLow = 1, kClosedHigh = 2 };  // bits

struct AstId {
    std::uint32_t value = 0;
};

struct AstNode {
    AstKind kind = AstKind::verum;
    std::uint8_t op = 0;
    std::uint32_t symbol = 0;       // text of the node, in Ast's symbol table
    std::uint32_t first_child = 0;  // in Ast's child array
    std::uint32_t child_count = 0;
    std::uint32_t height = 0;  // levels of nodes below
    double number = 0;
    SourceSpan span;
};

class Ast {
public:
    // Building nodes, bottom-up.
    std::uint32_t intern(std::string_view text);
    AstId add(AstKind kind, SourceSpan span, std::span<const AstId> children = {}, std::uint8_t op = 0,
              std::uint32_t symbol = 0, double number = 0);
    void add_statement(AstId statement) { statements_.push_back(statement); }

    // Reading nodes.
    [[nodiscard]] const AstNode& operator[](AstId id) const { return nodes_[id.value]; }
    [[nodiscard]] std::span<const AstId> children(AstId id) const;
    [[nodiscard]] AstId child(AstId id, std::size_t index) const { return children(id)[index]; }
    [[nodiscard]] const std::string& text(AstId id) const { return symbols_[nodes_[id.value].symbol]; }
    [[nodiscard]] const std::string& symbol_text(std::uint32_t symbol) const { return symbols_[symbol]; }
    [[nodiscard]] std::size_t symbol_count() const { return symbols_.size(); }
    [[nodiscard]] const std::vector<AstId>& statements() const { return statements_; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

private:
    std::vector<AstNode> nodes_;
    std::vector<AstId> children_;
    std::vector<AstId> statements_;
    std::vector<std::string> symbols_ = {std::string()};  // 0 is "no text"
    std::unordered_map<std::string, std::uint32_t> symbol_ids_;
};

// Whether the node is `a - b` or `|a - b|` of two names: in an atom, of two columns or of two values.
inline bool is_difference(const Ast& ast, AstId id) {
    const AstNode& node = ast[id];
    if (node.kind != AstKind::arithmetic || (node.op != '-' && node.op != '|')) return false;
    return ast[ast.child(id, 0)].kind == AstKind::reference &&
           ast[ast.child(id, 1)].kind == AstKind::reference;
}

// Whether two trees are equal, ignoring positions in the text.
bool same_program(const Ast& left, const Ast& right);

}  // namespace loh
