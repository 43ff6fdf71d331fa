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
//     loh::Formula plain = a & !b;                        // no choice left: an ordinary Boolean formula
//     loh::evaluate(plain, {{"a", true}, {"b", false}});  // true
//
// A Graph stores formulas as a directed graph in which equal formulas are one node, so a subformula used a thousand
// times costs one node and a thousand references. Graph and Formula are small handles: copying one does not copy
// formulas, and a Formula keeps its Graph alive. Formulas of one expression must come from one Graph. A Graph is not
// synchronised: use one from one thread at a time.
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
    hole,         // `age > ?`, `?`, `rules(3)`: a choice or more whose alternatives the data will supply
    negation,     // one operand
    conjunction,  // two or more operands
    disjunction,  // two or more operands
    choice        // one or more alternatives
};

// How a choice is compiled: by its place in the formula, or forced by the suffix `@or` / `@and`. A choice that is used in
// several places takes the majority. In a formula built here each equal subformula counts once, however often the C++ code
// makes it: `((p & a) | b) & ((p & a) | c)` uses p once. In the text of a program it is used twice (docs/language.md).
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
    // true and false stand in any expression: choice({x, true}).
    template <std::same_as<bool> Bool>
    Formula(Bool value)
        : id_{value ? 1U : 0U} {}  // NOLINT(google-explicit-constructor): `a & true` is meant to work

    // What it is made of.
    [[nodiscard]] Kind kind() const;
    [[nodiscard]] std::size_t size() const;  // number of operands or alternatives, 0 for a leaf
    [[nodiscard]] Formula operator[](
        std::size_t index) const;              // the operand or alternative at `index` < size()
    [[nodiscard]] std::string name() const;    // of a variable or hole, as the language spells it
    [[nodiscard]] ChoiceMode mode() const;     // of a choice
    [[nodiscard]] ChoiceId choice_id() const;  // of a choice
    [[nodiscard]] bool has_choices() const;    // a choice or a hole anywhere inside

    // As text. One line that the parser reads back; a choice used in several places is written as a placeholder
    // (`p1 := [a, b]; p1 & p1`). Throws Error (limit) when the text would be longer than 64 MiB.
    [[nodiscard]] std::string to_string() const;

    // Equal formulas of one graph are the same node; two choices are never equal.
    friend bool operator==(const Formula& left, const Formula& right) {
        return left.id_ == right.id_ && (left.is_constant() || left.data_ == right.data_);
    }

    // For code that walks the graph itself.
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

    // The proposition called `name`: plain text, no backquotes needed. The same name gives the same node.
    Formula var(std::string_view name);

    [[nodiscard]] std::size_t node_count() const;    // nodes of any kind, shared ones once
    [[nodiscard]] std::size_t choice_count() const;  // choices, each once
    [[nodiscard]] const std::shared_ptr<GraphData>& data() const noexcept { return data_; }

private:
    std::shared_ptr<GraphData> data_;
};

// Connectives. `&` and `|` extend a left operand of their own kind, so `a & b & c` is one conjunction of three. For
// many operands use all_of and any_of, which take time linear in their number. Nothing is simplified, except that bare
// constants among themselves are evaluated: `!Formula(true)` is false.
Formula operator!(const Formula& operand);
inline Formula operator~(const Formula& operand) {
    return !operand;
}  // `~a & b` draws no -Wparentheses from g++
Formula operator&(const Formula& left, const Formula& right);
Formula operator|(const Formula& left, const Formula& right);
Formula all_of(const std::vector<Formula>& operands);  // true when empty
Formula any_of(const std::vector<Formula>& operands);  // false when empty
Formula implies(const Formula& premise, const Formula& conclusion);
Formula iff(const Formula& left, const Formula& right);
Formula exclusive_or(const Formula& left, const Formula& right);

// One of these, learn which. Each call is a new choice; at least one alternative.
Formula choice(std::initializer_list<Formula> alternatives, ChoiceMode mode = ChoiceMode::by_context);
Formula choice(const std::vector<Formula>& alternatives, ChoiceMode mode = ChoiceMode::by_context);

// The variables of a formula, in the order of their first use, as the language spells them.
std::vector<std::string> variables(const Formula& formula);

// What formulas are made of, each shared part counted once.
struct Census {
    std::size_t nodes = 0;      // of any kind
    std::size_t variables = 0;  // propositions and atoms
    std::size_t holes = 0;
    std::size_t choices = 0;
    std::size_t alternatives = 0;  // of all choices together
};
Census take_census(const std::vector<Formula>& formulas);

// The truth value of a formula without choices. Names are plain text (or spelled as in the language); one that the
// formula uses and the assignment lacks is an Error, and so is a choice or hole.
using Assignment = std::unordered_map<std::string, bool>;
bool evaluate(const Formula& formula, const Assignment& assignment);

// The truth values of a choice-free formula on all 2^n assignments of `names` (n <= 24), 64 to a word. Bit r of the
// table is the value where names[i] is true exactly when bit i of r is 1.
std::vector<std::uint64_t> truth_table(const Formula& formula, const std::vector<std::string>& names);

std::ostream& operator<<(std::ostream& out, const Formula& formula);

}  // namespace loh
