// Formulas of the Logic of Hypotheses, built in C++ without text.
//
//     loh::Graph graph;
//     loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
//
//     loh::Formula rule = a & loh::choice({b, !c});      // a, and one of: b, not c
//     std::cout << rule << '\n';                          // a & [b, !c]
//
//     loh::Formula shared = loh::choice({a, b});          // a C++ variable is a placeholder:
//     shared & shared;                                    //   one choice, used twice
//     loh::choice({a, b}) & loh::choice({a, b});          //   two independent choices
//
//     loh::Formula plain = a & !b;                        // without choices: an ordinary Boolean formula
//     loh::evaluate(plain, {{"a", true}, {"b", false}});  // true
//
// A Graph stores formulas as a directed acyclic graph. Equal formulas are one node, so a subformula used a thousand times
// takes one node and a thousand references. Graph and Formula are small handles: copying a handle copies no formulas, and
// a Formula keeps its Graph alive. All formulas of one expression must come from one Graph. A Graph is not thread-safe: use
// it from one thread at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loh {

class GraphData;  // the storage behind a Graph

enum class Kind : std::uint8_t {
    falsum,       // false
    verum,        // true
    variable,     // a proposition, or an atom over table columns such as `age >= 37.5`
    hole,         // `age > ?`, `?`, `rules(3)`: choices whose alternatives come from data
    negation,     // one operand
    conjunction,  // two or more operands
    disjunction,  // two or more operands
    choice        // one or more alternatives
};

// How a choice is compiled: by its context in the formula, or forced by the suffix `@or` / `@and`. A choice with several
// uses takes the majority. In a formula built in C++, equal subformulas count once, because they are one node:
// `((p & a) | b) & ((p & a) | c)` has one use of p. The same text in a program has two (docs/language.md).
enum class ChoiceMode : std::uint8_t { by_context, disjunctive, conjunctive };

struct NodeId {
    std::uint32_t value = 0;
    friend bool operator==(NodeId, NodeId) = default;
    friend bool operator<(NodeId a, NodeId b) { return a.value < b.value; }
};

struct ChoiceId {
    std::uint32_t value = 0;
    friend bool operator==(ChoiceId, ChoiceId) = default;
    friend bool operator<(ChoiceId a, ChoiceId b) { return a.value < b.value; }
};

class Formula {
public:
    // true and false can be used in any expression: choice({x, true}).
    template <std::same_as<bool> Bool>
    Formula(Bool value) : id_{value ? 1U : 0U} {}  // NOLINT(google-explicit-constructor): allows `a & true`

    // Structure.
    [[nodiscard]] Kind kind() const;
    [[nodiscard]] std::size_t size() const;  // number of operands or alternatives, 0 for a leaf
    [[nodiscard]] Formula operator[](
        std::size_t index) const;              // the operand or alternative at `index` < size()
    [[nodiscard]] std::string name() const;    // of a variable or hole, in the spelling of the language
    [[nodiscard]] ChoiceMode mode() const;     // of a choice
    [[nodiscard]] ChoiceId choice_id() const;  // of a choice
    [[nodiscard]] bool has_choices() const;    // a choice or a hole anywhere inside

    // The formula as one line of text that the parser accepts. A choice with several uses becomes a placeholder
    // (`p1 := [a, b]; p1 & p1`). Throws Error (limit) if the text would be longer than 64 MiB.
    [[nodiscard]] std::string to_string() const;

    // Equal formulas of one graph are the same node; two choices are never equal.
    friend bool operator==(const Formula& left, const Formula& right) {
        return left.id_ == right.id_ && (left.is_constant() || left.data_ == right.data_);
    }

    // For code that traverses the graph.
    Formula(std::shared_ptr<GraphData> data, NodeId id) : data_(std::move(data)), id_(id) {}
    [[nodiscard]] const std::shared_ptr<GraphData>& data() const noexcept {
        return data_;
    }  // null for true and false
    [[nodiscard]] NodeId id() const noexcept { return id_; }

private:
    [[nodiscard]] bool is_constant() const { return id_.value < 2; }

    std::shared_ptr<GraphData> data_;
    NodeId id_;
};

class Graph {
public:
    Graph();
    explicit Graph(std::shared_ptr<GraphData> data) : data_(std::move(data)) {}

    // The proposition with this name, given as plain text without backquotes. The same name gives the same node.
    Formula var(std::string_view name);

    [[nodiscard]] std::size_t node_count() const;    // all nodes; a shared node counts once
    [[nodiscard]] std::size_t choice_count() const;  // all choices; a shared choice counts once
    [[nodiscard]] const std::shared_ptr<GraphData>& data() const noexcept { return data_; }

private:
    std::shared_ptr<GraphData> data_;
};

// Connectives. `&` and `|` extend a left operand of the same kind, so `a & b & c` is one conjunction of three. For many
// operands use all_of and any_of, which take linear time. Nothing is simplified, except that an expression of bare
// constants is evaluated: `!Formula(true)` is false.
Formula operator!(const Formula& operand);
inline Formula operator~(const Formula& operand) {
    return !operand;
}  // g++ does not warn about `~a & b` (-Wparentheses)
Formula operator&(const Formula& left, const Formula& right);
Formula operator|(const Formula& left, const Formula& right);
Formula all_of(const std::vector<Formula>& operands);  // true if empty
Formula any_of(const std::vector<Formula>& operands);  // false if empty
Formula implies(const Formula& premise, const Formula& conclusion);
Formula iff(const Formula& left, const Formula& right);
Formula exclusive_or(const Formula& left, const Formula& right);

// A choice among one or more alternatives. Each call creates a new choice.
Formula choice(std::initializer_list<Formula> alternatives, ChoiceMode mode = ChoiceMode::by_context);
Formula choice(const std::vector<Formula>& alternatives, ChoiceMode mode = ChoiceMode::by_context);

// The variables of a formula, in the order of their first use and in the spelling of the language.
std::vector<std::string> variables(const Formula& formula);

// Numbers of nodes by kind; a shared node counts once.
struct Census {
    std::size_t nodes = 0;      // all kinds
    std::size_t variables = 0;  // propositions and atoms
    std::size_t holes = 0;
    std::size_t choices = 0;
    std::size_t alternatives = 0;  // of all choices together
};
Census take_census(const std::vector<Formula>& formulas);

// The truth value of a formula without choices. Names are plain text or in the spelling of the language. A variable without
// a value, a choice and a hole are an Error (usage).
using Assignment = std::unordered_map<std::string, bool>;
bool evaluate(const Formula& formula, const Assignment& assignment);

// The truth values of a choice-free formula on all 2^n assignments of `names` (n <= 24), 64 to a word. Bit r of the
// table is the value where names[i] is true exactly when bit i of r is 1.
std::vector<std::uint64_t> truth_table(const Formula& formula, const std::vector<std::string>& names);

std::ostream& operator<<(std::ostream& out, const Formula& formula);

}  // namespace loh
